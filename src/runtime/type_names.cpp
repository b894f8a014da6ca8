// What reports call a type: its name without namespaces, unless another type is called the same.
#include "harrier/detail/type_names.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace harrier::detail {

namespace {

/// The types of the executable by what they are called without namespaces.
std::map<std::string_view, std::set<std::string_view>>& types_by_name() {
  static std::map<std::string_view, std::set<std::string_view>> types;
  return types;
}

/// Tells whether a type belongs to one function or file. Such ones keep their short name: the tests
/// of an executable may all have a `Get` of their own.
bool is_local(std::string_view raw) {
  const std::string_view scopes = raw.substr(0, raw.size() - short_type_name(raw).size());
  return scopes.find_first_of("({") != std::string_view::npos;
}

bool ends_in(std::string_view full, std::string_view name) {
  if (!full.ends_with(name)) return false;
  full.remove_suffix(name.size());
  return full.empty() || full.ends_with("::");
}

}  // namespace

TypeName::TypeName(std::string_view raw) : full_(is_local(raw) ? short_type_name(raw) : raw) {
  if (!is_local(raw)) types_by_name()[short_type_name(raw)].insert(raw);
}

std::string TypeName::shown() const {
  std::string_view name = short_type_name(full_);
  const auto alike = types_by_name().find(name);
  if (alike == types_by_name().end()) return std::string(name);
  const auto is_ambiguous = [&](std::string_view other) {
    return other != full_ && ends_in(other, name);
  };
  while (name.size() < full_.size() && std::ranges::any_of(alike->second, is_ambiguous)) {
    const std::string_view scopes = full_.substr(0, full_.size() - name.size() - 2);
    name = full_.substr(scopes.size() - short_type_name(scopes).size());
  }
  return std::string(name);
}

}  // namespace harrier::detail
