// The datatypes that a rank has made, by handle: committed or not, freed or not.
#pragma once

#include <mpi.h>

#include <optional>
#include <string>
#include <vector>

#include "datatype.hpp"
#include "handle.hpp"

namespace harrier::mpi {

/// One datatype of a rank.
struct TypeEntry {
  TypeRef type;
  bool committed = false;
  std::string name;  ///< given by MPI_Type_set_name
  Origin made_by = {};
};

class TypeTable {
 public:
  MPI_Datatype add(TypeRef type, bool committed, Origin made_by);

  /// Returns the type of a handle, predefined or of this rank; nullptr when there is none.
  TypeRef find(MPI_Datatype handle) const;
  /// Returns the entry of a type that this rank has made; nullptr for others.
  TypeEntry* entry(MPI_Datatype handle) { return made_.find(handle); }

  /// Says why a handle cannot be used to communicate: null, freed, unknown, not committed.
  std::optional<std::string> problem_of(MPI_Datatype handle) const;
  /// The same for what constructors take: it need not be committed.
  std::optional<std::string> handle_problem_of(MPI_Datatype handle) const;

  /// Forgets the handle; those who use the type keep it. The handle must be of this rank.
  void free(MPI_Datatype handle) { made_.free(handle); }

  /// Calls `visit(handle, entry)` for the types that were not freed, oldest first.
  template <class Visit>
  void for_each(Visit visit) const {
    made_.for_each(visit);
  }
  void clear();

  /// Gives a predefined type another name, for this rank.
  void rename(MPI_Datatype handle, std::string name);
  /// Returns the name that MPI_Type_get_name tells.
  std::string name_of(MPI_Datatype handle) const;

 private:
  HandleTable<TypeEntry> made_{ObjectKind::datatype};
  std::vector<std::pair<MPI_Datatype, std::string>> names_;  ///< of predefined types
};

}  // namespace harrier::mpi
