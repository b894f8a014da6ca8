// Rank 0 reads two numbers from standard input, one in each of the ways that C++ has, and tells the
// others.
#include <mpi.h>

#include <cassert>
#include <cstdio>
#include <iostream>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int numbers[2] = {};
  if (rank == 0) {
    if (std::scanf("%d", &numbers[0]) != 1) return 3;
    if (!(std::cin >> numbers[1])) return 4;
  }
  MPI_Bcast(numbers, 2, MPI_INT, 0, MPI_COMM_WORLD);
  assert(numbers[0] == 17 && numbers[1] == 42);
  MPI_Finalize();
}
