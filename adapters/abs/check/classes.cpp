// Interfaces, what they inherit, and whether classes keep what they promise.
#include <algorithm>
#include <unordered_set>

#include "abs/check/checker.hpp"

namespace harrier::abs {
namespace {

bool same_signature(const MethodSignature* first, const MethodSignature* second) {
  if (first->result_use->type != second->result_use->type) return false;
  return std::equal(first->parameters.begin(), first->parameters.end(), second->parameters.begin(),
                    second->parameters.end(),
                    [](const Variable* a, const Variable* b) { return a->type == b->type; });
}

const MethodSignature* find_in(const std::vector<const MethodSignature*>& methods,
                               std::string_view name) {
  for (const MethodSignature* method : methods) {
    if (method->name == name) return method;
  }
  return nullptr;
}

void add_with_extended(const Interface* interface, std::vector<const Interface*>& all) {
  if (std::find(all.begin(), all.end(), interface) != all.end()) return;
  all.push_back(interface);
  for (const Interface* extended : interface->extended) add_with_extended(extended, all);
}

}  // namespace

std::string_view owner_of(const Class* owner, const MethodSignature* signature) {
  for (const Interface* interface : owner->implemented) {
    for (const MethodSignature* own : interface->signatures) {
      if (own == signature) return interface->name;
    }
  }
  return owner->name;
}

// Resolves what it extends and the types of its methods; those of others may not be known yet.
void Checker::declare_interface(Interface* interface) {
  std::vector<const Interface*> extended;
  for (TypeUse* use : interface->extended_uses) {
    const Type* type = resolve(use, interface->module, {});
    if (type->kind == Type::Kind::interface) {
      extended.push_back(type->interface);
    } else if (!Types::is_vague(type)) {
      error(use->position,
            "interfaces can only extend interfaces, but " + quoted(use->name) + " is none");
    }
  }
  interface->extended = model.arena.copy(extended);
  std::unordered_set<std::string_view> taken;
  for (MethodSignature* signature : interface->signatures) {
    declare_signature(signature, interface->module);
    if (!taken.insert(signature->name).second) {
      error(signature->position, "method " + quoted(signature->name) + " is already defined");
    }
    if (signature->name == "run") check_run(signature);
  }
}

bool Checker::has_cycle(const Interface* interface) const {
  std::vector<const Interface*> all;
  for (const Interface* extended : interface->extended) add_with_extended(extended, all);
  return std::find(all.begin(), all.end(), interface) != all.end();
}

void Checker::merge_methods(std::vector<const MethodSignature*>& methods, const Interface* from,
                            Position position) {
  std::vector<const Interface*> all;
  add_with_extended(from, all);
  for (const Interface* interface : all) {
    for (const MethodSignature* signature : interface->signatures) {
      const MethodSignature* same = find_in(methods, signature->name);
      if (same == nullptr) {
        methods.push_back(signature);
      } else if (same != signature && !same_signature(same, signature)) {
        error(position, "interface " + quoted(from->name) + " has a method " +
                            quoted(signature->name) + " that overloads one of another interface");
      }
    }
  }
}

void Checker::inherit(Interface* interface) {
  if (has_cycle(interface)) {
    error(interface->position, "cyclic inheritance of interface " + quoted(interface->name));
    interface->extended = {};
  }
  std::vector<const MethodSignature*> methods(interface->signatures.begin(),
                                              interface->signatures.end());
  const std::size_t own = methods.size();
  for (std::size_t i = 0; i < interface->extended.size(); ++i) {
    const Interface* extended = interface->extended[i];
    for (std::size_t k = 0; k < own; ++k) {
      std::vector<const Interface*> all;
      add_with_extended(extended, all);
      for (const Interface* ancestor : all) {
        for (const MethodSignature* signature : ancestor->signatures) {
          if (signature->name != methods[k]->name) continue;
          error(methods[k]->position, "method " + quoted(signature->name) +
                                          " overrides a method of interface " +
                                          quoted(ancestor->name));
        }
      }
    }
    const Position position = i < interface->extended_uses.size()
                                  ? interface->extended_uses[i]->position
                                  : interface->position;
    std::vector<const MethodSignature*> inherited(
        methods.begin() + static_cast<std::ptrdiff_t>(own), methods.end());
    merge_methods(inherited, extended, position);
    methods.resize(own);
    for (const MethodSignature* signature : inherited) {
      if (find_in(methods, signature->name) == nullptr) methods.push_back(signature);
    }
  }
  interface->methods = model.arena.copy(methods);
}

void Checker::declare_class(Class* owner) {
  owner->number = static_cast<std::uint32_t>(model.classes.size());
  model.classes.push_back(owner);
  std::vector<const Interface*> implemented;
  for (TypeUse* use : owner->implemented_uses) {
    const Type* type = resolve(use, owner->module, {});
    if (type->kind == Type::Kind::interface) {
      if (std::count_if(owner->implemented_uses.begin(), owner->implemented_uses.end(),
                        [&](const TypeUse* other) { return other->type == type; }) > 1) {
        error(use->position, "class " + quoted(owner->name) + " already implements interface " +
                                 quoted(use->name));
      }
      add_with_extended(type->interface, implemented);
    } else if (!Types::is_vague(type)) {
      error(use->position, "classes implement interfaces, but " + quoted(use->name) + " is none");
    }
  }
  owner->implemented = model.arena.copy(implemented);
  owner->type = types.object(owner);
  std::unordered_set<std::string_view> taken;
  for (const Field& field : owner->fields) {
    field.variable->type = resolve(field.variable->type_use, owner->module, {});
    if (!taken.insert(field.variable->name).second) {
      error(field.variable->position,
            "field " + quoted(field.variable->name) + " is already defined");
    }
  }
  for (const Method* method : owner->methods) {
    declare_signature(method->signature,
                      method->trait == nullptr ? owner->module : method->trait->module);
  }
}

void Checker::warn_of_scheduler(Position position) {
  warn(position, "'[Scheduler: …]' is not asked: the tasks are taken in any order");
}

void Checker::check_class(const Class* owner) {
  if (find_annotation(owner->annotations, "Scheduler") != nullptr)
    warn_of_scheduler(owner->position);
  if (has_annotation(owner->annotations, "Foreign")) {
    warn(owner->position,
         "'[Foreign]': nobody knows what its methods do beyond what is written here");
  }
  std::vector<const MethodSignature*> wanted;
  for (const TypeUse* use : owner->implemented_uses) {
    if (use->type->kind == Type::Kind::interface) {
      merge_methods(wanted, use->type->interface, use->position);
    }
  }
  std::unordered_set<std::string_view> taken;
  for (const Method* method : owner->methods) {
    if (!taken.insert(method->name()).second) {
      error(method->signature->position,
            "method " + quoted(method->name()) + " is already defined");
      continue;
    }
    if (method->name() == "run") check_run(method->signature);
    if (const MethodSignature* signature = find_in(wanted, method->name())) {
      check_implementation(method, signature, owner);
    }
  }
  for (const MethodSignature* signature : wanted) {
    if (taken.count(signature->name) != 0) continue;
    error(owner->position, "method " + quoted(signature->name) + " of interface " +
                               quoted(owner_of(owner, signature)) +
                               " is not implemented by class " + quoted(owner->name));
  }
}

void Checker::check_implementation(const Method* method, const MethodSignature* wanted,
                                   const Class* owner) {
  const MethodSignature* found = method->signature;
  const std::string_view interface = owner_of(owner, wanted);
  const auto differs = [](const Type* a, const Type* b) {
    return a != b && !Types::is_vague(a) && !Types::is_vague(b);
  };
  if (found->parameters.size() != wanted->parameters.size()) {
    error(found->position, "method " + quoted(found->name) + " has " +
                               std::to_string(found->parameters.size()) +
                               " parameters, but interface " + quoted(interface) + " declares " +
                               std::to_string(wanted->parameters.size()));
  } else {
    for (std::size_t i = 0; i < found->parameters.size(); ++i) {
      const Variable* parameter = found->parameters[i];
      const Type* type = wanted->parameters[i]->type;
      if (!differs(parameter->type, type)) continue;
      error(parameter->position, "parameter " + quoted(parameter->name) + " of method " +
                                     quoted(found->name) + " has type " + text_of(parameter->type) +
                                     ", but interface " + quoted(interface) + " declares " +
                                     text_of(type));
    }
  }
  if (differs(found->result_use->type, wanted->result_use->type)) {
    error(found->position, "method " + quoted(found->name) + " returns " +
                               text_of(found->result_use->type) + ", but interface " +
                               quoted(interface) + " declares " +
                               text_of(wanted->result_use->type));
  }
  if (wanted->atomic && !found->atomic) {
    error(found->position, "method " + quoted(found->name) +
                               " must be [Atomic] because it is so in interface " +
                               quoted(interface));
  }
  if (wanted->readonly && !found->readonly) {
    error(found->position, "method " + quoted(found->name) +
                               " must be [Readonly] because it is so in interface " +
                               quoted(interface));
  }
}

// The run-time starts `run` without arguments and takes no result.
void Checker::check_run(const MethodSignature* signature) {
  if (!signature->parameters.empty()) {
    error(signature->position,
          "method 'run' has no parameters; found " + std::to_string(signature->parameters.size()));
  }
  const Type* result = signature->result_use->type;
  if (!Types::is_vague(result) && !types.is(result, "Unit")) {
    error(signature->position, "method 'run' returns Unit; found " + text_of(result));
  }
}

}  // namespace harrier::abs
