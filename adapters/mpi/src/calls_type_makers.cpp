// MPI_Type_contiguous and all that makes datatypes.
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "attribute_calls.hpp"
#include "mpi/data/array_types.hpp"

using namespace harrier::mpi;

namespace {

/// Calls `make`, which returns a type or nullptr where it is too large, and gives it a handle.
template <class Make>
int make_type(const char* function, const void* from, MPI_Datatype* out, Make make) {
  return calling(function, from, [&](const Call& call) {
    require_place(out, "new datatype");
    TypeRef made = make(call);
    if (made == nullptr)
      throw CallError(MPI_ERR_TYPE, "the datatype has more parts than can be kept");
    *out = call.state().types.add(std::move(made), false, origin_of(call));
  });
}

std::vector<TypeRef> types_of(const Call& call, std::span<const MPI_Datatype> handles) {
  std::vector<TypeRef> types;
  for (const MPI_Datatype handle : handles) types.push_back(type_of(call, handle));
  return types;
}

IntList ints_of(const Call& call, const int* list, int count) {
  return call.ints(list, static_cast<std::size_t>(count));
}

IntList block_lengths(const Call& call, const int* lengths, int count) {
  require_count(count);
  IntList all = ints_of(call, lengths, count);
  require_counts(all, "block length");
  return all;
}

int make_struct(const char* function, const void* from, int count, const int* lengths,
                const MPI_Aint* displacements, const MPI_Datatype* types, MPI_Datatype* out) {
  return make_type(function, from, out, [&](const Call& call) {
    const IntList all = block_lengths(call, lengths, count);
    return struct_type(all, list_of(displacements, count), types_of(call, list_of(types, count)));
  });
}

int make_hindexed(const char* function, const void* from, int count, const int* lengths,
                  const MPI_Aint* displacements, MPI_Datatype old, MPI_Datatype* out) {
  return make_type(function, from, out, [&](const Call& call) {
    const IntList all = block_lengths(call, lengths, count);
    return hindexed_type(all, list_of(displacements, count), type_of(call, old));
  });
}

int make_hvector(const char* function, const void* from, int count, int length, MPI_Aint stride,
                 MPI_Datatype old, MPI_Datatype* out) {
  return make_type(function, from, out, [&](const Call& call) {
    require_count(count);
    require_count(length, "block length");
    return hvector_type(count, length, stride, type_of(call, old));
  });
}

}  // namespace

