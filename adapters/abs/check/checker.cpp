// Names and types as written, remarks, and the order in which everything is checked.
#include "abs/check/checker.hpp"

#include <algorithm>

#include "abs/check/body.hpp"
#include "base/text.hpp"

namespace harrier::abs {

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

bool has_annotation(Annotations annotations, std::string_view name) {
  return std::any_of(annotations.begin(), annotations.end(), [&](const Annotation& annotation) {
    return annotation.value->kind == Expression::Kind::construct && annotation.value->text == name;
  });
}

const Annotation* find_annotation(Annotations annotations, std::string_view name) {
  for (const Annotation& annotation : annotations) {
    if (annotation.name == name) return &annotation;
  }
  return nullptr;
}

Checker::Checker(Model& model_to_check, Diagnostics& diagnostics)
    : model(model_to_check),
      types(model_to_check.arena, model_to_check.dialect),
      names(model_to_check, diagnostics),
      completions(*this),
      diagnostics_(diagnostics) {}

void Checker::error(Position position, std::string text) {
  diagnostics_.push_back({Severity::error, position, std::move(text)});
}

void Checker::warn(Position position, std::string text) {
  diagnostics_.push_back({Severity::warning, position, std::move(text)});
}

void Checker::refuse(Position position, std::string text) {
  diagnostics_.push_back({Severity::unsupported, position, std::move(text)});
}

std::string Checker::take_back(std::size_t count) {
  const auto first = diagnostics_.begin() + static_cast<std::ptrdiff_t>(count);
  const auto serious = std::find_if(first, diagnostics_.end(), [](const Diagnostic& remark) {
    return remark.severity != Severity::warning;
  });
  std::string text = serious == diagnostics_.end() ? "" : serious->text;
  diagnostics_.erase(first, diagnostics_.end());
  return text;
}

void Checker::run() {
  names.collect();
  declare_types();
  check_bodies();
}

const Declared* Checker::find(const Module* module, NameKind kind, std::string_view name,
                              Position position) {
  const Found found = names.find(module, kind, name);
  if (found.declared != nullptr) {
    const std::string_view feature = found.declared->unsupported;
    // The library may name what it does not have.
    if (feature.empty() || position.file == 0) return found.declared;
    refuse(position, quoted(name) + " needs " + std::string(feature) + ", which " +
                         (feature.ends_with('s') ? "are" : "is") + " not supported");
    return nullptr;
  }
  if (!found.candidates.empty()) {
    std::vector<std::string> all;
    for (const Declared* candidate : found.candidates) {
      all.push_back(std::string(candidate->module->name) + "." + std::string(candidate->name));
    }
    error(position, "the use of " + quoted(name) + " is ambiguous; it can be: " + base::join(all));
    return nullptr;
  }
  std::string text = std::string(text_of(kind)) + " " + quoted(name) + " cannot be resolved";
  if (kind == NameKind::type && names.find(module, NameKind::class_, name).declared != nullptr) {
    text += "; a class is no type, name one of its interfaces instead";
  } else if (kind == NameKind::class_ &&
             names.find(module, NameKind::type, name).declared != nullptr) {
    text += "; only classes can be created";
  } else {
    text += base::did_you_mean(name, names.visible_names(module, kind));
  }
  error(position, text);
  return nullptr;
}

const Type* Checker::resolve(TypeUse* use, const Module* module, const TypeParameters& parameters) {
  if (use->type == nullptr) use->type = resolve_new(use, module, parameters);
  return use->type;
}

const Type* Checker::resolve_new(TypeUse* use, const Module* module,
                                 const TypeParameters& parameters) {
  std::vector<const Type*> arguments;
  for (TypeUse* argument : use->arguments) {
    arguments.push_back(resolve(argument, module, parameters));
  }
  std::size_t wanted = 0;
  const Type* type = nullptr;
  if (const auto found = parameters.find(use->name); found != parameters.end()) {
    type = found->second;
  } else {
    const Declared* declared = find(module, NameKind::type, use->name, use->position);
    if (declared == nullptr) return types.unknown();
    if (declared->interface != nullptr) {
      type = types.interface(declared->interface);
    } else if (declared->synonym != nullptr) {
      type = resolve_synonym(declared->synonym);
    } else if (declared->constructor != nullptr) {
      type = types.known("Exception");
    } else {
      wanted = declared->data->parameters.size();
      if (arguments.size() == wanted) return types.data(declared->data, arguments);
    }
  }
  if (arguments.size() == wanted) return type;
  error(use->position, "wrong number of type arguments for " + quoted(use->name) + ": expected " +
                           std::to_string(wanted) + ", found " + std::to_string(arguments.size()));
  return types.unknown();
}

const Type* Checker::resolve_synonym(TypeSynonym* synonym) {
  if (synonym->resolving) {
    error(synonym->position, "circular type synonym " + quoted(synonym->name));
    synonym->target->type = types.unknown();
    return types.unknown();
  }
  synonym->resolving = true;
  const Type* type = resolve(synonym->target, synonym->module, {});
  synonym->resolving = false;
  return type;
}

const MethodSignature* Checker::find_method(const Type* type, std::string_view name) const {
  if (type->kind == Type::Kind::object) {
    if (const Method* method = type->object->find_method(name)) return method->signature;
    for (const Interface* interface : type->object->implemented) {
      for (const MethodSignature* signature : interface->methods) {
        if (signature->name == name) return signature;
      }
    }
  }
  if (type->kind == Type::Kind::interface) {
    for (const MethodSignature* signature : type->interface->methods) {
      if (signature->name == name) return signature;
    }
  }
  return nullptr;
}

void Checker::check_bodies() {
  for (const Module* module : model.modules) {
    for (Function* function : module->functions) {
      if (!function->function_parameters.empty()) completions.keep(function);
    }
  }
  for (Module* module : model.modules) {
    for (Function* function : module->functions) {
      if (function->kind != Function::Kind::defined) continue;
      if (!function->function_parameters.empty()) {
        completions.sound(function, function->position);
        continue;
      }
      Body body(*this, {.place = Place::function,
                        .module = module,
                        .function = function,
                        .type_parameters = function_parameters_[function]});
      body.check_function(function);
    }
    for (Class* owner : module->classes) check_class_bodies(owner);
    if (module->main != nullptr) {
      Body body(*this, {.place = Place::main, .module = module});
      module->main->frame = body.check_block(module->main->body);
    }
  }
}

void Checker::check_class_bodies(Class* owner) {
  Body initial(*this, {.place = Place::initial, .module = owner->module, .owner = owner});
  owner->initial_frame = initial.check_initial();
  if (const Annotation* domain = find_annotation(owner->annotations, "DomainClass")) {
    Body annotation(*this, {.place = Place::initial, .module = owner->module, .owner = owner});
    annotation.check_domain_class(domain->value);
  }
  if (!owner->recover.empty()) {
    Body recover(*this, {.place = Place::recover, .module = owner->module, .owner = owner});
    owner->recover_frame = recover.check_recover();
  }
  std::vector<Expression*> fields = initial.fields_read();
  for (Method* method : owner->methods) {
    const Module* module = method->trait == nullptr ? owner->module : method->trait->module;
    Body body(*this, {.place = Place::method, .module = module, .owner = owner, .method = method});
    method->frame = body.check_method();
    fields.insert(fields.end(), body.fields_read().begin(), body.fields_read().end());
  }
  // Only now it is known what is assigned.
  for (Expression* field : fields) field->field_constant = !owner->fields[field->field].assigned;
}

}  // namespace harrier::abs
