// Uses functions of MPI with large counts, one group named by the argument, and checks what comes
// back. Some lists lie where they would be wrong if they were read as ints, or not at all.
#include <mpi.h>

#include <cassert>
#include <cstring>
#include <string>
#include <vector>

static int rank = -1;
static int size = 0;

static void messages() {
  const int next = (rank + 1) % size;
  const int previous = (rank + size - 1) % size;
  const int mine[2] = {rank, 10 * rank};
  int got[4] = {-1, -1, -1, -1};
  MPI_Request requests[2];
  MPI_Status statuses[2];
  MPI_Irecv_c(got, 4, MPI_INT, previous, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend_c(mine, 2, MPI_INT, next, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, statuses);
  assert(got[0] == previous && got[1] == 10 * previous && got[2] == -1);
  MPI_Count count = -1;
  MPI_Get_count_c(&statuses[0], MPI_INT, &count);
  assert(count == 2);
  count = MPI_Count{1} << 40;
  MPI_Get_count_c(&statuses[0], MPI_INT, &count);
  assert(count == 2);
  MPI_Get_count_c(&statuses[0], MPI_LONG_LONG_INT, &count);
  assert(count == 1);
  MPI_Get_elements_c(&statuses[0], MPI_INT, &count);
  assert(count == 2);
  MPI_Sendrecv_c(mine, 1, MPI_INT, next, 2, &got[3], 1, MPI_INT, previous, 2, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  assert(got[3] == previous);

  std::vector<char> buffer(1000);
  MPI_Buffer_attach_c(buffer.data(), static_cast<MPI_Count>(buffer.size()));
  MPI_Bsend_c(mine, 2, MPI_INT, next, 3, MPI_COMM_WORLD);
  MPI_Recv_c(got, 2, MPI_INT, previous, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  void* detached = nullptr;
  MPI_Count room = 0;
  MPI_Buffer_detach_c(&detached, &room);
  assert(detached == buffer.data() && room == 1000);
}

static void add_pairs(void* in, void* inout, MPI_Count* count, MPI_Datatype* type) {
  assert(*count == 3 && *type == MPI_INT);
  for (MPI_Count i = 0; i < *count; ++i) static_cast<int*>(inout)[i] += static_cast<int*>(in)[i];
}

static void collectives() {
  std::vector<MPI_Count> counts;
  std::vector<MPI_Aint> places;
  std::vector<int> mine;
  int total = 0;
  for (int i = 0; i < size; ++i) {
    counts.push_back(i + 1);
    places.push_back(total);
    total += i + 1;
  }
  mine.assign(static_cast<std::size_t>(rank + 1), rank);
  std::vector<int> all(static_cast<std::size_t>(total), -1);
  const auto is_all = [&] {
    for (int i = 0; i < size; ++i) {
      for (MPI_Count k = 0; k < counts[i]; ++k) assert(all[places[i] + k] == i);
    }
  };
  MPI_Allgatherv_c(mine.data(), rank + 1, MPI_INT, all.data(), counts.data(), places.data(),
                   MPI_INT, MPI_COMM_WORLD);
  is_all();

  // Lists are for the root alone.
  all.assign(all.size(), -1);
  const bool is_root = rank == 1;
  MPI_Gatherv_c(mine.data(), rank + 1, MPI_INT, all.data(), is_root ? counts.data() : nullptr,
                is_root ? places.data() : nullptr, MPI_INT, 1, MPI_COMM_WORLD);
  if (is_root) is_all();
  std::vector<int> part(mine.size(), -1);
  MPI_Scatterv_c(all.data(), is_root ? counts.data() : nullptr, is_root ? places.data() : nullptr,
                 MPI_INT, part.data(), rank + 1, MPI_INT, 1, MPI_COMM_WORLD);
  assert(part == mine);

  // Everybody gets as many from me as I am.
  const std::vector<MPI_Count> given(static_cast<std::size_t>(size), rank + 1);
  const std::vector<MPI_Aint> same(static_cast<std::size_t>(size), 0);
  all.assign(all.size(), -1);
  MPI_Alltoallv_c(mine.data(), given.data(), same.data(), MPI_INT, all.data(), counts.data(),
                  places.data(), MPI_INT, MPI_COMM_WORLD);
  is_all();

  std::vector<int> ones(static_cast<std::size_t>(total), 1);
  std::vector<int> reduced(mine.size(), 0);
  MPI_Reduce_scatter_c(ones.data(), reduced.data(), counts.data(), MPI_INT, MPI_SUM,
                       MPI_COMM_WORLD);
  for (const int one : reduced) assert(one == size);

  MPI_Op own;
  MPI_Op_create_c(add_pairs, 1, &own);
  const int terms[3] = {1, rank, 2};
  int sums[3] = {};
  MPI_Request request;
  MPI_Iallreduce_c(terms, sums, 3, MPI_INT, own, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  assert(sums[0] == size && sums[1] == size * (size - 1) / 2 && sums[2] == 2 * size);
  MPI_Op_free(&own);

  MPI_Bcast_init_c(sums, 3, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  // One who gives a large count may meet one who does not.
  if (rank == 0) {
    MPI_Bcast_c(sums, 3, MPI_INT, 0, MPI_COMM_WORLD);
  } else {
    MPI_Bcast(sums, 3, MPI_INT, 0, MPI_COMM_WORLD);
  }
}

static void neighbors() {
  const int dimensions[1] = {size};
  const int periodic[1] = {1};
  MPI_Comm ring;
  MPI_Cart_create(MPI_COMM_WORLD, 1, dimensions, periodic, 0, &ring);
  const MPI_Count counts[2] = {1, 1};
  const MPI_Aint places[2] = {1, 0};
  int got[2] = {-1, -1};
  MPI_Neighbor_allgatherv_c(&rank, 1, MPI_INT, got, counts, places, MPI_INT, ring);
  assert(got[1] == (rank + size - 1) % size && got[0] == (rank + 1) % size);
  const MPI_Datatype types[2] = {MPI_INT, MPI_INT};
  const MPI_Aint bytes[2] = {0, sizeof(int)};
  const int mine[2] = {rank, -rank};
  MPI_Neighbor_alltoallw_c(mine, counts, bytes, types, got, counts, bytes, types, ring);
  assert(got[0] == -((rank + size - 1) % size) && got[1] == (rank + 1) % size);
  MPI_Comm_free(&ring);
}

static void types() {
  const MPI_Count lengths[2] = {1, 2};
  const MPI_Count starts[2] = {0, 3};
  MPI_Datatype made;
  MPI_Type_indexed_c(2, lengths, starts, MPI_INT, &made);
  MPI_Type_commit(&made);
  MPI_Count bytes = 0;
  MPI_Type_size_c(made, &bytes);
  assert(bytes == 3 * sizeof(int));
  MPI_Count low = -1;
  MPI_Count extent = -1;
  MPI_Type_get_extent_c(made, &low, &extent);
  assert(low == 0 && extent == 5 * sizeof(int));

  const int values[5] = {1, 2, 3, 4, 5};
  MPI_Count room = 0;
  MPI_Pack_size_c(1, made, MPI_COMM_SELF, &room);
  std::vector<char> packed(static_cast<std::size_t>(room));
  MPI_Count place = 0;
  MPI_Pack_c(values, 1, made, packed.data(), room, &place, MPI_COMM_SELF);
  assert(place == 3 * sizeof(int));
  place = 0;
  int unpacked[3] = {};
  MPI_Unpack_c(packed.data(), room, &place, unpacked, 3, MPI_INT, MPI_COMM_SELF);
  assert(unpacked[0] == 1 && unpacked[1] == 4 && unpacked[2] == 5);
  MPI_Type_free(&made);

  const MPI_Count sizes[2] = {4, 4};
  const MPI_Count parts[2] = {2, 2};
  const MPI_Count first[2] = {1, 1};
  MPI_Type_create_subarray_c(2, sizes, parts, first, MPI_ORDER_C, MPI_INT, &made);
  MPI_Type_get_true_extent_c(made, &low, &extent);
  assert(low == 5 * sizeof(int) && extent == 6 * sizeof(int));
  MPI_Type_free(&made);
  const MPI_Count apart[2] = {0, 64};
  const MPI_Datatype both[2] = {MPI_INT, MPI_DOUBLE};
  MPI_Type_create_struct_c(2, lengths, apart, both, &made);
  MPI_Type_size_c(made, &bytes);
  assert(bytes == sizeof(int) + 2 * sizeof(double));
  MPI_Type_free(&made);
}

static void windows() {
  int memory[4] = {-1, -1, -1, -1};
  MPI_Win window;
  MPI_Win_create_c(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  MPI_Put_c(&rank, 1, MPI_INT, (rank + 1) % size, 2, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  int got = -1;
  MPI_Get_c(&got, 1, MPI_INT, (rank + 1) % size, 2, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  assert(memory[2] == (rank + size - 1) % size && got == rank);
  MPI_Win_free(&window);
}

/// More than an int can say.
static void beyond() {
  char byte = 0;
  MPI_Send_c(&byte, MPI_Count{3} << 30, MPI_CHAR, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
}

static void beyond_in_a_list() {
  const MPI_Count lengths[1] = {MPI_Count{3} << 30};
  const MPI_Count starts[1] = {0};
  MPI_Datatype made;
  MPI_Type_indexed_c(1, lengths, starts, MPI_CHAR, &made);
}

static void without_list() {
  int got[3];
  const MPI_Aint places[3] = {0, 1, 2};
  MPI_Allgatherv_c(&rank, 1, MPI_INT, got, nullptr, places, MPI_INT, MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const std::string part = argv[1];
  if (part == "messages") messages();
  if (part == "collectives") collectives();
  if (part == "neighbors") neighbors();
  if (part == "types") types();
  if (part == "windows") windows();
  if (part == "beyond") beyond();
  if (part == "beyond-in-a-list") beyond_in_a_list();
  if (part == "without-list") without_list();
  MPI_Finalize();
  return 0;
}
