// Checks a model and decides which main block runs.
#include "abs/check/check.hpp"

#include <algorithm>

#include "abs/check/nullness.hpp"

namespace harrier::abs {
namespace {

/// The last main block runs, as in the official tools, unless a module is named.
void choose_main(Model& model, std::string_view wanted, Checker& checker) {
  std::vector<const Module*> candidates;
  const Module* last = nullptr;
  for (const Module* module : model.modules) {
    if (module->position.file != 0) last = module;
    if (module->main == nullptr || (!wanted.empty() && module->name != wanted)) continue;
    candidates.push_back(module);
  }
  if (candidates.empty()) {
    if (last == nullptr) return;
    const std::string where = wanted.empty() ? "" : " in module " + quoted(wanted);
    return checker.warn(last->position, "there is no main block" + where + ", so nothing can run");
  }
  model.main = candidates.back()->main;
  candidates.pop_back();
  for (const Module* module : candidates) {
    checker.warn(module->main->position, "this main block does not run; that of module " +
                                             quoted(model.main->module->name) + " does");
  }
}

}  // namespace

Diagnostics check(Model& model, const CheckOptions& options) {
  Diagnostics diagnostics;
  Checker checker(model, diagnostics);
  checker.run();
  const bool fits = std::ranges::none_of(
      diagnostics, [](const Diagnostic& remark) { return remark.severity == Severity::error; });
  if (fits) check_nullness(checker);
  choose_main(model, options.main_module, checker);
  std::stable_sort(
      diagnostics.begin(), diagnostics.end(),
      [](const Diagnostic& a, const Diagnostic& b) { return a.position < b.position; });
  diagnostics.erase(std::unique(diagnostics.begin(), diagnostics.end()), diagnostics.end());
  return diagnostics;
}

}  // namespace harrier::abs
