// Explores ABS models given as texts, for tests.
#include "adapters/abs/tests/run/explored.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>
#include <vector>

#include "abs/run/abs_program.hpp"
#include "core/parts.hpp"
#include "explore/registries.hpp"
#include "explore/search.hpp"

namespace harrier::abs::run::testing {

std::shared_ptr<const Loaded> loaded(const std::string& text, Dialect dialect) {
  auto model = std::make_shared<const Loaded>(load({{"model.abs", text}}, dialect));
  std::string remarks;
  for (const Diagnostic& remark : model->remarks) remarks += text_of(*model->model, remark) + "\n";
  if (model->code == nullptr) throw std::runtime_error(remarks + text);
  return model;
}

std::string subject(const std::string& name, const std::map<std::string, std::string>& replaced) {
  std::ifstream file(HARRIER_SOURCE_DIR "/subjects/abs/" + name);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (text.empty()) throw std::runtime_error("there is no " + name);
  for (const auto& [old, text_now] : replaced) {
    const std::size_t at = text.find(old);
    if (at == std::string::npos) throw std::runtime_error(name + " has no '" + old + "'");
    text.replace(at, old.size(), text_now);
  }
  return text;
}

ProgramFactory factory(std::shared_ptr<const Loaded> model, const Semantics& semantics) {
  return [model = std::move(model), semantics](const ProgramOptions& options) {
    return std::make_unique<AbsProgram>(*model->code, semantics, options);
  };
}

Explored explore(const ProgramFactory& make, CheckOptions options,
                 std::unique_ptr<Reduction> reduction) {
  Explored explored;
  options.keep_going = true;
  options.undelivered = Undelivered::ignore;
  options.on_execution = [&](const Execution& one) { ++explored.classes[one.class_name]; };
  if (reduction == nullptr) reduction = make_reduction(options);
  Search search(make, options, std::move(reduction));
  search.observe([&](const State& state) {
    // Cogs are numbered in the order of their creation, which is not the same in all of a class.
    std::vector<std::string> cogs;
    for (std::size_t i = 0; i < state.trace.actor_count(); ++i) {
      cogs.push_back(narrator_of(state.program).compared_text(ActorId(i)));
    }
    std::ranges::sort(cogs);
    std::string end;
    for (const std::string& cog : cogs) end += cog + "\n";
    ++explored.ends[end];
  });
  explored.result = search.run();
  return explored;
}

CheckOptions with(const std::string& reduction, Dependence dependence) {
  CheckOptions options;
  options.reduction = reduction;
  options.dependence = dependence;
  return options;
}

}  // namespace harrier::abs::run::testing
