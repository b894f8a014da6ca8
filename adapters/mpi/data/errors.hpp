// Error classes, codes and their texts; handlers that a program sets.
#pragma once

#include <mpi.h>

#include <optional>
#include <string>
#include <vector>

#include "mpi/data/handle.hpp"

namespace harrier::mpi {

/// The error codes of a rank: those that MPI defines and those that the program adds.
class ErrorCodes {
 public:
  int add_class();
  /// Returns a new code of a class; the class must be known.
  int add_code(int error_class);
  /// Returns false when the code is not one that the program has added.
  bool set_text(int code, std::string text);

  bool is_known(int code) const;
  int class_of(int code) const;
  /// Returns the text of a code that is known.
  std::string text_of(int code) const;
  /// Returns the largest code in use.
  int last_used() const;
  void clear() { added_.clear(); }

 private:
  struct Added {
    int error_class;
    std::string text;
  };
  const Added* find(int code) const;

  std::vector<Added> added_;
};

/// A handler of the program. All forms take a handle, a code and more that is not used.
struct ErrorHandler {
  using Function = void(int* object, int* code, ...);
  ObjectKind object = ObjectKind::communicator;
  Function* function = nullptr;
};

/// The error handlers of a rank, by handle.
class ErrorHandlerTable {
 public:
  MPI_Errhandler add(ErrorHandler handler) { return made_.add(handler); }
  /// Returns a handler that the program has made.
  const ErrorHandler* find(MPI_Errhandler handle) const;
  /// Says why a handle cannot be used.
  std::optional<std::string> problem_of(MPI_Errhandler handle) const;
  bool is_own(MPI_Errhandler handle) const { return find(handle) != nullptr; }
  /// Forgets the handle. Objects that have it keep it, so it is not forgotten before they are.
  void free(MPI_Errhandler handle) { freed_.push_back(handle); }
  void clear();

 private:
  HandleTable<ErrorHandler> made_{ObjectKind::errhandler};
  std::vector<MPI_Errhandler> freed_;
};

}  // namespace harrier::mpi
