// What foreign functions and classes are taken to do.
#include "abs/syntax/bodies.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace harrier::abs {

namespace {

std::string written(const TypeUse& use) {
  std::string text(use.name);
  for (const TypeUse* argument : use.arguments) text += " " + written(*argument);
  return text;
}

std::string signature_of(const Function& function) {
  std::string text = written(*function.result_use);
  for (const std::string_view parameter : function.type_parameters)
    text += "<" + std::string(parameter);
  for (const Variable* parameter : function.parameters) text += "," + written(*parameter->type_use);
  return text;
}

class Bodies {
 public:
  Bodies(Model& model, Diagnostics& diagnostics) : model_(model), diagnostics_(diagnostics) {}

  void give(const Module& from) {
    const auto found = std::ranges::find(model_.modules, from.name, &Module::name);
    if (found == model_.modules.end()) {
      return error(from.position,
                   "there is no module '" + std::string(from.name) + "' to give bodies to");
    }
    Module& to = **found;
    std::vector<ModuleClause> clauses(to.clauses.begin(), to.clauses.end());
    clauses.insert(clauses.end(), from.clauses.begin(), from.clauses.end());
    to.clauses = model_.arena.copy(clauses);
    for (Function* body : from.functions) give(to, body);
    for (Class* body : from.classes) give(to, body);
  }
  std::size_t given() const { return given_; }

 private:
  void error(const Position& position, std::string text) {
    diagnostics_.push_back({Severity::error, position, std::move(text)});
  }

  void give(Module& to, Function* body) {
    for (Function*& one : to.functions) {
      if (one->name != body->name || one->kind != Function::Kind::builtin) continue;
      if (signature_of(*one) != signature_of(*body)) {
        return error(body->position, "the body of '" + std::string(body->name) +
                                         "' has another type than the function at " +
                                         text_of(model_, one->position));
      }
      body->module = &to;
      one = body;
      ++given_;
      return;
    }
    error(body->position, "module '" + std::string(to.name) + "' has no foreign function '" +
                              std::string(body->name) + "'");
  }

  void give(Module& to, Class* body) {
    for (Class*& one : to.classes) {
      const bool is_foreign =
          std::ranges::any_of(one->annotations, [](const Annotation& annotation) {
            return annotation.value->kind == Expression::Kind::construct &&
                   annotation.value->text == "Foreign";
          });
      if (one->name != body->name || !is_foreign) continue;
      body->module = &to;
      one = body;
      ++given_;
      return;
    }
    error(body->position, "module '" + std::string(to.name) + "' has no foreign class '" +
                              std::string(body->name) + "'");
  }

  Model& model_;
  Diagnostics& diagnostics_;
  std::size_t given_ = 0;
};

}  // namespace

std::size_t give_bodies(Model& model, std::size_t first_module, Diagnostics& diagnostics) {
  const auto first = model.modules.begin() + static_cast<std::ptrdiff_t>(first_module);
  const std::vector<Module*> from(first, model.modules.end());
  model.modules.erase(first, model.modules.end());
  Bodies bodies(model, diagnostics);
  for (const Module* module : from) bodies.give(*module);
  return bodies.given();
}

}  // namespace harrier::abs