extern "C" {

int MPI_Type_contiguous(int count, MPI_Datatype old, MPI_Datatype* out) {
  return make_type("MPI_Type_contiguous", __builtin_return_address(0), out, [&](const Call& call) {
    require_count(count);
    return contiguous_type(count, type_of(call, old));
  });
}

int MPI_Type_dup(MPI_Datatype old, MPI_Datatype* out) {
  return calling("MPI_Type_dup", __builtin_return_address(0), [&](const Call& call) {
    require_place(out, "new datatype");
    TypeTable& types = call.state().types;
    const TypeEntry* const entry = types.entry(old);
    // A copy is committed where the original is.
    const bool committed = entry == nullptr || entry->committed;
    const TypeRef copy = duplicate_type(type_of(call, old));
    Attributes copied;
    auto& attributes = call.state().objects.type_attributes;
    if (const auto found = attributes.find(old); found != attributes.end())
      copy_attributes(call, old, found->second, copied);
    *out = types.add(copy, committed, origin_of(call));
    if (!copied.all().empty()) attributes[*out] = std::move(copied);
  });
}

int MPI_Type_vector(int count, int length, int stride, MPI_Datatype old, MPI_Datatype* out) {
  return make_type("MPI_Type_vector", __builtin_return_address(0), out, [&](const Call& call) {
    require_count(count);
    require_count(length, "block length");
    return vector_type(count, length, stride, type_of(call, old));
  });
}

int MPI_Type_create_hvector(int count, int length, MPI_Aint stride, MPI_Datatype old,
                            MPI_Datatype* out) {
  return make_hvector("MPI_Type_create_hvector", __builtin_return_address(0), count, length, stride,
                      old, out);
}

int MPI_Type_hvector(int count, int length, MPI_Aint stride, MPI_Datatype old, MPI_Datatype* out) {
  return make_hvector("MPI_Type_hvector", __builtin_return_address(0), count, length, stride, old,
                      out);
}

int MPI_Type_indexed(int count, const int* lengths, const int* displacements, MPI_Datatype old,
                     MPI_Datatype* out) {
  return make_type("MPI_Type_indexed", __builtin_return_address(0), out, [&](const Call& call) {
    const IntList all = block_lengths(call, lengths, count);
    return indexed_type(all, ints_of(call, displacements, count), type_of(call, old));
  });
}

int MPI_Type_create_hindexed(int count, const int* lengths, const MPI_Aint* displacements,
                             MPI_Datatype old, MPI_Datatype* out) {
  return make_hindexed("MPI_Type_create_hindexed", __builtin_return_address(0), count, lengths,
                       displacements, old, out);
}

int MPI_Type_hindexed(int count, int* lengths, MPI_Aint* displacements, MPI_Datatype old,
                      MPI_Datatype* out) {
  return make_hindexed("MPI_Type_hindexed", __builtin_return_address(0), count, lengths,
                       displacements, old, out);
}

int MPI_Type_create_indexed_block(int count, int length, const int* displacements, MPI_Datatype old,
                                  MPI_Datatype* out) {
  return make_type(
      "MPI_Type_create_indexed_block", __builtin_return_address(0), out, [&](const Call& call) {
        require_count(count);
        require_count(length, "block length");
        return indexed_block_type(length, ints_of(call, displacements, count), type_of(call, old));
      });
}

int MPI_Type_create_hindexed_block(int count, int length, const MPI_Aint* displacements,
                                   MPI_Datatype old, MPI_Datatype* out) {
  return make_type(
      "MPI_Type_create_hindexed_block", __builtin_return_address(0), out, [&](const Call& call) {
        require_count(count);
        require_count(length, "block length");
        return hindexed_block_type(length, list_of(displacements, count), type_of(call, old));
      });
}

int MPI_Type_create_struct(int count, const int* lengths, const MPI_Aint* displacements,
                           const MPI_Datatype* types, MPI_Datatype* out) {
  return make_struct("MPI_Type_create_struct", __builtin_return_address(0), count, lengths,
                     displacements, types, out);
}

int MPI_Type_struct(int count, int* lengths, MPI_Aint* displacements, MPI_Datatype* types,
                    MPI_Datatype* out) {
  return make_struct("MPI_Type_struct", __builtin_return_address(0), count, lengths, displacements,
                     types, out);
}

int MPI_Type_create_resized(MPI_Datatype old, MPI_Aint low, MPI_Aint extent, MPI_Datatype* out) {
  return make_type("MPI_Type_create_resized", __builtin_return_address(0), out,
                   [&](const Call& call) { return resized_type(low, extent, type_of(call, old)); });
}

int MPI_Type_create_subarray(int count, const int* sizes, const int* parts, const int* starts,
                             int order, MPI_Datatype old, MPI_Datatype* out) {
  return make_type("MPI_Type_create_subarray", __builtin_return_address(0), out,
                   [&](const Call& call) {
                     require_count(count, "number of dimensions");
                     const IntList all = ints_of(call, sizes, count);
                     const IntList chosen = ints_of(call, parts, count);
                     const IntList first = ints_of(call, starts, count);
                     const Subarray array{all, chosen, first, order};
                     require_none(MPI_ERR_ARG, problem_of(array));
                     return subarray_type(array, type_of(call, old));
                   });
}

int MPI_Type_create_darray(int size, int rank, int count, const int* sizes,
                           const int* distributions, const int* arguments, const int* processes,
                           int order, MPI_Datatype old, MPI_Datatype* out) {
  return make_type("MPI_Type_create_darray", __builtin_return_address(0), out,
                   [&](const Call& call) {
                     require_count(count, "number of dimensions");
                     const IntList all = ints_of(call, sizes, count);
                     const DistributedArray array{size,
                                                  rank,
                                                  all,
                                                  list_of(distributions, count),
                                                  list_of(arguments, count),
                                                  list_of(processes, count),
                                                  order};
                     require_none(MPI_ERR_ARG, problem_of(array));
                     return darray_type(array, type_of(call, old));
                   });
}
}
