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

/// Leaves out namespaces without a name. What is local to a function keeps only its own name: the
/// tests of an executable may all have a `Get` of their own.
std::string with_named_scopes(std::string_view raw) {
  const std::string_view own = short_type_name(raw);
  std::string_view scopes = raw.substr(0, raw.size() - own.size());
  std::string full;
  for (std::size_t end = scopes.find("::"); end != std::string_view::npos;
       end = scopes.find("::")) {
    const std::string_view scope = scopes.substr(0, end);
    scopes.remove_prefix(end + 2);
    if (scope == "{anonymous}" || scope == "(anonymous namespace)") continue;
    if (scope.find('(') != std::string_view::npos) return std::string(own);
    full.append(scope).append("::");
  }
  return full.append(own);
}

bool ends_in(std::string_view full, std::string_view name) {
  if (!full.ends_with(name)) return false;
  full.remove_suffix(name.size());
  return full.empty() || full.ends_with("::");
}

}  // namespace

TypeName::TypeName(std::string_view raw) : full_(with_named_scopes(raw)) {
  types_by_name()[short_type_name(full_)].insert(full_);
}

std::string TypeName::shown() const {
  const std::string_view full = full_;
  std::string_view name = short_type_name(full);
  const std::set<std::string_view>& alike = types_by_name().at(name);
  const auto is_ambiguous = [&](std::string_view other) {
    return other != full && ends_in(other, name);
  };
  while (name.size() < full.size() && std::ranges::any_of(alike, is_ambiguous)) {
    const std::string_view scopes = full.substr(0, full.size() - name.size() - 2);
    name = full.substr(scopes.size() - short_type_name(scopes).size());
  }
  return std::string(name);
}

}  // namespace harrier::detail
