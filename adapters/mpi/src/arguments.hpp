// Checks of arguments that several functions of MPI share; what is wrong is thrown as CallError.
#pragma once

#include <mpi.h>

#include <optional>
#include <span>
#include <string>

#include "call.hpp"

namespace harrier::mpi {

/// Throws where there is a problem.
void require_none(int error_class, const std::optional<std::string>& problem);

/// Makes a list of what a program gives as a length and an address.
template <class Value>
std::span<const Value> list_of(const Value* values, int count) {
  return {values, values == nullptr ? 0 : static_cast<std::size_t>(count)};
}

void require_count(int count, const char* what = "count");
void require_counts(std::span<const int> counts, const char* what);
/// Throws where the program wants a result and gives no place for it.
void require_place(const void* place, const char* what);
/// Throws where a reduction may not combine values of a type.
void require_legal(const Operation& operation, const Datatype& type);

/// Returns a datatype that exists.
TypeRef type_of(const Call& call, MPI_Datatype handle);
/// Returns a datatype that may be used to communicate.
TypeRef committed_type_of(const Call& call, MPI_Datatype handle);
/// Returns an operation that exists.
const Operation& operation_of(const Call& call, MPI_Op handle);
/// Returns the members of a group that exists; the ranks are those of MPI_COMM_WORLD.
const Group& group_of(const Call& call, MPI_Group handle);
MPI_Group add_group(const Call& call, Group group);
/// Returns an info object that exists; nullptr for MPI_INFO_NULL.
Info* info_of(const Call& call, MPI_Info handle);

Origin origin_of(const Call& call);

/// Calls the function of the program that combines values.
void call_user_operation(const Operation& operation, void* in, void* inout, int count,
                         MPI_Datatype handle);

/// Copies a text into the program's memory, with its end; `room` counts the end.
void give_text(const std::string& text, char* place, int room, int* length);

}  // namespace harrier::mpi
