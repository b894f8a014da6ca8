// Loads and stores that meet what is under way, each named by the first argument. All leave the
// memory as it was, so that only a program that tells of them (harrier_instrument) can be caught.
#include <mpi.h>

#include <cstdio>
#include <cstring>
#include <string>

namespace {

int rank = 0;
int values[4] = {1, 2, 3, 4};
volatile int sink = 0;

void message(const std::string& what) {
  int value = 7;
  MPI_Request request = MPI_REQUEST_NULL;
  if (rank == 0) {
    MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    if (what == "store-sent") value = 7;
    if (what == "load-sent") sink = value;
  } else {
    MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    if (what == "load-received") sink = value;
    if (what == "copy-received") std::memcpy(values, &value, sizeof value);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  sink = value;
}

void collective(const std::string& what) {
  int mine = rank, sum = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  if (what == "load-reduced") sink = sum;
  sink = mine;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void window(const std::string& what) {
  int value = 1, got = 0;
  MPI_Win win = MPI_WIN_NULL;
  MPI_Win_create(values, sizeof values, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    if (what == "load-got") MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    if (what == "load-got") sink = got;
    if (what == "load-put" || what == "load-beside")
      MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  } else {
    if (what == "load-put") sink = values[0];
    if (what == "load-beside") sink = values[1];
  }
  MPI_Win_fence(0, win);
  sink = values[0];
  MPI_Win_free(&win);
}

}  // namespace

int main(int count, char** words) {
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::string what = words[1];
  if (what.find("sent") != what.npos || what.find("received") != what.npos) message(what);
  if (what.find("reduced") != what.npos) collective(what);
  if (what.find("got") != what.npos || what.find("put") != what.npos ||
      what.find("beside") != what.npos)
    window(what);
  MPI_Finalize();
  return 0;
}
