// Fuzzes the parser and the checker of ABS: remarks are about places that exist, in their order,
// and what is accepted is complete.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "abs/check/check.hpp"
#include "abs/syntax/parse.hpp"
#include "adapters/abs/tests/support/completeness.hpp"

namespace {

using harrier::abs::Diagnostic;
using harrier::abs::Diagnostics;

void verify(const Diagnostics& diagnostics, const harrier::abs::Model& model) {
  const auto in_order = [](const Diagnostic& a, const Diagnostic& b) {
    return a.position < b.position;
  };
  if (!std::is_sorted(diagnostics.begin(), diagnostics.end(), in_order)) std::abort();
  for (const Diagnostic& diagnostic : diagnostics) {
    const auto& position = diagnostic.position;
    if (position.file != 1 || position.line == 0 || position.column == 0) std::abort();
    const std::string& text = model.files[1].text;
    const auto lines = std::count(text.begin(), text.end(), '\n') + 1;
    if (position.line > lines || diagnostic.text.empty()) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using harrier::abs::Dialect;
  const std::string text(reinterpret_cast<const char*>(data), size);
  // Both dialects have their turn; the length tells which.
  const Dialect dialect = size % 2 == 0 ? Dialect::standard : Dialect::legacy;
  harrier::abs::ParseResult parsed = harrier::abs::parse({{"f.abs", text}}, {.dialect = dialect});
  verify(parsed.diagnostics, *parsed.model);
  // What could be read of a broken model is checked as well: that must not crash either.
  const bool readable = !harrier::abs::refused(parsed.diagnostics);
  const Diagnostics checked = harrier::abs::check(*parsed.model);
  verify(checked, *parsed.model);
  if (readable && !harrier::abs::refused(checked) &&
      !harrier::abs::first_gap(*parsed.model).empty()) {
    std::abort();
  }
  return 0;
}
