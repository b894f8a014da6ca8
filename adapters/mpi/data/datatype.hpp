// Datatypes: where the values of a message lie in memory, and which basic types they have.
//
// A type is a value that nobody changes. Whoever uses one holds a reference, so a program may free
// its handle while an operation is under way, as the standard allows.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "basic_type.hpp"

namespace harrier::mpi {

class Datatype;
using TypeRef = std::shared_ptr<const Datatype>;

/// A part of a type map: `repeats` blocks, `stride` bytes apart, of `length` values without a gap.
struct TypeRun {
  std::ptrdiff_t offset = 0;
  BasicId basic = 0;
  std::size_t length = 0;
  std::size_t repeats = 1;
  std::ptrdiff_t stride = 0;

  friend bool operator==(const TypeRun&, const TypeRun&) = default;
};

/// `count` values of one basic type, one after the other in a type signature.
struct SignatureRun {
  BasicId basic = 0;
  std::size_t count = 0;

  friend bool operator==(const SignatureRun&, const SignatureRun&) = default;
};

/// What a type was made of, as MPI_Type_get_contents tells it.
struct TypeContents {
  int combiner = MPI_COMBINER_NAMED;
  std::vector<int> integers;
  std::vector<MPI_Aint> addresses;
  std::vector<TypeRef> types;
};

class Datatype {
 public:
  /// Returns the bytes of its values, without gaps.
  std::size_t size() const { return size_; }
  std::ptrdiff_t lower_bound() const { return lower_bound_; }
  std::ptrdiff_t extent() const { return upper_bound_ - lower_bound_; }
  std::ptrdiff_t true_lower_bound() const { return true_lower_bound_; }
  std::ptrdiff_t true_extent() const { return true_upper_bound_ - true_lower_bound_; }
  /// Returns whether consecutive elements leave no gap and begin where the address says.
  bool is_dense() const { return is_dense_; }
  std::span<const TypeRun> runs() const { return runs_; }
  std::span<const SignatureRun> signature() const { return signature_; }
  const TypeContents& contents() const { return contents_; }
  /// Returns the handle of a predefined type, MPI_DATATYPE_NULL for another.
  MPI_Datatype predefined() const { return predefined_; }
  /// Returns how many values of basic types it has.
  std::size_t element_count() const { return element_count_; }

 private:
  friend class TypeMap;
  Datatype() = default;

  std::size_t size_ = 0;
  std::size_t element_count_ = 0;
  std::size_t alignment_ = 1;
  std::ptrdiff_t lower_bound_ = 0;
  std::ptrdiff_t upper_bound_ = 0;
  std::ptrdiff_t true_lower_bound_ = 0;
  std::ptrdiff_t true_upper_bound_ = 0;
  bool is_dense_ = false;
  bool fixed_lower_bound_ = false;  ///< by MPI_LB or by resizing: values do not move it
  bool fixed_upper_bound_ = false;
  std::vector<TypeRun> runs_;
  std::vector<SignatureRun> signature_;
  TypeContents contents_;
  MPI_Datatype predefined_ = MPI_DATATYPE_NULL;
};

/// Returns a predefined type, or nullptr where the handle is none.
TypeRef predefined_type(MPI_Datatype handle);

// The constructors of MPI. Counts and lengths must not be negative; see `array_types.hpp` for those
// of arrays. All return nullptr for a type that would have more parts than this tool can hold.
TypeRef duplicate_type(const TypeRef& old);
TypeRef contiguous_type(int count, const TypeRef& old);
TypeRef vector_type(int count, int block_length, int stride, const TypeRef& old);
TypeRef hvector_type(int count, int block_length, MPI_Aint stride, const TypeRef& old);
TypeRef indexed_type(std::span<const int> block_lengths, std::span<const int> displacements,
                     const TypeRef& old);
TypeRef hindexed_type(std::span<const int> block_lengths, std::span<const MPI_Aint> displacements,
                      const TypeRef& old);
TypeRef indexed_block_type(int block_length, std::span<const int> displacements,
                           const TypeRef& old);
TypeRef hindexed_block_type(int block_length, std::span<const MPI_Aint> displacements,
                            const TypeRef& old);
TypeRef struct_type(std::span<const int> block_lengths, std::span<const MPI_Aint> displacements,
                    std::span<const TypeRef> types);
TypeRef resized_type(MPI_Aint lower_bound, MPI_Aint extent, const TypeRef& old);

/// Words a type: `MPI_INT`, or what it consists of.
std::string type_text(const Datatype& type);

}  // namespace harrier::mpi
