// Calls a function of MPI for its twin with large counts: numbers are narrowed, what is written is
// widened. Lists stay as they are; whoever reads them knows by the call (Call::ints).
#pragma once

#include <mpi.h>

#include <cstddef>
#include <limits>
#include <tuple>
#include <type_traits>

#include "interface.hpp"

namespace harrier::mpi {

/// Says that a program gives a number that is larger than those which are explored.
[[noreturn]] void refuse_large(const char* function);

template <class Function>
struct Signature;
template <class... Arguments>
struct Signature<int(Arguments...)> {
  template <std::size_t place>
  using At = std::tuple_element_t<place, std::tuple<Arguments...>>;
};
/// An argument of a function.
template <class Function, std::size_t place>
using ArgumentOf = typename Signature<Function>::template At<place>;

template <class Small>
bool fits(MPI_Count number) {
  return number >= std::numeric_limits<Small>::min() && number <= std::numeric_limits<Small>::max();
}

/// An argument that both functions have.
template <class Large, class Small>
class Narrowed {
 public:
  Narrowed(Large given, const char* function) : given_(given) {
    if constexpr (!std::is_same_v<Large, Small> && std::is_integral_v<Large>) {
      if (!fits<Small>(given)) refuse_large(function);
    }
  }

  Small small() const {
    if constexpr (std::is_same_v<Large, Small>) {
      return given_;
    } else if constexpr (std::is_pointer_v<Large>) {
      return reinterpret_cast<Small>(given_);  // a list that is read as what it is
    } else {
      return static_cast<Small>(given_);
    }
  }
  void finish() const {}

 private:
  Large given_;
};

/// The address of a number that the call may read and write.
template <>
class Narrowed<MPI_Count*, int*> {
 public:
  // What is only written may have any value before.
  Narrowed(MPI_Count* given, const char*) : given_(given) {
    if (given != nullptr && fits<int>(*given)) before_ = now_ = static_cast<int>(*given);
  }

  int* small() { return given_ != nullptr ? &now_ : nullptr; }
  void finish() const {
    if (given_ != nullptr && now_ != before_) *given_ = now_;
  }

 private:
  static constexpr int beyond = std::numeric_limits<int>::max();

  MPI_Count* given_;
  int before_ = beyond;
  int now_ = beyond;
};

template <class... Large, class... Small>
int call_small(int (*small)(Small...), const char* function, const void* from, Large... given) {
  const auto call = [&](Narrowed<Large, Small>... arguments) {
    interface().translated_from = from;
    interface().has_large_counts = true;
    const int code = small(arguments.small()...);
    (arguments.finish(), ...);
    return code;
  };
  return call(Narrowed<Large, Small>(given, function)...);
}

}  // namespace harrier::mpi
