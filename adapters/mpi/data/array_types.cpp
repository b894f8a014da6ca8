// Parts of arrays, built from the dimension that varies fastest to the one that varies slowest: in
// each, the blocks that belong to the part are placed, and the result is as long as the whole.
#include "array_types.hpp"

#include <algorithm>
#include <vector>

#include "type_map.hpp"

namespace harrier::mpi {

namespace {

struct Block {
  int start;
  int length;
};

std::string dimension_text(const char* what, int value, std::size_t dimension) {
  return std::string(what) + " " + std::to_string(value) + " in dimension " +
         std::to_string(dimension);
}

std::optional<std::string> order_problem(int order) {
  if (order == MPI_ORDER_C || order == MPI_ORDER_FORTRAN) return std::nullopt;
  return "order " + std::to_string(order) + "; it is MPI_ORDER_C or MPI_ORDER_FORTRAN";
}

/// Places the blocks of one dimension after the other.
template <class BlocksOf>
TypeRef placed(std::span<const int> sizes, int order, const TypeRef& old, BlocksOf blocks_of,
               TypeContents contents) {
  TypeRef inner = old;
  std::ptrdiff_t whole = old->extent();
  for (std::size_t step = 0; step < sizes.size(); ++step) {
    const std::size_t dimension = order == MPI_ORDER_C ? sizes.size() - 1 - step : step;
    TypeMap map;
    for (const Block& block : blocks_of(dimension))
      map.add(*inner, block.start * whole, static_cast<std::size_t>(block.length), whole);
    whole *= sizes[dimension];
    map.resize(0, whole);
    inner = map.finish(step + 1 == sizes.size() ? std::move(contents) : TypeContents());
    if (inner == nullptr) return nullptr;
  }
  return inner;
}

int block_size(const DistributedArray& array, std::size_t dimension) {
  if (array.arguments[dimension] != MPI_DISTRIBUTE_DFLT_DARG) return array.arguments[dimension];
  if (array.distributions[dimension] == MPI_DISTRIBUTE_CYCLIC) return 1;
  const int processes = array.processes[dimension];
  return (array.sizes[dimension] + processes - 1) / processes;
}

std::vector<Block> blocks_of_rank(const DistributedArray& array, std::size_t dimension) {
  const int size = array.sizes[dimension];
  if (array.distributions[dimension] == MPI_DISTRIBUTE_NONE) return {{0, size}};
  // Ranks are numbered over the grid of processes as a C array, whatever the order of the data.
  int coordinate = array.rank;
  for (std::size_t i = array.processes.size() - 1; i > dimension; --i)
    coordinate /= array.processes[i];
  coordinate %= array.processes[dimension];
  const int length = block_size(array, dimension);
  const int step = length * array.processes[dimension];
  std::vector<Block> blocks;
  for (int start = coordinate * length; start < size; start += step) {
    blocks.push_back({start, std::min(length, size - start)});
    if (array.distributions[dimension] == MPI_DISTRIBUTE_BLOCK) break;
  }
  return blocks;
}

void append(std::vector<int>& integers, std::span<const int> more) {
  integers.insert(integers.end(), more.begin(), more.end());
}

}  // namespace

std::optional<std::string> problem_of(const Subarray& array) {
  if (array.sizes.empty()) return "0 dimensions";
  for (std::size_t i = 0; i < array.sizes.size(); ++i) {
    if (array.sizes[i] < 1) return dimension_text("size", array.sizes[i], i);
    if (array.sub_sizes[i] < 1) return dimension_text("size of the part", array.sub_sizes[i], i);
    if (array.starts[i] < 0) return dimension_text("start", array.starts[i], i);
    if (array.sub_sizes[i] > array.sizes[i] - array.starts[i])
      return "the part ends behind the array in dimension " + std::to_string(i);
  }
  return order_problem(array.order);
}

std::optional<std::string> problem_of(const DistributedArray& array) {
  if (array.sizes.empty()) return "0 dimensions";
  if (array.rank < 0 || array.rank >= array.size)
    return "rank " + std::to_string(array.rank) + " of " + std::to_string(array.size);
  long processes = 1;
  for (std::size_t i = 0; i < array.sizes.size(); ++i) {
    const int distribution = array.distributions[i];
    if (array.sizes[i] < 1) return dimension_text("size", array.sizes[i], i);
    if (array.processes[i] < 1) return dimension_text("processes", array.processes[i], i);
    processes *= array.processes[i];
    if (distribution == MPI_DISTRIBUTE_NONE) {
      if (array.processes[i] != 1) return dimension_text("processes", array.processes[i], i);
      continue;
    }
    if (distribution != MPI_DISTRIBUTE_BLOCK && distribution != MPI_DISTRIBUTE_CYCLIC)
      return dimension_text("distribution", distribution, i);
    const bool is_default = array.arguments[i] == MPI_DISTRIBUTE_DFLT_DARG;
    if (!is_default && array.arguments[i] < 1)
      return dimension_text("distribution argument", array.arguments[i], i);
    if (!is_default && distribution == MPI_DISTRIBUTE_BLOCK &&
        static_cast<long>(array.arguments[i]) * array.processes[i] < array.sizes[i])
      return "the blocks do not cover the array in dimension " + std::to_string(i);
  }
  if (processes != array.size)
    return "a grid of " + std::to_string(processes) + " processes for " +
           std::to_string(array.size);
  return order_problem(array.order);
}

TypeRef subarray_type(const Subarray& array, const TypeRef& old) {
  std::vector<int> integers = {static_cast<int>(array.sizes.size())};
  append(integers, array.sizes);
  append(integers, array.sub_sizes);
  append(integers, array.starts);
  integers.push_back(array.order);
  const auto block = [&](std::size_t dimension) {
    return std::vector<Block>{{array.starts[dimension], array.sub_sizes[dimension]}};
  };
  return placed(array.sizes, array.order, old, block,
                {MPI_COMBINER_SUBARRAY, std::move(integers), {}, {old}});
}

TypeRef darray_type(const DistributedArray& array, const TypeRef& old) {
  std::vector<int> integers = {array.size, array.rank, static_cast<int>(array.sizes.size())};
  append(integers, array.sizes);
  append(integers, array.distributions);
  append(integers, array.arguments);
  append(integers, array.processes);
  integers.push_back(array.order);
  const auto blocks = [&](std::size_t dimension) { return blocks_of_rank(array, dimension); };
  return placed(array.sizes, array.order, old, blocks,
                {MPI_COMBINER_DARRAY, std::move(integers), {}, {old}});
}

}  // namespace harrier::mpi
