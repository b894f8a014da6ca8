// Operations of reductions: which values they may combine, and what comes out.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "mpi/data/handle.hpp"
#include "mpi/data/signature.hpp"

namespace harrier::mpi {

/// An operation that a rank can name. A predefined one has no function.
struct Operation {
  MPI_Op handle = MPI_OP_NULL;
  MPI_User_function* function = nullptr;  ///< one with a large count, where the program says so
  bool has_large_count = false;
  bool commutative = true;
  Origin made_by = {};
};

/// Whether an operation is defined for a type.
enum class Legality : std::uint8_t {
  legal,
  extension,  ///< not by the standard, but implementations combine them
  illegal,
};

/// Returns a predefined operation; nullptr where the handle is none.
const Operation* predefined_operation(MPI_Op handle);

/// Words an operation: `MPI_SUM`, or the call that made it.
std::string operation_text(const Operation& operation);

/// Tells whether reductions may combine values of a type. MPI_REPLACE and MPI_NO_OP never may.
Legality legality(const Operation& operation, const Datatype& type);
/// The same for MPI_Accumulate and its like, which take derived types of one basic type as well.
Legality accumulate_legality(const Operation& operation, const Datatype& type);

/// Calls the function of an operation of the program; the engine says how.
using UserCall = std::function<void(const Operation& operation, void* in, void* inout, int count,
                                    MPI_Datatype handle)>;

/// What is combined: values of a type that the program knows by a handle.
struct ReductionType {
  TypedCount values;
  MPI_Datatype handle = MPI_DATATYPE_NULL;
};

/// Makes packed `right` the result of `left` ∘ `right`; the operation is legal for the type.
void combine(const Operation& operation, const ReductionType& type, std::span<const std::byte> left,
             std::span<std::byte> right, const UserCall& call);

/// Combines packed values of one predefined type, as accumulations do: `right` = `left` ∘ `right`.
void combine_elements(MPI_Op operation, const Datatype& type, std::span<const std::byte> left,
                      std::span<std::byte> right);

/// The operations of a rank, by handle.
class OperationTable {
 public:
  /// Makes an operation of the program; its handle is given.
  MPI_Op add(Operation operation);
  /// Returns an operation, predefined or of this rank; nullptr when there is none.
  const Operation* find(MPI_Op handle) const;
  /// Says why a handle cannot be used: null, freed, unknown.
  std::optional<std::string> problem_of(MPI_Op handle) const;
  bool is_own(MPI_Op handle) const { return made_.find(handle) != nullptr; }
  void free(MPI_Op handle) { made_.free(handle); }
  template <class Visit>
  void for_each(Visit visit) const {
    made_.for_each(visit);
  }
  void clear() { made_.clear(); }

 private:
  HandleTable<Operation> made_{ObjectKind::operation};
};

}  // namespace harrier::mpi
