// An MPI program whose ranks have several threads; the first argument says what these do.
#include <mpi.h>

#include <cassert>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

static std::vector<int> squares(100);

/// Fills a part of the table.
static void compute(int begin, int end) {
  for (int i = begin; i < end; ++i) squares[i] = i * i;
}

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  int provided = 0;
  MPI_Init_thread(&argc, &argv, what == "multiple" ? MPI_THREAD_MULTIPLE : MPI_THREAD_FUNNELED,
                  &provided);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::thread first(compute, 0, 50);
  std::thread second(compute, 50, 100);
  first.join();
  second.join();
  const int sum = std::accumulate(squares.begin(), squares.end(), 0);
  int first_of_others = rank;
  if (what == "calls" && rank == 1) {
    std::thread([&] { MPI_Comm_size(MPI_COMM_WORLD, &provided); }).join();
  }
  if (rank == 0) {
    int other = 0;
    MPI_Recv(&other, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    assert(other == sum + 1 || what != "race");
    MPI_Recv(&other, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    first_of_others = sum + rank;
    MPI_Send(&first_of_others, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
