// What differs between the MPIs that programs are compiled for. Handles, numbers and functions of
// the program are MPICH's here; a library in front of this one that has another interface says how
// the program's are reached.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <string>

#include "mpi/data/attributes.hpp"
#include "mpi/data/errors.hpp"

namespace harrier::mpi {

struct Interface {
  /// Where the call returns to that was translated, by the library in front or because its counts
  /// are large; the next call takes it.
  const void* translated_from = nullptr;
  /// Tells whether the lists of numbers of that call are MPI_Counts; the next call takes it.
  bool has_large_counts = false;

  // How to call functions of the program.
  void (*combine)(MPI_User_function* function, void* in, void* inout, int* count,
                  MPI_Datatype* type);
  int (*copy_attribute)(const Keyval& keyval, int object, int number, void* value, void* result,
                        int* flag);
  int (*delete_attribute)(const Keyval& keyval, int object, int number, void* value);
  void (*handle_error)(const ErrorHandler& handler, int* object, int* code);
  int (*query)(MPI_Grequest_query_function* function, void* extra, MPI_Status* status);

  /// Reads a list of the program whose length its call does not tell.
  MPI_Datatype (*type_at)(const MPI_Datatype* types, std::size_t index);
  /// Returns a rank as the program has written it.
  int (*written_rank)(int rank);

  /// Tells whether MPI_Cart_sub without dimensions makes a communicator of the first rank alone, as
  /// MPICH does, or one of each rank.
  bool has_one_empty_grid = true;

  // The room that programs have for texts, with their ends.
  int name_room = MPI_MAX_OBJECT_NAME;
  int error_text_room = MPI_MAX_ERROR_STRING;
  int info_key_room = MPI_MAX_INFO_KEY + 1;
  int info_value_room = MPI_MAX_INFO_VAL + 1;
};

/// The one of the program that runs.
Interface& interface();

/// Writes a rank as the program has; those that MPI has names for by their names.
std::string rank_text(int rank);

}  // namespace harrier::mpi
