// Windows whose memory ranks share, each use named by the first argument.
#include <mpi.h>

#include <cassert>
#include <cstring>
#include <string>

namespace {

int rank = 0;
int size = 0;
MPI_Comm node = MPI_COMM_NULL;
MPI_Win window = MPI_WIN_NULL;

int* part_of(int other) {
  MPI_Aint bytes = 0;
  int unit = 0;
  int* part = nullptr;
  MPI_Win_shared_query(window, other, &bytes, &unit, &part);
  return part;
}

void barriers(int* mine) {
  const int* const next = part_of((rank + 1) % size);
  MPI_Win_lock_all(0, window);
  for (int round = 0; round < 2; ++round) {
    mine[0] = 10 * round + rank;
    MPI_Win_sync(window);
    MPI_Barrier(node);
    MPI_Win_sync(window);
    assert(next[0] == 10 * round + (rank + 1) % size);
    MPI_Barrier(node);
  }
  MPI_Win_unlock_all(window);
}

void locks() {
  int* const counter = part_of(0);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
  ++counter[0];
  MPI_Win_unlock(0, window);
  MPI_Barrier(node);
  assert(counter[0] == size);
}

void messages() {
  int* const values = part_of(size - 1);
  int token = 0;
  if (rank == 0) values[1] = 5;
  if (rank > 0) MPI_Recv(&token, 1, MPI_INT, rank - 1, 0, node, MPI_STATUS_IGNORE);
  assert(values[1] == 5 + rank - (rank > 0 ? 1 : 0));
  if (rank > 0) ++values[1];
  if (rank + 1 < size) MPI_Send(&token, 1, MPI_INT, rank + 1, 0, node);
}

void operations(int* mine) {
  const int value = 40 + rank;
  MPI_Win_fence(0, window);
  MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  assert(mine[0] == 40 + (rank + size - 1) % size);
  assert(part_of((rank + 1) % size)[0] == value);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
}

/// Buffers of calls may lie there, too.
void buffers(int* mine) {
  mine[0] = rank;
  MPI_Barrier(node);
  MPI_Bcast(part_of(size - 1), 1, MPI_INT, 0, MPI_COMM_SELF);
  if (rank == 0) MPI_Send(part_of(1), 1, MPI_INT, 1, 0, node);
  if (rank == 1) MPI_Recv(part_of(0) + 1, 1, MPI_INT, 0, 0, node, MPI_STATUS_IGNORE);
  MPI_Barrier(node);
  assert(part_of(0)[1] == 1);
}

/// Rank 0 receives where rank 1 loads, without anything between them.
void received(int* mine) {
  int value = 3;
  if (rank == 1) MPI_Send(&value, 1, MPI_INT, 0, 0, node);
  if (rank == 0) MPI_Recv(mine, 1, MPI_INT, 1, 0, node, MPI_STATUS_IGNORE);
  if (rank == 1) value = part_of(0)[0];
}

void query() {
  int* flavor = nullptr;
  int* model = nullptr;
  MPI_Aint* bytes = nullptr;
  int* unit = nullptr;
  void* base = nullptr;
  int flag = 0;
  MPI_Win_get_attr(window, MPI_WIN_CREATE_FLAVOR, &flavor, &flag);
  assert(flag && *flavor == MPI_WIN_FLAVOR_SHARED);
  MPI_Win_get_attr(window, MPI_WIN_MODEL, &model, &flag);
  assert(flag && *model == MPI_WIN_UNIFIED);
  MPI_Win_get_attr(window, MPI_WIN_SIZE, &bytes, &flag);
  assert(flag && *bytes == 2 * static_cast<int>(sizeof(int)));
  MPI_Win_get_attr(window, MPI_WIN_DISP_UNIT, &unit, &flag);
  assert(flag && *unit == sizeof(int));
  MPI_Win_get_attr(window, MPI_WIN_BASE, &base, &flag);
  assert(flag && base == part_of(rank));
  assert(part_of(rank)[0] == 0);
  for (int other = 1; other < size; ++other) assert(part_of(other) == part_of(other - 1) + 2);
  assert(part_of(MPI_PROC_NULL) == part_of(0));

  // The first rank that has memory stands for nobody in particular.
  MPI_Win uneven = MPI_WIN_NULL;
  char* mine = nullptr;
  MPI_Win_allocate_shared(rank, 1, MPI_INFO_NULL, node, &mine, &uneven);
  MPI_Aint length = -1;
  int width = 0;
  char* found = nullptr;
  char* first = nullptr;
  MPI_Win_shared_query(uneven, MPI_PROC_NULL, &length, &width, &found);
  MPI_Win_shared_query(uneven, size > 1 ? 1 : 0, &length, &width, &first);
  assert(found == first && length == (size > 1 ? 1 : 0) && width == 1);
#ifdef MPICH_NAME
  assert((mine == nullptr) == (rank == 0));
#endif
  MPI_Win_free(&uneven);

  MPI_Info info = MPI_INFO_NULL;
  MPI_Info_create(&info);
  MPI_Info_set(info, "alloc_shared_noncontig", "true");
  MPI_Win apart = MPI_WIN_NULL;
  char* own = nullptr;
  MPI_Win_allocate_shared(3, 1, info, node, &own, &apart);
  MPI_Info_free(&info);
  assert(reinterpret_cast<std::size_t>(own) % 8 == 0);
  MPI_Win_shared_query(apart, rank, &length, &width, &found);
  assert(found == own && length >= 3);
  MPI_Win_free(&apart);

  // Only such windows can be asked.
  MPI_Win other = MPI_WIN_NULL;
  MPI_Win_allocate(4, 1, MPI_INFO_NULL, node, &base, &other);
  MPI_Win_set_errhandler(other, MPI_ERRORS_RETURN);
  int error = 0;
  MPI_Error_class(MPI_Win_shared_query(other, 0, &length, &width, &found), &error);
  assert(error == MPI_ERR_RMA_FLAVOR);
  MPI_Win_free(&other);
}

/// What a load that nothing orders sees decides whether a message is sent.
void decides(int* mine) {
  const int* const first = part_of(0);
  if (rank == 0) mine[0] = 1;
  if (rank == 1) {
    const int sends = first[0];
    MPI_Send(&sends, 1, MPI_INT, 0, sends, node);
  }
  if (rank == 0) {
    int value = 0;
    MPI_Recv(&value, 1, MPI_INT, 1, MPI_ANY_TAG, node, MPI_STATUS_IGNORE);
  }
}

}  // namespace

