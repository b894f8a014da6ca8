// What data types, functions and methods take and give.
#include <algorithm>
#include <unordered_set>

#include "abs/check/checker.hpp"

namespace harrier::abs {
namespace {

std::vector<const Type*> in_order(std::span<std::string_view> names,
                                  const TypeParameters& parameters) {
  std::vector<const Type*> types;
  types.reserve(names.size());
  for (const std::string_view name : names) types.push_back(parameters.at(name));
  return types;
}

}  // namespace

// References first, since they are named by what follows; then what is made of them.
void Checker::declare_types() {
  for (Module* module : model.modules) {
    for (DataType* data : module->data_types) {
      if (module->name == "ABS.StdLib") types.know(data->name, data);
      declare_parameters(data->parameters, data->position, module, data_parameters_[data]);
      const auto parameters = in_order(data->parameters, data_parameters_[data]);
      data->parameter_types = model.arena.copy(parameters);
      data->type = types.data(data, parameters);
    }
    for (Interface* interface : module->interfaces) {
      interface->type = types.interface(interface);
      if (module->name == "ABS.StdLib" && interface->name == "Object") types.know_object(interface);
    }
  }
  for (Module* module : model.modules) {
    for (Interface* interface : module->interfaces) declare_interface(interface);
  }
  for (Module* module : model.modules) {
    for (Interface* interface : module->interfaces) inherit(interface);
    for (Class* owner : module->classes) flatten(owner);
    for (TypeSynonym* synonym : module->synonyms) resolve_synonym(synonym);
    for (DataType* data : module->data_types) declare_data(data);
    for (Constructor* exception : module->exceptions) {
      const Type* type = types.known("Exception");
      exception->data = type->data;
      exception->index = static_cast<std::uint32_t>(model.exceptions.size());
      model.exceptions.push_back(exception);
      declare_constructor(exception, {});
    }
  }
  // Selectors and conformance need the types of all constructors and signatures.
  for (Module* module : model.modules) {
    for (Function* function : module->functions) declare_function(function);
    for (Class* owner : module->classes) declare_class(owner);
  }
  for (Module* module : model.modules) {
    for (const Class* owner : module->classes) check_class(owner);
  }
}

void Checker::declare_parameters(std::span<std::string_view> parameter_names, Position position,
                                 const Module* module, TypeParameters& out) {
  for (const std::string_view name : parameter_names) {
    if (model.dialect == Dialect::standard &&
        names.find(module, NameKind::type, name).declared != nullptr) {
      error(position, "type parameter " + quoted(name) + " has the name of an existing type");
    }
    if (!out.emplace(name, types.parameter(name)).second) {
      error(position, "type parameter " + quoted(name) + " is used more than once");
    }
  }
}

void Checker::declare_data(DataType* data) {
  for (Constructor* constructor : data->constructors) {
    declare_constructor(constructor, data_parameters_[data]);
  }
}

void Checker::declare_constructor(Constructor* constructor, const TypeParameters& parameters) {
  std::vector<const Type*> arguments;
  std::unordered_set<std::string_view> selectors;
  for (ConstructorField& field : constructor->fields) {
    arguments.push_back(resolve(field.type_use, constructor->module, parameters));
    if (!field.selector.empty() && !selectors.insert(field.selector).second) {
      error(field.position, "selector " + quoted(field.selector) + " is used more than once");
    }
  }
  constructor->arguments = model.arena.copy(arguments);
}

void Checker::declare_function(Function* function) {
  function->number = static_cast<std::uint32_t>(model.functions.size());
  model.functions.push_back(function);
  if (function->kind == Function::Kind::selector) return declare_selector(function);
  TypeParameters& parameters = function_parameters_[function];
  declare_parameters(function->type_parameters, function->position, function->module, parameters);
  const auto parameter_types = in_order(function->type_parameters, parameters);
  function->parameter_types = model.arena.copy(parameter_types);
  declare_variables(function->parameters, function->module, parameters);
  std::vector<const Type*> arguments;
  for (const Variable* parameter : function->parameters) arguments.push_back(parameter->type);
  function->argument_types = model.arena.copy(arguments);
  function->result = resolve(function->result_use, function->module, parameters);
  // Nothing could ever be returned: no argument tells what the type is.
  const bool bound = function->result->kind != Type::Kind::parameter ||
                     !function->function_parameters.empty() ||
                     std::any_of(arguments.begin(), arguments.end(), [&](const Type* argument) {
                       Bindings bindings{{function->result, nullptr}};
                       types.bind(argument, argument, bindings);
                       return bindings.at(function->result) != nullptr;
                     });
  if (!bound) {
    error(function->position, "type parameter " + quoted(function->result->parameter) + " of " +
                                  quoted(function->name) + " is not bound by any parameter");
  }
}

void Checker::declare_selector(Function* function) {
  const Function::Selected& first = function->selected.front();
  const DataType* data = first.constructor->data;
  function->argument_types = model.arena.copy(std::vector<const Type*>{data->type});
  function->parameter_types = data->parameter_types;
  function->result = first.constructor->arguments[first.field];
  for (const Function::Selected& selected : function->selected) {
    const Type* type = selected.constructor->arguments[selected.field];
    if (type != function->result && !Types::is_vague(type)) {
      error(selected.constructor->fields[selected.field].position,
            "selector " + quoted(function->name) + " has different types, " + text_of(type) +
                " and " + text_of(function->result));
    }
  }
}

void Checker::declare_variables(std::span<Variable*> variables, const Module* module,
                                const TypeParameters& parameters) {
  std::unordered_set<std::string_view> taken;
  for (Variable* variable : variables) {
    variable->type = resolve(variable->type_use, module, parameters);
    if (!taken.insert(variable->name).second) {
      error(variable->position, "parameter " + quoted(variable->name) + " is already defined");
    }
  }
}

void Checker::declare_signature(MethodSignature* signature, const Module* module) {
  resolve(signature->result_use, module, {});
  declare_variables(signature->parameters, module, {});
  signature->atomic = has_annotation(signature->annotations, "Atomic");
  signature->readonly = has_annotation(signature->annotations, "Readonly");
}

}  // namespace harrier::abs
