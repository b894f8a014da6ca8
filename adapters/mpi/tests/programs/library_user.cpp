// An ordinary MPI program that breaks where ranks, or executions, share the state of its library.
#include <mpi.h>

#include <cstdio>
#include <cstdlib>

#include "library.hpp"

static int rank_ = 0;

static void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "rank %d: %s\n", rank_, what);
  std::abort();
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  require(library_plain == 42 && library_of_thread == 31, "variables are fresh");
  require(library_count() == 5 && library_sum() == 6, "what its constructors made is fresh");
  library_plain = library_of_thread = rank_;
  for (int i = 0; i < 10 * (rank_ + 1); ++i) library_add(rank_);
  int value = 0;
  if (rank_ == 0) {
    for (int i = 1; i < size; ++i) {
      MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  } else {
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  require(library_plain == rank_ && library_of_thread == rank_, "variables are its own");
  require(library_count() == 5 + 20 * (rank_ + 1), "containers are its own");
  require(library_sum() == 6 + 20 * (rank_ + 1) * rank_, "values are its own");
  MPI_Finalize();
  return 0;
}
