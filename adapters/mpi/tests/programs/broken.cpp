// A program that does what no MPI program should; the first argument says what.
#include <dlfcn.h>
#include <mpi.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <thread>

/// Runs before main(), as the constructors of global variables do.
[[gnu::constructor]] void construct(int count, char** words) {
  const std::string what = count > 1 ? words[1] : "";
  if (what == "constructor-aborts") std::abort();
  if (what == "constructor-throws") throw std::runtime_error("no constructor");
}

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "no-init") return 0;
  if (what == "early-exit") std::exit(3);
  if (what == "crash") *static_cast<volatile int*>(nullptr) = 1;
  MPI_Init(&argc, &argv);
  if (what == "print") {
    for (int i = 0; i < 200'000; ++i) std::printf("a line of output, and another one\n");
  }
  if (what == "threads") std::thread([] {}).join();
  if (what == "fork" && fork() == 0) std::_Exit(0);
  if (what == "dlopen") dlclose(dlopen("libm.so.6", RTLD_NOW));
  if (what == "abort") std::abort();
  if (what == "quick") std::_Exit(0);
  if (what == "killed") raise(SIGKILL);
  if (what == "window") {
    MPI_Win window = MPI_WIN_NULL;
    MPI_Win_create(&argc, sizeof argc, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_free(&window);
  }
  if (what == "segv") *static_cast<volatile int*>(nullptr) = 1;
  if (what == "throw") throw std::string("thrown");
  if (what == "no-finalize") return 0;
  if (what == "file") {
    MPI_File file = MPI_FILE_NULL;
    MPI_File_open(MPI_COMM_WORLD, "nowhere", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
  }
  if (what == "overflow") {
    int values[2] = {};
    MPI_Bcast(values, 20'000'000, MPI_INT, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
