// What reports call a type: its name without namespaces, unless another type is called the same.
#pragma once

#include <string>
#include <string_view>

namespace harrier::detail {

template <class T>
constexpr std::string_view raw_type_name() {
#if defined(__clang__)
  std::string_view name = __PRETTY_FUNCTION__;
  name.remove_prefix(name.find("[T = ") + 5);
  name.remove_suffix(1);
#else
  std::string_view name = __PRETTY_FUNCTION__;
  name.remove_prefix(name.find("with T = ") + 9);
  name = name.substr(0, name.find("; std::string_view"));
#endif
  return name;
}

/// Cuts the namespaces off a type's name, template arguments left as they are.
constexpr std::string_view short_type_name(std::string_view name) {
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i + 1 < name.size(); ++i) {
    if (name[i] == '<') ++depth;
    if (name[i] == '>') --depth;
    if (depth == 0 && name[i] == ':' && name[i + 1] == ':') begin = i + 2;
  }
  return name.substr(begin);
}

/// The name of one type, known from the start of the process: what it is called in a report does
/// not depend on which other types an execution has met before.
class TypeName {
 public:
  explicit TypeName(std::string_view raw);
  /// Returns the name with as many namespaces as tell it apart from all others.
  std::string shown() const;

 private:
  const std::string_view full_;  ///< with its namespaces, where they tell something
};

template <class T>
inline const TypeName type_name_of{raw_type_name<T>()};

}  // namespace harrier::detail
