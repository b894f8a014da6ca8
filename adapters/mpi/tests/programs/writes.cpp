// Writes where reports go, as programs do that print by system calls or point their output to a
// file.
#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

#include <cassert>
#include <string>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const std::string what = argc > 1 ? argv[1] : "";
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (what == "points") {
    const int file = open("/dev/null", O_WRONLY);
    dup2(file, 1);
    close(file);
  } else if (what == "closes") {
    close(1);
  } else {
    const ssize_t written = write(1, "{noise}\n", 8);
    assert(written == 8);
  }
  MPI_Finalize();
}
