// Fuzzes the reader of result files: anything else than a result is refused, never more.
#include "tools/result_file.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "harrier/registry.hpp"
#include "tools/page_command.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    harrier::tools::parse_saved_run(text, "fuzzed.json");
  } catch (const harrier::UsageError&) {
  }
  try {
    harrier::tools::parse_summary(text, "fuzzed.json");
  } catch (const harrier::UsageError&) {
  }
  return 0;
}
