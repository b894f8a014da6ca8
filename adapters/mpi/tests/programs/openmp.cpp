// An MPI program with OpenMP; the first argument says what its threads do.
#include <mpi.h>
#include <omp.h>
#include <unistd.h>

#include <cassert>
#include <string>
#include <vector>

static int rank = -1;

/// Work that is shared in all ways there are, without MPI.
static void work() {
  constexpr int count = 100;
  std::vector<int> done(count);
  long sum = 0;
  int singles = 0;
  int entered = 0;
  int sections = 0;
  int tasks = 0;
  std::vector<int> order;
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(3)
  {
    assert(omp_in_parallel() && omp_get_num_threads() == 3);
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < count; ++i) sum += i;
#pragma omp for schedule(dynamic, 7)
    for (int i = 0; i < count; ++i) ++done[i];
#pragma omp for schedule(guided)
    for (int i = 0; i < count; i += 3) ++done[i];
#pragma omp for ordered schedule(static, 2)
    for (int i = 9; i > 0; i -= 2) {
#pragma omp ordered
      order.push_back(i);
    }
#pragma omp for ordered schedule(dynamic, 1)
    for (int i = 0; i < 4; ++i) {
#pragma omp ordered
      order.push_back(i);
    }
#pragma omp single
    ++singles;
#pragma omp sections
    {
#pragma omp section
      sections += 1;
#pragma omp section
      sections += 2;
    }
#pragma omp critical
    ++entered;
#pragma omp critical(named)
    ++entered;
    omp_set_lock(&lock);
    ++entered;
    omp_unset_lock(&lock);
#pragma omp barrier
    assert(entered == 9);
#pragma omp single
    {
      for (int i = 0; i < 5; ++i) {
#pragma omp task shared(tasks) firstprivate(i)
        {
#pragma omp atomic
          tasks += i;
        }
      }
#pragma omp taskwait
      assert(tasks == 10);
    }
  }
#pragma omp parallel for num_threads(2) schedule(dynamic, 1)
  for (int i = 0; i < count; ++i) ++done[i];
  omp_destroy_lock(&lock);
  assert(sum == 4950 && singles == 1 && sections == 3);
  for (int i = 0; i < count; ++i) assert(done[i] == (i % 3 == 0 ? 3 : 2));
  assert((order == std::vector<int>{9, 7, 5, 3, 1, 0, 1, 2, 3}));
  assert(!omp_in_parallel() && omp_get_num_threads() == 1 && omp_get_thread_num() == 0);
}

/// As many threads as are asked for, or two.
static void sizes() {
  int threads = 0;
#pragma omp parallel
#pragma omp master
  threads = omp_get_num_threads();
  assert(threads == 2 && omp_get_max_threads() == 2);
  omp_set_num_threads(3);
#pragma omp parallel
#pragma omp master
  threads = omp_get_num_threads();
  assert(threads == 3);
}

/// The first thread sends while the second changes what it sends, before or after.
static void changes() {
  int value = 1;
  if (rank == 0) {
#pragma omp parallel num_threads(2)
    {
#pragma omp master
      MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
      if (omp_get_thread_num() == 1) value = 2;
    }
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    assert(value == 1);
  }
}

/// Two threads send, in either order, and another one waits for a third with a flag.
static void sends() {
  if (rank == 0) {
    int flag = 0;
#pragma omp parallel num_threads(2)
    {
      const int number = omp_get_thread_num();
      if (number == 0) {
        int seen = 0;
        while (seen == 0) {
          usleep(1);
#pragma omp atomic read
          seen = flag;
        }
      } else {
#pragma omp atomic write
        flag = 1;
      }
      MPI_Send(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
  } else {
    int first = -1;
    int second = -1;
    MPI_Recv(&first, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&second, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    assert(first + second == 1);
    assert(first == 0);
  }
}

/// One thread waits for what another one brings about.
static void waits() {
  int value = 0;
  if (rank == 0) {
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
      MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma omp section
      MPI_Send(&rank, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    }
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
}

static void nested() {
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  assert(true);
}

static void stuck() {
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
#pragma omp barrier
  }
}

int main(int argc, char** argv) {
  const std::string what = argv[1];
  const bool all = what == "sends" || what == "waits";
  int provided = 0;
  MPI_Init_thread(&argc, &argv, all ? MPI_THREAD_MULTIPLE : MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (what == "work") work();
  if (what == "sizes") sizes();
  if (what == "changes") changes();
  if (what == "sends" || what == "funneled") sends();
  if (what == "waits") waits();
  if (what == "nested") nested();
  if (what == "stuck") stuck();
  MPI_Finalize();
  return 0;
}
