// Builds a datatype from others that are placed beside each other.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "datatype.hpp"

namespace harrier::mpi {

/// The type under construction. Parts are added in the order of its type map.
class TypeMap {
 public:
  /// Adds `copies` elements of a type, the first at `offset` and each `step` bytes after the last.
  void add(const Datatype& type, std::ptrdiff_t offset, std::size_t copies, std::ptrdiff_t step);
  /// Adds `copies` elements as an array of them lies in memory.
  void add_array(const Datatype& type, std::ptrdiff_t offset, std::size_t copies) {
    add(type, offset, copies, type.extent());
  }
  /// Adds values of a basic type.
  void add_basic(BasicId basic);
  /// Makes the extent a multiple of what the values ask for, as in an array of C structures.
  void pad_to_alignment();
  /// Fixes both bounds, whatever the values are.
  void resize(std::ptrdiff_t lower_bound, std::ptrdiff_t extent);
  /// Returns the type; nullptr when it has too many parts.
  TypeRef finish(TypeContents contents, MPI_Datatype predefined = MPI_DATATYPE_NULL);

 private:
  void widen(const Datatype& type, std::ptrdiff_t first, std::ptrdiff_t last);
  void append_runs(const Datatype& type, std::ptrdiff_t offset, std::size_t copies,
                   std::ptrdiff_t step);
  void append_run(const TypeRun& run);
  void append_signature(std::span<const SignatureRun> signature, std::size_t copies);

  Datatype made_;
  bool has_lower_bound_ = false;  ///< by a value or a marker
  bool has_upper_bound_ = false;
  bool has_values_ = false;  ///< no true bounds yet
  bool is_too_large_ = false;
};

}  // namespace harrier::mpi
