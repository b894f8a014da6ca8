// Pairs of a value and its place: found in what types are made of.
#include "mpi/data/pair_type.hpp"

namespace harrier::mpi {

bool is_pair(const Datatype& type) {
  return type.predefined() != MPI_DATATYPE_NULL && type.element_count() == 2;
}

const Datatype* only_pair(const Datatype& type) {
  if (type.predefined() != MPI_DATATYPE_NULL) return is_pair(type) ? &type : nullptr;
  const Datatype* found = nullptr;
  for (const TypeRef& part : type.contents().types) {
    if (part->size() == 0) continue;
    const Datatype* const pair = only_pair(*part);
    if (pair == nullptr || (found != nullptr && found->predefined() != pair->predefined()))
      return nullptr;
    found = pair;
  }
  return found;
}

}  // namespace harrier::mpi
