// Copies of methods and functions as they are written.
#include "abs/check/clone.hpp"

namespace harrier::abs {
namespace {

class Cloner {
 public:
  explicit Cloner(Arena& arena) : arena_(arena) {}

  Method* method(const Method* from) {
    Method made = *from;
    made.signature = arena_.make(*from->signature);
    made.signature->result_use = type_use(from->signature->result_use);
    made.signature->parameters = all(from->signature->parameters, &Cloner::variable);
    made.body = all(from->body, &Cloner::statement);
    return arena_.make(made);
  }

  Function* function(const Function* from) {
    Function* made = arena_.make(*from);
    made->parameters = all(from->parameters, &Cloner::variable);
    made->body = expression(from->body);
    return made;
  }

 private:
  template <typename Node>
  std::span<Node*> all(std::span<Node*> from, Node* (Cloner::*one)(const Node*)) {
    std::vector<Node*> made;
    made.reserve(from.size());
    for (const Node* node : from) made.push_back((this->*one)(node));
    return arena_.copy(made);
  }

  TypeUse* type_use(const TypeUse* from) {
    if (from == nullptr) return nullptr;
    TypeUse* made = arena_.make(*from);
    made->arguments = all(from->arguments, &Cloner::type_use);
    return made;
  }

  Variable* variable(const Variable* from) {
    if (from == nullptr) return nullptr;
    Variable* made = arena_.make(*from);
    made->type_use = type_use(from->type_use);
    return made;
  }

  Pattern* pattern(const Pattern* from) {
    Pattern* made = arena_.make(*from);
    made->arguments = all(from->arguments, &Cloner::pattern);
    return made;
  }

  Expression* expression(const Expression* from) {
    if (from == nullptr) return nullptr;
    Expression* made = arena_.make(*from);
    made->receiver = expression(from->receiver);
    made->arguments = all(from->arguments, &Cloner::expression);
    made->branches = changed(from->branches, [this](CaseBranch& branch) {
      branch.pattern = pattern(branch.pattern);
      branch.result = expression(branch.result);
    });
    made->bindings = changed(from->bindings, [this](LetBinding& binding) {
      binding.variable = variable(binding.variable);
      binding.value = expression(binding.value);
    });
    made->functions = changed(from->functions, [this](FunctionArgument& argument) {
      argument.lambda = lambda(argument.lambda);
    });
    return made;
  }

  Lambda* lambda(const Lambda* from) {
    if (from == nullptr) return nullptr;
    Lambda* made = arena_.make(*from);
    made->parameters = all(from->parameters, &Cloner::variable);
    made->body = expression(from->body);
    return made;
  }

  Statement* statement(const Statement* from) {
    if (from == nullptr) return nullptr;
    Statement* made = arena_.make(*from);
    made->expression = expression(from->expression);
    made->target = expression(from->target);
    made->variable = variable(from->variable);
    made->index = variable(from->index);
    made->first = statement(from->first);
    made->second = statement(from->second);
    made->statements = all(from->statements, &Cloner::statement);
    made->branches = changed(from->branches, [this](StatementBranch& branch) {
      branch.pattern = pattern(branch.pattern);
      branch.body = statement(branch.body);
    });
    made->guards = changed(
        from->guards, [this](Guard& guard) { guard.expression = expression(guard.expression); });
    return made;
  }

  template <typename Part, typename Change>
  std::span<Part> changed(std::span<Part> from, const Change& change) {
    std::vector<Part> made(from.begin(), from.end());
    for (Part& part : made) change(part);
    return arena_.copy(made);
  }

  Arena& arena_;
};

}  // namespace

Method* clone(Arena& arena, const Method* method) { return Cloner(arena).method(method); }

Function* clone(Arena& arena, const Function* function) { return Cloner(arena).function(function); }

}  // namespace harrier::abs
