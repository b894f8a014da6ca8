// Partial functions with the functions that complete them.
//
// What a partial function does with its functions is known only where it is completed. There a copy
// of its body is checked with the types that the functions have.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "abs/check/types.hpp"
#include "abs/syntax/model.hpp"

namespace harrier::abs {

class Checker;

/// What is known of a function that completes a partial one.
struct Callable {
  bool known = false;  ///< otherwise it is a function parameter of a partial function itself
  std::vector<const Type*> arguments = {};
  std::vector<const Type*> parameters = {};  ///< its own type parameters
  const Type* result = nullptr;

  auto operator<=>(const Callable&) const = default;
};

/// One way to complete a partial function: its functions, and what its type parameters stand for.
struct Completion {
  std::vector<Callable> functions;
  Bindings bindings;
};

class Completions {
 public:
  explicit Completions(Checker& checker) : checker_(checker) {}

  /// Keeps a copy of a partial function; before its body is checked.
  void keep(Function* function);
  /// Checks the body of a partial function where it is written, once. Says whether it can be
  /// completed, that is, has no errors of its own. `position` is where it is called, or its own.
  bool sound(const Function* function, Position position);

  /// Finds what the functions alone say about the type parameters; those that they leave open are
  /// null.
  Bindings bound_by(const Function* function, const std::vector<Callable>& functions) const;

  struct Outcome {
    const Type* type = nullptr;  ///< of the completed body
    std::string problem;         ///< why it cannot be completed so; empty if it can
  };
  /// Checks a sound partial function with these functions and types.
  const Outcome& complete(const Function* function, const Completion& completion,
                          Position position);

 private:
  enum class State : std::uint8_t { new_, under_way, sound, wrong };
  struct Partial {
    Function* written = nullptr;
    const Function* copy = nullptr;
    State state = State::new_;
    std::vector<const Expression*> calls;  ///< of its functions, in terms of its type parameters
  };
  /// Which partial function, its functions, and its type parameters in their order.
  struct Key {
    const Function* function = nullptr;
    std::vector<Callable> functions;
    std::vector<const Type*> types;

    auto operator<=>(const Key&) const = default;
  };

  /// Says, and reports if not, whether a body may be checked within those under way.
  bool has_room(const Function* function, Position position);
  Outcome checked(const Function* function, const Completion& completion);

  Checker& checker_;
  std::unordered_map<const Function*, Partial> partials_;
  std::map<Key, Outcome> outcomes_;
  std::uint32_t height_ = 0;  ///< levels of expressions of the bodies under way
};

}  // namespace harrier::abs
