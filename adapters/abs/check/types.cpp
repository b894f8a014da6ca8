// The types of a model.
#include "abs/check/types.hpp"

#include <algorithm>

namespace harrier::abs {
namespace {

bool extends(const Interface* from, const Interface* to) {
  if (from == to) return true;
  return std::any_of(from->extended.begin(), from->extended.end(),
                     [&](const Interface* extended) { return extends(extended, to); });
}

void append(const Type* type, std::string& text) {
  constexpr std::size_t length_max = 200;
  if (text.size() > length_max) return;
  switch (type->kind) {
    case Type::Kind::unknown:
    case Type::Kind::nothing:
      text += "?";
      return;
    case Type::Kind::null:
      text += "null";
      return;
    case Type::Kind::any:
      text += "any";
      return;
    case Type::Kind::interface:
      text += type->interface->name;
      return;
    case Type::Kind::object:
      text += type->object->name;
      return;
    case Type::Kind::parameter:
      text += type->parameter;
      return;
    case Type::Kind::data:
      break;
  }
  text += type->data->name;
  for (std::size_t i = 0; i < type->arguments.size(); ++i) {
    text += i == 0 ? "<" : ", ";
    append(type->arguments[i], text);
  }
  if (!type->arguments.empty()) text += ">";
}

}  // namespace

const Type* Types::data(const DataType* data, const std::vector<const Type*>& arguments) {
  const Type*& made = data_[{data, arguments}];
  if (made == nullptr) {
    Type type{.kind = Type::Kind::data, .data = data};
    type.arguments = arena_.copy(arguments);
    type.open = std::any_of(arguments.begin(), arguments.end(),
                            [](const Type* argument) { return argument->open; });
    made = arena_.make(type);
  }
  return made;
}

const Type* Types::interface(const Interface* interface) {
  const Type*& made = references_[interface];
  if (made == nullptr) {
    made = arena_.make(Type{.kind = Type::Kind::interface, .interface = interface});
  }
  return made;
}

const Type* Types::object(const Class* object) {
  const Type*& made = references_[object];
  if (made == nullptr) made = arena_.make(Type{.kind = Type::Kind::object, .object = object});
  return made;
}

const Type* Types::parameter(std::string_view name) {
  return arena_.make(
      Type{.kind = Type::Kind::parameter, .parameter = name, .index = parameters_++, .open = true});
}

bool Types::assignable(const Type* from, const Type* to) {
  if (from == to || is_vague(from) || is_vague(to) || to->kind == Type::Kind::any) return true;
  switch (from->kind) {
    case Type::Kind::null:
      return is_reference(to);
    case Type::Kind::interface:
      return to->kind == Type::Kind::interface &&
             (to->interface == top_ || extends(from->interface, to->interface));
    case Type::Kind::object:
      return to->kind == Type::Kind::interface &&
             (to->interface == top_ ||
              std::find(from->object->implemented.begin(), from->object->implemented.end(),
                        to->interface) != from->object->implemented.end());
    case Type::Kind::data:
      return to->kind == Type::Kind::data && data_assignable(from, to);
    default:
      return false;
  }
}

// Data types are covariant: nothing can be changed in them.
bool Types::data_assignable(const Type* from, const Type* to) {
  if (is(from, "Int") && is(to, "Rat")) return true;
  // Old models took every quotient for an integer.
  if (dialect_ == Dialect::legacy && is(from, "Rat") && is(to, "Int")) return true;
  if (is(from, "Fut") && is(to, "Destiny")) return true;
  if (from->data != to->data || from->arguments.size() != to->arguments.size()) return false;
  const auto known = assignable_.find({from, to});
  if (known != assignable_.end()) return known->second;
  bool fits = true;
  for (std::size_t i = 0; fits && i < from->arguments.size(); ++i) {
    fits = assignable(from->arguments[i], to->arguments[i]);
  }
  assignable_[{from, to}] = fits;
  return fits;
}

const Type* Types::join(const Type* first, const Type* second) {
  if (is_vague(first)) return second;
  if (is_vague(second)) return first;
  const bool same_data = first->kind == Type::Kind::data && second->kind == Type::Kind::data &&
                         first->data == second->data &&
                         first->arguments.size() == second->arguments.size();
  if (first == second) return first;
  if (is(first, "Rat") && is(second, "Int")) return first;
  if (!same_data) {
    if (assignable(first, second)) return second;
    return assignable(second, first) ? first : nullptr;
  }
  const auto known = joined_.find({first, second});
  if (known != joined_.end()) return known->second;
  const Type* joined = joined_arguments(first, second);
  joined_[{first, second}] = joined;
  return joined;
}

const Type* Types::joined_arguments(const Type* first, const Type* second) {
  std::vector<const Type*> arguments;
  for (std::size_t i = 0; i < first->arguments.size(); ++i) {
    const Type* argument = join(first->arguments[i], second->arguments[i]);
    if (argument == nullptr) return nullptr;
    arguments.push_back(argument);
  }
  return data(first->data, arguments);
}

const Type* Types::substitute(const Type* type, const Bindings& bindings) {
  if (type->kind == Type::Kind::parameter) {
    const auto found = bindings.find(type);
    if (found == bindings.end()) return type;
    return found->second == nullptr ? nothing() : found->second;
  }
  if (!type->open) return type;
  return data(type->data, substitute_all(type->arguments, bindings));
}

std::vector<const Type*> Types::substitute_all(std::span<const Type* const> all,
                                               const Bindings& bindings) {
  std::vector<const Type*> made;
  made.reserve(all.size());
  for (const Type* type : all) made.push_back(substitute(type, bindings));
  return made;
}

Bindings Types::closed(Bindings bindings) const {
  for (auto& [parameter, bound] : bindings) {
    if (bound == nullptr) bound = unknown();
  }
  return bindings;
}

bool Types::bind(const Type* declared, const Type* actual, Bindings& bindings) {
  if (declared->kind == Type::Kind::parameter) {
    const auto found = bindings.find(declared);
    if (found == bindings.end()) return true;
    const Type* joined = found->second == nullptr ? actual : join(found->second, actual);
    if (joined == nullptr) return false;
    found->second = joined;
    return true;
  }
  if (!declared->open || actual->kind != Type::Kind::data || declared->data != actual->data ||
      declared->arguments.size() != actual->arguments.size()) {
    return true;  // whether it fits is seen once all are bound
  }
  for (std::size_t i = 0; i < declared->arguments.size(); ++i) {
    if (!bind(declared->arguments[i], actual->arguments[i], bindings)) return false;
  }
  return true;
}

void Types::know(std::string_view name, const DataType* data) { known_[name] = data; }

const Type* Types::known(std::string_view name) const {
  const auto found = known_.find(name);
  return found == known_.end() || found->second->type == nullptr ? unknown() : found->second->type;
}

const Type* Types::of(std::string_view name, const Type* argument) {
  const auto found = known_.find(name);
  return found == known_.end() ? unknown() : data(found->second, {argument});
}

bool Types::is(const Type* type, std::string_view name) const {
  if (type->kind != Type::Kind::data) return false;
  const auto found = known_.find(name);
  return found != known_.end() && found->second == type->data;
}

bool Types::is_numeric(const Type* type) const {
  return is_vague(type) || is(type, "Int") || is(type, "Rat") || is(type, "Float");
}

bool Types::is_reference(const Type* type) const {
  return type->kind == Type::Kind::interface || type->kind == Type::Kind::object ||
         type->kind == Type::Kind::null || is_vague(type);
}

std::string text_of(const Type* type) {
  std::string text;
  append(type, text);
  return text;
}

}  // namespace harrier::abs
