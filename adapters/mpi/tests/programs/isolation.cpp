// An ordinary MPI program that breaks where ranks, or executions, share what each must have for
// itself. The first argument names what is looked at.
#include <getopt.h>
#include <mpi.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

int plain = 5;
static int zeroed[64];
static const char* text = "begin";
std::vector<int> constructed(3, 7);
std::map<std::string, int> table = {{"one", 1}};
std::string name = "a name that is too long to be kept without memory of its own";
thread_local int own_of_thread = 9;

static int& local_static() {
  static std::unique_ptr<int> value = std::make_unique<int>(11);
  return *value;
}

static int rank_ = 0;

static void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "rank %d: %s\n", rank_, what);
  std::abort();
}

/// Lets every other rank run, in an order that is explored.
static void let_others_run() {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int value = rank_;
  if (rank_ == 0) {
    for (int i = 1; i < size; ++i) {
      MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  } else {
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

static void look_at_globals() {
  require(plain == 5 && zeroed[63] == 0 && std::strcmp(text, "begin") == 0, "globals are fresh");
  plain = zeroed[63] = rank_;
  text = rank_ == 0 ? "zero" : "other";
  let_others_run();
  require(plain == rank_ && zeroed[63] == rank_, "globals are its own");
  require(std::strcmp(text, rank_ == 0 ? "zero" : "other") == 0, "pointers are its own");
}

static void look_at_statics() {
  require(constructed == std::vector<int>(3, 7) && table.size() == 1, "statics are constructed");
  require(name.size() > 40 && local_static() == 11, "strings and local statics are fresh");
  for (int i = 0; i < 100 * (rank_ + 1); ++i) constructed.push_back(i);
  table[std::string(50, 'x')] = rank_;
  name += std::to_string(rank_);
  local_static() = rank_;
  let_others_run();
  require(constructed.size() == static_cast<std::size_t>(3 + 100 * (rank_ + 1)), "vectors");
  require(table[std::string(50, 'x')] == rank_ && local_static() == rank_, "maps and statics");
  require(name.back() == static_cast<char>('0' + rank_), "strings");
}

static void look_at_threads() {
  require(own_of_thread == 9, "thread_local is fresh");
  own_of_thread = rank_;
  let_others_run();
  require(own_of_thread == rank_, "thread_local is its own");
}

static void look_at_heap() {
  auto* numbers = static_cast<int*>(std::malloc(1000 * sizeof(int)));
  for (int i = 0; i < 1000; ++i) numbers[i] = rank_;
  let_others_run();
  numbers = static_cast<int*>(std::realloc(numbers, 5000 * sizeof(int)));
  for (int i = 0; i < 1000; ++i) require(numbers[i] == rank_, "memory is its own");
  std::free(numbers);
  auto* cleared = static_cast<int*>(std::calloc(1000, sizeof(int)));
  for (int i = 0; i < 1000; ++i) require(cleared[i] == 0, "calloc clears");
  auto leaked = std::make_unique<std::string>(1000, 'x');
  leaked.release();
  std::free(cleared);
}

static void look_at_options(int argc, char** argv) {
  int seen = 0;
  for (int option = 0; (option = getopt(argc, argv, "abc:")) != -1;) {
    require(option != '?', "options are known");
    seen = seen * 10 + (option - 'a' + 1);
    if (option == 'c') require(std::strcmp(optarg, "value") == 0, "the option has its value");
    if (option == 'a') let_others_run();
  }
  require(seen == 123, "every rank reads all options");
  argv[1] = nullptr;
}

static void look_at_random() {
  const int first = std::rand();
  const long other = random();
  let_others_run();
  const int second = std::rand();
  std::srand(1);
  require(std::rand() == first && random() == other && std::rand() == second, "rand is its own");
}

static void look_at_exceptions() {
  try {
    throw std::runtime_error(std::to_string(rank_));
  } catch (const std::runtime_error& error) {
    let_others_run();
    require(error.what() == std::to_string(rank_), "the exception is its own");
    require(std::uncaught_exceptions() == 0, "none is in flight");
  }
  errno = rank_;
  let_others_run();
  require(errno == rank_, "errno is its own");
}

static void look_at_streams() {
  std::cout << "rank " << rank_ << " " << 1.5 << std::endl;
  std::ostringstream out;
  out << rank_ << " " << 2.5;
  let_others_run();
  std::printf("rank %d\n", rank_);
  require(out.str() == std::to_string(rank_) + " 2.5", "streams are its own");
}

static void look_at_time() {
  const std::time_t begin = std::time(nullptr);
  const auto moment = std::chrono::steady_clock::now();
  std::this_thread::sleep_for(std::chrono::hours(2));
  usleep(1000);
  let_others_run();
  require(std::chrono::steady_clock::now() > moment, "clocks go on");
  timespec now = {};
  require(clock_gettime(CLOCK_REALTIME, &now) == 0 && now.tv_sec >= begin, "so does the time");
  require(now.tv_sec < begin + 60, "sleeping takes none");
}

static int ends = 0;
static void at_end() { ++ends; }

struct LooksAtEnd {
  ~LooksAtEnd() {
    if (ends == 2) std::_Exit(0);
    std::_Exit(3);
  }
};

static void look_at_end() {
  static const LooksAtEnd last;
  std::atexit(at_end);
  std::atexit(at_end);
  let_others_run();
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  const std::string what = argc > 1 ? argv[1] : "";
  const double before = MPI_Wtime();
  if (what == "globals") look_at_globals();
  if (what == "statics") look_at_statics();
  if (what == "threads") look_at_threads();
  if (what == "heap") look_at_heap();
  if (what == "options") look_at_options(argc - 1, argv + 1);
  if (what == "random") look_at_random();
  if (what == "exceptions") look_at_exceptions();
  if (what == "streams") look_at_streams();
  if (what == "time") look_at_time();
  if (what == "end") look_at_end();
  sleep(1);
  require(MPI_Wtime() > before, "time goes on");
  MPI_Finalize();
  if (what == "exit") std::exit(4);
  if (what == "return") return 5;
  return 0;
}
