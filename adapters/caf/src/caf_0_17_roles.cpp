// What actors of CAF 0.17 are called in reports.
#include "caf_0_17_roles.hpp"

#include <algorithm>
#include <array>
#include <caf/all.hpp>
#include <cstring>
#include <string_view>
#include <typeindex>
#include <typeinfo>
#include <unordered_map>

#include "host/symbol_names.hpp"

namespace harrier::caf {

namespace {

using ::caf::local_actor;
using InitFunction = ::caf::detail::unique_function<::caf::behavior(local_actor*)>;
using Helper = ::caf::detail::init_fun_factory_helper_base;

/// Lets a private member be named, as an explicit instantiation may.
template <auto Member>
struct Exposed {
  friend InitFunction::wrapper* wrapper_of(InitFunction& function) { return function.*Member; }
};
InitFunction::wrapper* wrapper_of(InitFunction& function);
template struct Exposed<&InitFunction::wptr_>;

struct InitialPeek : local_actor {
  static InitFunction& function(local_actor& actor) {
    return actor.*(&InitialPeek::initial_behavior_fac_);
  }
};

/// Tells whether a helper keeps a pointer to a function, from its name: the second of the
/// template's arguments.
bool keeps_pointer(const std::string& helper) {
  int depth = 0;
  int argument = 0;
  std::string kept;
  for (const char c : helper) {
    if (c == ')' || c == '>' || c == '}') --depth;
    if (depth == 1 && c == ',') ++argument;
    if (argument == 1) kept += c;
    if (c == '(' || c == '<' || c == '{') ++depth;
  }
  return kept.find("(*)(") != std::string::npos && kept.find('{') == std::string::npos;
}

/// What is found out once about what actors are made from: the function they run first, or their
/// class where that is the program's own. Actors are spawned in every execution anew.
class Roles {
 public:
  const std::string& of_function(local_actor& actor) {
    static const std::string none;
    InitFunction& function = InitialPeek::function(actor);
    if (!function.holds_wrapper()) return none;
    const auto* helper = dynamic_cast<const Helper*>(wrapper_of(function));
    if (helper == nullptr) return none;
    const auto [pointer, is_new] = pointers_.try_emplace(typeid(*helper));
    if (is_new) pointer->second = keeps_pointer(host::demangled(typeid(*helper).name()));
    if (!pointer->second) return none;
    const void* address = nullptr;  // the first that the derived class adds
    std::memcpy(&address, reinterpret_cast<const char*>(helper) + sizeof(Helper), sizeof address);
    const auto [name, is_unknown] = functions_.try_emplace(address);
    if (is_unknown) name->second = host::function_name(address);
    return name->second;
  }

  const std::string& of_class(const local_actor& actor) {
    const auto [name, is_new] = classes_.try_emplace(typeid(actor));
    if (is_new) {
      const std::string full = host::demangled(typeid(actor).name());
      if (!full.starts_with("caf::")) name->second = host::last_name(full);
    }
    return name->second;
  }

 private:
  std::unordered_map<std::type_index, bool> pointers_;
  std::unordered_map<const void*, std::string> functions_;
  std::unordered_map<std::type_index, std::string> classes_;
};

bool is_chosen(std::string_view name) {
  constexpr std::array<std::string_view, 6> given = {"",
                                                     "scheduled_actor",
                                                     "event_based_actor",
                                                     "blocking_actor",
                                                     "stateful_actor",
                                                     "user.scheduled-actor"};
  return std::ranges::find(given, name) == given.end();
}

}  // namespace

std::string role_of(::caf::abstract_actor* actor) {
  auto* const local = dynamic_cast<local_actor*>(actor);
  if (local == nullptr) return "actor";
  const std::string name = local->name();
  if (name == "scoped_actor") return "self";
  if (is_chosen(name)) return name;
  static thread_local Roles roles;
  if (const std::string& function = roles.of_function(*local); !function.empty()) return function;
  if (const std::string& type = roles.of_class(*local); !type.empty()) return type;
  return "actor";
}

}  // namespace harrier::caf
