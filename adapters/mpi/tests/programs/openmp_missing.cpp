// An MPI program with a construct of OpenMP that is not explored with several threads.
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int done = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup
  {
#pragma omp task shared(done)
    done = 1;
  }
  MPI_Finalize();
  return done == 1 ? 0 : 1;
}
