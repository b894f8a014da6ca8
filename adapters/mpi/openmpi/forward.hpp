// Calls a function of the engine with the arguments of a program, and gives back what it writes.
#pragma once

#include <array>
#include <memory>
#include <tuple>
#include <type_traits>

#include "interface.hpp"
#include "kinds.hpp"

namespace harrier::mpi::openmpi {

/// An argument that is translated before the call.
template <class Kind>
class Value {
 public:
  using Given = typename Kind::Program;

  template <class All>
  Value(Given given, const All&) : given_(given) {}

  auto engine() const { return Kind::to_engine(given_); }
  void finish() const {}

 private:
  Given given_;
};

/// Returns what stands for no place at all.
template <class Kind>
typename Kind::Engine* nowhere() {
  if constexpr (std::is_same_v<Kind, kind::status>) return MPI_STATUS_IGNORE;
  return nullptr;
}

/// Gives the program what the engine has written over what it found; an error that it did not write
/// into a status is the program's own.
template <class Kind>
void update(typename Kind::Program& given, const typename Kind::Engine& written) {
  const typename Kind::Engine before = Kind::to_engine(given);
  if (std::memcmp(&before, &written, sizeof before) == 0) return;
  typename Kind::Program result = Kind::to_program(written);
  if constexpr (std::is_same_v<Kind, kind::status>) {
    if (written.MPI_ERROR == before.MPI_ERROR) result.error = given.error;
  }
  given = result;
}

/// The address of a value that the call may read and write.
template <class Kind>
class Place {
 public:
  using Given = typename Kind::Program*;

  template <class All>
  Place(Given given, const All&) : given_(given) {
    if (given != nullptr) value_ = Kind::to_engine(*given);
  }

  typename Kind::Engine* engine() { return given_ != nullptr ? &value_ : nowhere<Kind>(); }
  void finish() const {
    if (given_ != nullptr) update<Kind>(*given_, value_);
  }

 private:
  Given given_;
  typename Kind::Engine value_ = {};
};

/// A list that the call may read and write, whose length is another argument.
template <class Kind, std::size_t length_place>
class List {
 public:
  using Given = typename Kind::Program*;
  using Engine = typename Kind::Engine;

  template <class All>
  List(Given given, const All& all) : given_(given) {
    const int length = std::get<length_place>(all);
    if (given == nullptr || length <= 0) return;
    length_ = static_cast<std::size_t>(length);
    // An execution that is left at a call that waits does not come back to free memory.
    if (length_ > few_.size()) many_ = std::make_unique<Engine[]>(length_);
    for (std::size_t i = 0; i < length_; ++i) values()[i] = Kind::to_engine(given[i]);
  }

  Engine* engine() { return given_ != nullptr ? values() : nowhere<Kind>(); }
  void finish() {
    for (std::size_t i = 0; i < length_; ++i) update<Kind>(given_[i], values()[i]);
  }

 private:
  Engine* values() { return many_ != nullptr ? many_.get() : few_.data(); }

  Given given_;
  std::size_t length_ = 0;
  std::array<Engine, 64> few_;
  std::unique_ptr<Engine[]> many_;
};

/// Calls a function of the engine for a program that returns to `from`.
template <class... Arguments, class Function>
int forward(Function* function, const void* from, typename Arguments::Given... given) {
  interface().translated_from = from;
  [[maybe_unused]] const auto all = std::tie(given...);
  const auto call = [function](Arguments&&... arguments) {
    const int code = function(arguments.engine()...);
    (arguments.finish(), ...);
    return error_to_program(code);
  };
  return call(Arguments(given, all)...);
}

}  // namespace harrier::mpi::openmpi
