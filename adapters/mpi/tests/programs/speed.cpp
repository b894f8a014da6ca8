// Programs whose exploration is measured (docs/mpi.md): `any_source`, `workers JOBS`, `ring CALLS`,
// `again EPOCHS`, `places EPOCHS`.
#include <mpi.h>

#include <cstdlib>
#include <string>

#ifdef GLOBAL_BYTES
char variables[GLOBAL_BYTES];
#endif

namespace {

int rank = 0;
int size = 0;

void send(int to, int tag = 0) { MPI_Send(&rank, 1, MPI_INT, to, tag, MPI_COMM_WORLD); }

MPI_Status receive(int from, int tag = 0) {
  int value = 0;
  MPI_Status status;
  MPI_Recv(&value, 1, MPI_INT, from, tag, MPI_COMM_WORLD, &status);
  return status;
}

/// All send to rank 0, which receives from any source: (n - 1)! classes.
void any_source() {
  if (rank != 0) return send(0);
  for (int i = 1; i < size; ++i) receive(MPI_ANY_SOURCE);
}

/// Whoever answers gets the next job: w! · w^(jobs − w) classes.
void workers(int jobs) {
  constexpr int stop = 1;
  if (rank != 0) {
    while (receive(0, MPI_ANY_TAG).MPI_TAG != stop) send(0);
    return;
  }
  int given = size - 1;
  for (int worker = 1; worker < size; ++worker) send(worker);
  for (int i = 0; i < jobs; ++i) {
    const int worker = receive(MPI_ANY_SOURCE).MPI_SOURCE;
    send(worker, given++ < jobs ? 0 : stop);
  }
}

/// Halos and sums, so many calls of all ranks together: one class.
void ring(int calls) {
  for (int i = 0; i * 5 * size < calls; ++i) {
    int halo = 0;
    int sum = 0;
    MPI_Request requests[2];
    MPI_Irecv(&halo, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&rank, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Allreduce(&halo, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

/// Rank 1 gets a value of rank 0, in so many epochs: one class.
void get(int epochs, bool elsewhere) {
  MPI_Win window;
  int* values = nullptr;
  int value = 0;
  MPI_Win_allocate(epochs * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &values,
                   &window);
  for (int i = 0; rank == 1 && i < epochs; ++i) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
    MPI_Get(&value, 1, MPI_INT, 0, elsewhere ? i : 0, 1, MPI_INT, window);
    MPI_Win_unlock(0, window);
  }
  MPI_Win_free(&window);
}

}  // namespace

int main(int count, char** words) {
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const std::string what = words[1];
  const int number = count > 2 ? std::atoi(words[2]) : 0;
#ifdef GLOBAL_BYTES
  variables[rank] = 1;
#endif
  if (what == "any_source") any_source();
  if (what == "workers") workers(number);
  if (what == "ring") ring(number);
  if (what == "again" || what == "places") get(number, what == "places");
  MPI_Finalize();
}