int main(int count, char** words) {
  MPI_Init(&count, &words);
  const std::string what = words[1];
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_rank(node, &rank);
  MPI_Comm_size(node, &size);
  int* mine = nullptr;
  const int ints = what == "large" ? 300'000 : 2;
  MPI_Win_allocate_shared(ints * sizeof(int), sizeof(int), MPI_INFO_NULL, node, &mine, &window);
  volatile int* const first = part_of(0);
  int seen = 0;
  if (what == "barriers") barriers(mine);
  if (what == "locks") locks();
  if (what == "messages") messages();
  if (what == "operations") operations(mine);
  if (what == "buffers") buffers(mine);
  if (what == "received") received(mine);
  if (what == "query") query();
  if (what == "decides") decides(mine);
  if (what == "store-store") first[1] = 1 + rank;
  if (what == "copy-copy") std::memcpy(part_of(0), &window, sizeof(int));
  if (what == "store-load" && rank == 0) first[1] = 7;
  if (what == "store-load" && rank != 0) seen = first[1];
  if (what == "put-load" && rank == 0) {
    const int value = 1;
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
    MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, window);
    MPI_Win_unlock(1, window);
  }
  if (what == "put-load" && rank == 2) seen = part_of(1)[1];
  if (what == "window-of-it") {
    MPI_Win other = MPI_WIN_NULL;
    MPI_Win_create(mine, 4, 1, MPI_INFO_NULL, node, &other);
    MPI_Win_free(&other);
  }
  if (what == "spin" || what == "sync-spin") {
    if (rank == 0) {
      while (first[0] == 0) {
        if (what == "sync-spin") MPI_Win_sync(window);
      }
    } else {
      first[0] = 1;
    }
  }
  MPI_Win_free(&window);
  MPI_Comm_free(&node);
  MPI_Finalize();
  return seen == 99 ? 1 : 0;
}
