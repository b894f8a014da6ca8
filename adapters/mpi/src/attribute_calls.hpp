// Attributes of objects as calls of MPI treat them: functions of the program copy and delete them.
#pragma once

#include "call.hpp"

namespace harrier::mpi {

/// Frees a keyval. One that was freed before may be freed again as long as attributes hang on it:
/// it is gone only when they are.
void free_keyval(const Call& call, ObjectKind kind, int* keyval);
/// Deletes all attributes of an object that is freed, the latest first.
void delete_attributes(const Call& call, int object, Attributes& attributes);
/// Replaces an attribute; the old value is deleted first.
void set_attribute(const Call& call, int object, Attributes& attributes, int keyval, void* value);
/// Deletes an attribute, if it is there.
void delete_attribute(const Call& call, int object, Attributes& attributes, int keyval);
/// Copies to the duplicate of an object what the program's functions want copied.
void copy_attributes(const Call& call, int object, const Attributes& from, Attributes& to);

/// Gives a communicator the error handler of the one that it is made of.
void inherit_handler(const Call& call, std::uint32_t parent, std::uint32_t child);
/// Gives a duplicate all that hangs on the original: handler, topology, attributes.
void inherit_all(const Call& call, MPI_Comm original, std::uint32_t child);

}  // namespace harrier::mpi
