// Traits: the methods that a class takes from them, each class its own copy.
#include <algorithm>

#include "abs/check/checker.hpp"
#include "abs/check/clone.hpp"

namespace harrier::abs {
namespace {

bool same_type(const TypeUse* first, const TypeUse* second) {
  return first->name == second->name &&
         std::equal(first->arguments.begin(), first->arguments.end(), second->arguments.begin(),
                    second->arguments.end(), same_type);
}

/// Types are compared as written: none is resolved yet.
bool matches(const MethodSignature* first, const MethodSignature* second) {
  return first->name == second->name && same_type(first->result_use, second->result_use) &&
         std::equal(first->parameters.begin(), first->parameters.end(), second->parameters.begin(),
                    second->parameters.end(), [](const Variable* a, const Variable* b) {
                      return same_type(a->type_use, b->type_use);
                    });
}

/// Collects the calls of `original`: like all effects, they are whole expressions of statements.
void collect_originals(const Statement* statement, std::vector<Expression*>& out) {
  if (statement == nullptr) return;
  Expression* expression = statement->expression;
  if (expression != nullptr && expression->kind == Expression::Kind::original) {
    out.push_back(expression);
  }
  collect_originals(statement->first, out);
  collect_originals(statement->second, out);
  for (const Statement* part : statement->statements) collect_originals(part, out);
  for (const StatementBranch& branch : statement->branches) collect_originals(branch.body, out);
}

class Flattener {
 public:
  explicit Flattener(Checker& checker) : checker_(checker) {}

  // Applies the operations, one after the other, to the methods that there are.
  void apply(std::span<TraitOperation> operations, const Module* module, const Trait* trait,
             std::vector<Method*>& methods) {
    for (const TraitOperation& operation : operations) {
      if (operation.kind == TraitOperation::Kind::removes) {
        for (const MethodSignature* signature : operation.signatures) remove(signature, methods);
        continue;
      }
      for (Method* method : operand(operation, module, trait)) {
        if (operation.kind == TraitOperation::Kind::modifies) {
          modify(method, methods);
        } else {
          methods.push_back(method);
        }
      }
    }
  }

 private:
  std::vector<Method*> operand(const TraitOperation& operation, const Module* module,
                               const Trait* trait) {
    std::vector<Method*> methods;
    if (operation.trait.empty()) {
      for (const Method* method : operation.methods) {
        methods.push_back(clone(checker_.model.arena, method));
        methods.back()->trait = trait;
      }
      return methods;
    }
    const Declared* found =
        checker_.find(module, NameKind::trait, operation.trait, operation.position);
    if (found == nullptr) return methods;
    if (std::find(under_way_.begin(), under_way_.end(), found->trait) != under_way_.end()) {
      checker_.error(operation.position, "trait " + quoted(operation.trait) + " is made of itself");
      return methods;
    }
    under_way_.push_back(found->trait);
    apply(found->trait->operations, found->module, found->trait, methods);
    under_way_.pop_back();
    return methods;
  }

  void remove(const MethodSignature* signature, std::vector<Method*>& methods) {
    const auto found = std::find_if(methods.begin(), methods.end(), [&](const Method* method) {
      return matches(method->signature, signature);
    });
    if (found == methods.end()) {
      return checker_.error(signature->position, "there is no method " + quoted(signature->name) +
                                                     " with these types to remove");
    }
    methods.erase(found);
  }

  // The method that is replaced stays, under a name that no model can have, if the new one calls
  // it.
  void modify(Method* method, std::vector<Method*>& methods) {
    const auto found = std::find_if(methods.begin(), methods.end(), [&](const Method* other) {
      return other->name() == method->name();
    });
    if (found == methods.end()) return methods.push_back(method);
    std::vector<Expression*> originals;
    for (const Statement* statement : method->body) collect_originals(statement, originals);
    Method* replaced = *found;
    *found = method;
    if (originals.empty()) return;
    const std::string name =
        std::string(replaced->name()) + "$original" + std::to_string(++originals_);
    replaced->signature->name = checker_.model.arena.copy(std::string_view(name));
    methods.push_back(replaced);
    for (Expression* original : originals) {
      original->kind = Expression::Kind::call_sync;
      original->text = replaced->signature->name;
      original->receiver = checker_.model.arena.make<Expression>();
      original->receiver->kind = Expression::Kind::self;
      original->receiver->position = original->position;
    }
  }

  Checker& checker_;
  std::vector<const Trait*> under_way_;
  std::size_t originals_ = 0;
};

}  // namespace

void Checker::flatten(Class* owner) {
  if (owner->uses.empty()) return;
  std::vector<Method*> methods;
  Flattener(*this).apply(owner->uses, owner->module, nullptr, methods);
  methods.insert(methods.end(), owner->methods.begin(), owner->methods.end());
  owner->methods = model.arena.copy(methods);
}

}  // namespace harrier::abs
