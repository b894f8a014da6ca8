// Whether the checker has filled in all of a model that it accepted.
#include "completeness.hpp"

namespace harrier::abs {
namespace {

class Search {
 public:
  explicit Search(const Model& model) : model_(model) {}

  std::string run() {
    for (const Module* module : model_.modules) {
      for (const Function* function : module->functions) {
        want(function->result != nullptr, function->position, "a result type");
        if (function->kind == Function::Kind::defined) body(function->frame, function->body);
      }
      for (const Class* owner : module->classes) class_(*owner);
      if (module->main != nullptr) {
        frame_ = &module->main->frame;
        all(module->main->body);
      }
    }
    return gap_;
  }

 private:
  void want(bool there, Position position, const char* what) {
    if (!there && gap_.empty()) gap_ = text_of(model_, position) + " lacks " + what;
  }

  void class_(const Class& owner) {
    want(owner.type != nullptr, owner.position, "a type");
    class_under_way_ = &owner;
    frame_ = &owner.initial_frame;
    for (const Field& field : owner.fields) {
      want(field.variable->type != nullptr, owner.position, "a field's type");
      if (field.initial != nullptr) expression(field.initial);
    }
    all(owner.initial);
    frame_ = &owner.recover_frame;
    branches(owner.recover);
    for (const Method* method : owner.methods) {
      frame_ = &method->frame;
      all(method->body);
    }
    class_under_way_ = nullptr;
  }

  void body(const Frame& frame, const Expression* value) {
    const Frame* outer = frame_;
    frame_ = &frame;
    expression(value);
    frame_ = outer;
  }

  void variable(const Variable* variable) {
    if (variable == nullptr) return;
    want(variable->type != nullptr, variable->position, "a variable's type");
    want(variable->slot < frame_->slot_count && frame_->variables[variable->slot] == variable,
         variable->position, "a variable's slot");
  }

  void pattern(const Pattern* pattern) {
    want(pattern->kind != Pattern::Kind::variable, pattern->position, "what a pattern means");
    want(pattern->type != nullptr, pattern->position, "a pattern's type");
    if (pattern->kind == Pattern::Kind::bind) variable(pattern->variable);
    if (pattern->kind == Pattern::Kind::compare) expression(pattern->compared);
    if (pattern->kind == Pattern::Kind::constructor) {
      want(pattern->constructor != nullptr, pattern->position, "a constructor");
    }
    for (const Pattern* argument : pattern->arguments) this->pattern(argument);
  }

  void expression(const Expression* value) {
    want(value->type != nullptr && value->kind != Expression::Kind::error &&
             value->kind != Expression::Kind::name && value->kind != Expression::Kind::original,
         value->position, "what an expression means");
    if (value->kind == Expression::Kind::local) variable(value->variable);
    if (value->kind == Expression::Kind::field) {
      want(class_under_way_ != nullptr && value->field < class_under_way_->fields.size(),
           value->position, "a field");
    }
    if (value->kind == Expression::Kind::construct) {
      want(value->constructor != nullptr &&
               value->constructor->fields.size() == value->arguments.size(),
           value->position, "a constructor");
    }
    if (value->kind == Expression::Kind::call_function ||
        value->kind == Expression::Kind::call_variadic) {
      want(value->function != nullptr || value->function_parameter != FunctionArgument::no_index,
           value->position, "a function");
    }
    if (value->kind == Expression::Kind::create) {
      want(value->created != nullptr && value->created->parameter_count == value->arguments.size(),
           value->position, "a class");
    }
    if (value->receiver != nullptr) expression(value->receiver);
    for (const Expression* argument : value->arguments) expression(argument);
    for (const CaseBranch& branch : value->branches) {
      pattern(branch.pattern);
      expression(branch.result);
    }
    for (const LetBinding& binding : value->bindings) {
      variable(binding.variable);
      expression(binding.value);
    }
    for (const FunctionArgument& argument : value->functions) {
      if (argument.lambda != nullptr) {
        body(argument.lambda->frame, argument.lambda->body);
      } else {
        want(argument.function != nullptr ||
                 argument.function_parameter != FunctionArgument::no_index,
             argument.position, "a function");
      }
    }
  }

  void branches(std::span<StatementBranch> all_branches) {
    for (const StatementBranch& branch : all_branches) {
      pattern(branch.pattern);
      statement(branch.body);
    }
  }

  void statement(const Statement* value) {
    if (value == nullptr) return;
    want(value->kind != Statement::Kind::error, value->position, "a statement");
    if (value->target != nullptr) expression(value->target);
    if (value->expression != nullptr) expression(value->expression);
    variable(value->variable);
    variable(value->index);
    statement(value->first);
    statement(value->second);
    all(value->statements);
    branches(value->branches);
    for (const Guard& guard : value->guards) {
      expression(guard.expression);
      if (guard.most != nullptr) expression(guard.most);
    }
  }

  void all(std::span<Statement*> statements) {
    for (const Statement* value : statements) statement(value);
  }

  const Model& model_;
  const Frame* frame_ = nullptr;
  const Class* class_under_way_ = nullptr;
  std::string gap_;
};

}  // namespace

std::string first_gap(const Model& model) { return Search(model).run(); }

}  // namespace harrier::abs
