// An MPI program with more global variables than can be copied whenever another rank runs.
#include <mpi.h>

#include <cassert>

static char table[100 << 20];

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  assert(table[5] == 0 && table[99 << 20] == 0);
  table[5] = table[99 << 20] = static_cast<char>(rank + 1);
  MPI_Barrier(MPI_COMM_WORLD);
  assert(table[5] == rank + 1 && table[99 << 20] == rank + 1);
  MPI_Finalize();
  return 0;
}
