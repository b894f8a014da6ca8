// The predefined types and MPI's constructors, all by placing types beside each other.
#include "datatype.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <unordered_map>

#include "type_map.hpp"

namespace harrier::mpi {

namespace {

/// The types of MAXLOC and MINLOC: a value, then an index, as a C structure has them.
struct PairType {
  MPI_Datatype handle;
  const char* name;
  MPI_Datatype value;
  MPI_Datatype index;
};

constexpr auto kPairs = std::to_array<PairType>({
    {MPI_FLOAT_INT, "MPI_FLOAT_INT", MPI_FLOAT, MPI_INT},
    {MPI_DOUBLE_INT, "MPI_DOUBLE_INT", MPI_DOUBLE, MPI_INT},
    {MPI_LONG_INT, "MPI_LONG_INT", MPI_LONG, MPI_INT},
    {MPI_SHORT_INT, "MPI_SHORT_INT", MPI_SHORT, MPI_INT},
    {MPI_LONG_DOUBLE_INT, "MPI_LONG_DOUBLE_INT", MPI_LONG_DOUBLE, MPI_INT},
    {MPI_2INT, "MPI_2INT", MPI_INT, MPI_INT},
    {MPI_2INTEGER, "MPI_2INTEGER", MPI_INTEGER, MPI_INTEGER},
    {MPI_2REAL, "MPI_2REAL", MPI_REAL, MPI_REAL},
    {MPI_2DOUBLE_PRECISION, "MPI_2DOUBLE_PRECISION", MPI_DOUBLE_PRECISION, MPI_DOUBLE_PRECISION},
});

TypeRef make_basic(BasicId id) {
  TypeMap map;
  map.add_basic(id);
  return map.finish({}, basic_type(id).handle);
}

TypeRef make_pair(const PairType& pair) {
  const TypeRef value = make_basic(basic_id(pair.value));
  const TypeRef index = make_basic(basic_id(pair.index));
  TypeMap map;
  map.add_array(*value, 0, 1);
  // The index is the smaller of the two or as large, except after a short.
  const std::ptrdiff_t at = std::max(value->extent(), index->extent());
  map.add_array(*index, at, 1);
  map.pad_to_alignment();
  return map.finish({}, pair.handle);
}

std::unordered_map<MPI_Datatype, TypeRef> make_predefined() {
  std::unordered_map<MPI_Datatype, TypeRef> types;
  for (std::size_t i = 0; i < basic_types().size(); ++i)
    types.emplace(basic_types()[i].handle, make_basic(static_cast<BasicId>(i)));
  for (const PairType& pair : kPairs) types.emplace(pair.handle, make_pair(pair));
  return types;
}

std::size_t size_of(int count) { return static_cast<std::size_t>(count); }

/// Places `copies` of a block that itself is `block_length` elements.
TypeRef strided(int count, int block_length, std::ptrdiff_t stride, const TypeRef& old,
                TypeContents contents) {
  TypeMap block;
  block.add_array(*old, 0, size_of(block_length));
  const TypeRef one = block.finish({});
  if (one == nullptr) return nullptr;
  TypeMap map;
  if (block_length > 0) map.add(*one, 0, size_of(count), stride);
  return map.finish(std::move(contents));
}

template <class Displacements>
TypeRef scattered(std::span<const int> block_lengths, Displacements displacement_bytes,
                  const TypeRef& old, TypeContents contents) {
  TypeMap map;
  for (std::size_t i = 0; i < block_lengths.size(); ++i)
    map.add_array(*old, displacement_bytes(i), size_of(block_lengths[i]));
  return map.finish(std::move(contents));
}

TypeContents contents_of(int combiner, std::vector<int> integers, std::vector<MPI_Aint> addresses,
                         std::vector<TypeRef> types) {
  return {combiner, std::move(integers), std::move(addresses), std::move(types)};
}

std::vector<int> counted(std::span<const int> first, std::span<const int> second = {}) {
  std::vector<int> integers = {static_cast<int>(first.size())};
  integers.insert(integers.end(), first.begin(), first.end());
  integers.insert(integers.end(), second.begin(), second.end());
  return integers;
}

}  // namespace

/// They are there for ever and need no count of who uses them, which processes that have forked
/// would not share.
TypeRef predefined_type(MPI_Datatype handle) {
  static const auto* const types =
      new const std::unordered_map<MPI_Datatype, TypeRef>(make_predefined());
  const auto found = types->find(handle);
  return found == types->end() ? nullptr : TypeRef(TypeRef(), found->second.get());
}

TypeRef duplicate_type(const TypeRef& old) {
  TypeMap map;
  map.add_array(*old, 0, 1);
  return map.finish(contents_of(MPI_COMBINER_DUP, {}, {}, {old}));
}

TypeRef contiguous_type(int count, const TypeRef& old) {
  TypeMap map;
  map.add_array(*old, 0, size_of(count));
  return map.finish(contents_of(MPI_COMBINER_CONTIGUOUS, {count}, {}, {old}));
}

TypeRef vector_type(int count, int block_length, int stride, const TypeRef& old) {
  return strided(count, block_length, stride * old->extent(), old,
                 contents_of(MPI_COMBINER_VECTOR, {count, block_length, stride}, {}, {old}));
}

TypeRef hvector_type(int count, int block_length, MPI_Aint stride, const TypeRef& old) {
  return strided(count, block_length, stride, old,
                 contents_of(MPI_COMBINER_HVECTOR, {count, block_length}, {stride}, {old}));
}

TypeRef indexed_type(std::span<const int> block_lengths, std::span<const int> displacements,
                     const TypeRef& old) {
  return scattered(
      block_lengths, [&](std::size_t i) { return displacements[i] * old->extent(); }, old,
      contents_of(MPI_COMBINER_INDEXED, counted(block_lengths, displacements), {}, {old}));
}

TypeRef hindexed_type(std::span<const int> block_lengths, std::span<const MPI_Aint> displacements,
                      const TypeRef& old) {
  return scattered(
      block_lengths, [&](std::size_t i) { return displacements[i]; }, old,
      contents_of(MPI_COMBINER_HINDEXED, counted(block_lengths),
                  {displacements.begin(), displacements.end()}, {old}));
}

TypeRef indexed_block_type(int block_length, std::span<const int> displacements,
                           const TypeRef& old) {
  const std::vector<int> lengths(displacements.size(), block_length);
  std::vector<int> integers = {static_cast<int>(displacements.size()), block_length};
  integers.insert(integers.end(), displacements.begin(), displacements.end());
  return scattered(
      lengths, [&](std::size_t i) { return displacements[i] * old->extent(); }, old,
      contents_of(MPI_COMBINER_INDEXED_BLOCK, std::move(integers), {}, {old}));
}

TypeRef hindexed_block_type(int block_length, std::span<const MPI_Aint> displacements,
                            const TypeRef& old) {
  const std::vector<int> lengths(displacements.size(), block_length);
  return scattered(
      lengths, [&](std::size_t i) { return displacements[i]; }, old,
      contents_of(MPI_COMBINER_HINDEXED_BLOCK,
                  {static_cast<int>(displacements.size()), block_length},
                  {displacements.begin(), displacements.end()}, {old}));
}

TypeRef struct_type(std::span<const int> block_lengths, std::span<const MPI_Aint> displacements,
                    std::span<const TypeRef> types) {
  TypeMap map;
  for (std::size_t i = 0; i < types.size(); ++i)
    map.add_array(*types[i], displacements[i], size_of(block_lengths[i]));
  // As in MPICH, where a structure of one type is an indexed type, which has no padding.
  const auto other = std::adjacent_find(types.begin(), types.end(), std::not_equal_to<>());
  if (other != types.end()) map.pad_to_alignment();
  return map.finish(contents_of(MPI_COMBINER_STRUCT, counted(block_lengths),
                                {displacements.begin(), displacements.end()},
                                {types.begin(), types.end()}));
}

TypeRef resized_type(MPI_Aint lower_bound, MPI_Aint extent, const TypeRef& old) {
  TypeMap map;
  map.add_array(*old, 0, 1);
  map.resize(lower_bound, extent);
  return map.finish(contents_of(MPI_COMBINER_RESIZED, {}, {lower_bound, extent}, {old}));
}

std::string type_text(const Datatype& type) {
  if (type.predefined() != MPI_DATATYPE_NULL) {
    for (const PairType& pair : kPairs)
      if (pair.handle == type.predefined()) return pair.name;
    return basic_type(basic_id(type.predefined())).name;
  }
  if (type.signature().empty()) return "an empty datatype";
  // More than a few parts say less than their number.
  constexpr std::size_t kPartsMax = 4;
  std::string text = "{";
  for (std::size_t i = 0; i < std::min(type.signature().size(), kPartsMax); ++i) {
    const SignatureRun& run = type.signature()[i];
    if (i > 0) text += ", ";
    text += std::to_string(run.count) + " " + basic_type(run.basic).name;
  }
  if (type.signature().size() > kPartsMax) text += ", …";
  return text + "}";
}

}  // namespace harrier::mpi
