// Each constructor is called twice: ours and MPICH's, with the same arguments.
#include "random_type.hpp"

#include <array>
#include <vector>

#include "mpi/data/array_types.hpp"

namespace harrier::mpi {

namespace {

std::string listed(const std::vector<int>& numbers) {
  std::string text = "[";
  for (const int number : numbers) text += std::to_string(number) + " ";
  return text + "]";
}

// MPICH forgets in a structure or a distributed array that the bounds of a part were fixed; the
// standard does not (MPI 4.0, section 5.1.7).
bool has_fixed_bounds(const TwinType& type) {
  for (const char* const word : {"resized", "subarray", "darray"})
    if (type.text.find(word) != std::string::npos) return true;
  return false;
}

}  // namespace

std::vector<int> RandomType::numbers(int count, int low, int high) {
  std::vector<int> made;
  for (int i = 0; i < count; ++i) made.push_back(number(low, high));
  return made;
}

TwinType RandomType::basic() {
  static constexpr std::array<MPI_Datatype, 8> kTypes = {
      MPI_CHAR, MPI_SHORT, MPI_INT, MPI_DOUBLE, MPI_FLOAT, MPI_BYTE, MPI_DOUBLE_INT, MPI_SHORT_INT};
  const MPI_Datatype handle = kTypes[static_cast<std::size_t>(number(0, 7))];
  const TypeRef ours = predefined_type(handle);
  return {ours, handle, type_text(*ours)};
}

TwinType RandomType::make(int depth) {
  TwinType type = basic();
  for (int i = 0; i < depth; ++i) type = derived(type, depth - i - 1);
  return type;
}

TwinType RandomType::derived(const TwinType& old, int depth) {
  TwinType made;
  const int count = number(1, 4);
  const int length = number(1, 3);
  const std::vector<int> lengths = numbers(count, 0, 3);
  const std::vector<int> displacements = numbers(count, -6, 12);
  const std::vector<MPI_Aint> addresses(displacements.begin(), displacements.end());
  switch (number(0, 9)) {
    case 0:
      made = {contiguous_type(count, old.ours), 0, "contiguous " + std::to_string(count)};
      MPI_Type_contiguous(count, old.theirs, &made.theirs);
      break;
    case 1: {
      const int stride = number(-5, 9);
      made = {vector_type(count, length, stride, old.ours), 0,
              "vector " + listed({count, length, stride})};
      MPI_Type_vector(count, length, stride, old.theirs, &made.theirs);
      break;
    }
    case 2: {
      const MPI_Aint stride = number(-40, 80);
      made = {hvector_type(count, length, stride, old.ours), 0,
              "hvector " + listed({count, length, static_cast<int>(stride)})};
      MPI_Type_create_hvector(count, length, stride, old.theirs, &made.theirs);
      break;
    }
    case 3:
      made = {indexed_type(lengths, displacements, old.ours), 0,
              "indexed " + listed(lengths) + listed(displacements)};
      MPI_Type_indexed(count, lengths.data(), displacements.data(), old.theirs, &made.theirs);
      break;
    case 4:
      made = {hindexed_type(lengths, addresses, old.ours), 0,
              "hindexed " + listed(lengths) + listed(displacements)};
      MPI_Type_create_hindexed(count, lengths.data(), addresses.data(), old.theirs, &made.theirs);
      break;
    case 5:
      made = {indexed_block_type(length, displacements, old.ours), 0,
              "indexed_block " + std::to_string(length) + listed(displacements)};
      MPI_Type_create_indexed_block(count, length, displacements.data(), old.theirs, &made.theirs);
      break;
    case 6: {
      const MPI_Aint low = number(-8, 8);
      const MPI_Aint extent = number(0, 64);
      made = {resized_type(low, extent, old.ours), 0,
              "resized " + listed({static_cast<int>(low), static_cast<int>(extent)})};
      MPI_Type_create_resized(old.theirs, low, extent, &made.theirs);
      break;
    }
    case 7:
      made = array(old, false);
      break;
    case 8:
      made = array(old, !has_fixed_bounds(old));
      break;
    default:
      made = structure(old, depth);
      break;
  }
  if (made.text.find("struct") != 0) made.text += " of " + old.text;
  return made;
}

TwinType RandomType::array(const TwinType& old, bool distributed) {
  const int dimensions = number(1, 3);
  const int order = number(0, 1) == 0 ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
  const std::vector<int> sizes = numbers(dimensions, 1, 5);
  TwinType made;
  if (!distributed) {
    std::vector<int> parts;
    std::vector<int> starts;
    for (const int size : sizes) {
      starts.push_back(number(0, size - 1));
      parts.push_back(number(1, size - starts.back()));
    }
    made = {subarray_type({sizes, parts, starts, order}, old.ours), 0,
            "subarray " + listed(sizes) + listed(parts) + listed(starts) + std::to_string(order)};
    MPI_Type_create_subarray(dimensions, sizes.data(), parts.data(), starts.data(), order,
                             old.theirs, &made.theirs);
    return made;
  }
  std::vector<int> distributions;
  std::vector<int> arguments;
  std::vector<int> processes;
  int size = 1;
  for (const int length : sizes) {
    distributions.push_back(number(MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_NONE));
    processes.push_back(distributions.back() == MPI_DISTRIBUTE_NONE ? 1 : number(1, 3));
    const int least = distributions.back() == MPI_DISTRIBUTE_BLOCK
                          ? (length + processes.back() - 1) / processes.back()
                          : 1;
    arguments.push_back(number(0, 1) == 0 ? MPI_DISTRIBUTE_DFLT_DARG : number(least, least + 2));
    size *= processes.back();
  }
  const int rank = number(0, size - 1);
  made = {darray_type({size, rank, sizes, distributions, arguments, processes, order}, old.ours), 0,
          "darray " + listed({size, rank}) + listed(sizes) + listed(distributions) +
              listed(arguments) + listed(processes) + std::to_string(order)};
  MPI_Type_create_darray(size, rank, dimensions, sizes.data(), distributions.data(),
                         arguments.data(), processes.data(), order, old.theirs, &made.theirs);
  return made;
}

TwinType RandomType::structure(const TwinType& old, int depth) {
  std::vector<TwinType> parts = {old, depth > 0 ? make(depth - 1) : basic(), basic()};
  for (TwinType& part : parts)
    if (has_fixed_bounds(part) || part.ours->size() == 0) part = basic();
  const int count = static_cast<int>(parts.size());
  const std::vector<int> lengths = numbers(count, 1, 2);
  std::vector<MPI_Aint> addresses;
  std::vector<TypeRef> ours;
  std::vector<MPI_Datatype> theirs;
  TwinType made;
  made.text = "struct " + listed(lengths);
  for (const TwinType& part : parts) {
    addresses.push_back(number(-20, 60));
    ours.push_back(part.ours);
    theirs.push_back(part.theirs);
    made.text += std::to_string(addresses.back()) + ":(" + part.text + ") ";
  }
  made.ours = struct_type(lengths, addresses, ours);
  MPI_Type_create_struct(count, lengths.data(), addresses.data(), theirs.data(), &made.theirs);
  return made;
}

}  // namespace harrier::mpi
