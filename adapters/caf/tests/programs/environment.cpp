// What a program gets from the system, one theme by argument. It throws where that is not as
// docs/caf.md says.
#include <fcntl.h>
#include <poll.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <caf/all.hpp>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using namespace std::chrono_literals;

void require(bool condition, const char* what) {
  if (!condition) throw std::runtime_error(what);
}

/// Makes an actor that does something in a step of its own, at any time.
template <class Action>
caf::actor doing(caf::actor_system& system, Action action) {
  return system.spawn([=](caf::event_based_actor* self) -> caf::behavior {
    self->send(self, 1);
    return {[=](int) { action(self); }};
  });
}

/// Makes two messages race, so that there is more than one execution.
void race(caf::actor_system& system) {
  const caf::actor target = system.spawn([]() -> caf::behavior { return {[](int) {}}; });
  for (int i = 0; i < 2; ++i) {
    doing(system, [=](caf::event_based_actor* self) { self->send(target, i); });
  }
}

std::vector<std::int64_t> all_clocks_ns(caf::actor_system& system) {
  timespec by_clock = {};
  clock_gettime(CLOCK_MONOTONIC, &by_clock);
  timeval of_day = {};
  gettimeofday(&of_day, nullptr);
  return {system.clock().now().time_since_epoch().count(),
          std::chrono::system_clock::now().time_since_epoch().count(),
          std::chrono::steady_clock::now().time_since_epoch().count(),
          std::time(nullptr) * 1'000'000'000,
          by_clock.tv_sec * 1'000'000'000 + by_clock.tv_nsec,
          of_day.tv_sec * 1'000'000'000 + of_day.tv_usec * 1000};
}

void time_stands_still(caf::actor_system& system) {
  static const std::vector<std::int64_t> first = all_clocks_ns(system);
  require(all_clocks_ns(system) == first, "every execution begins at the same moment");
  race(system);
  caf::scoped_actor self{system};
  self->receive([](int) {}, caf::after(5s) >> [] {});
  std::vector<std::int64_t> later = first;
  for (std::int64_t& moment : later) moment += 5'000'000'000;
  require(all_clocks_ns(system) == later, "a timer makes the time that it waited for");
}

void sleeping_takes_its_time(caf::actor_system& system) {
  race(system);
  const auto before = std::chrono::steady_clock::now();
  const timespec minute = {60, 0};
  sleep(60);
  usleep(60'000'000);
  nanosleep(&minute, nullptr);
  clock_nanosleep(CLOCK_MONOTONIC, 0, &minute, nullptr);
  std::this_thread::sleep_for(1min);
  require(std::chrono::steady_clock::now() - before == 5min, "so much time has passed");
}

void random_values_repeat(caf::actor_system& system) {
  const auto draw = [] {
    std::random_device device;
    return std::vector<std::int64_t>{device(), device(), std::rand(), std::rand(), random()};
  };
  const std::vector<std::int64_t> drawn = draw();
  static const std::vector<std::int64_t> first = drawn;
  require(drawn == first, "every execution draws the same");
  require(drawn[0] != drawn[1], "they are not all the same");
  race(system);
}

/// Two actors write into a pipe whose end main waits for.
void poll_gives_way(caf::actor_system& system) {
  int ends[2];
  require(pipe(ends) == 0, "a pipe can be had");
  for (const char letter : {'a', 'b'}) {
    doing(system, [=](caf::event_based_actor*) { write(ends[1], &letter, 1); });
  }
  pollfd waited = {ends[0], POLLIN, 0};
  for (int i = 0; i < 2; ++i) {
    char letter = 0;
    require(poll(&waited, 1, -1) == 1, "the wait is over when something is there");
    require(read(ends[0], &letter, 1) == 1 && letter != 0, "what was written is read");
  }
  require(poll(&waited, 1, 1'000'000) == 0, "with a timeout, it looks once");
  close(ends[0]);
  close(ends[1]);
}

/// Two actors write into a file: what others do cannot be seen, so their order may matter.
void files_are_shared(caf::actor_system& system) {
  for (const char letter : {'a', 'b'}) {
    doing(system, [=](caf::event_based_actor*) {
      const int file = open("/dev/null", O_WRONLY);
      write(file, &letter, 1);
      close(file);
    });
  }
}

void files_that_answer_otherwise(caf::actor_system& system) {
  static std::FILE* const file = std::tmpfile();
  std::fputc('x', file);
  if (std::ftell(file) > 1) doing(system, [](caf::event_based_actor*) {});
  race(system);
}

void thread_that_sends(caf::actor_system& system) {
  const caf::actor target = system.spawn([]() -> caf::behavior { return {[](int) {}}; });
  doing(system,
        [=](caf::event_based_actor*) { std::thread([=] { caf::anon_send(target, 1); }).join(); });
}

void thread_that_computes(caf::actor_system& system) {
  doing(system, [=](caf::event_based_actor*) {
    int sum = 0;
    std::thread([&] { sum = 1 + 2; }).join();
    require(sum == 3, "the thread runs");
  });
}

/// Forked processes end as they would, whoever explores the one that forks them.
void forked_processes_end(caf::actor_system& system) {
  const std::vector<std::pair<void (*)(), int>> ways = {{[] { std::exit(0); }, 0},
                                                        {[] { _exit(3); }, 3 << 8},
                                                        {[] { std::abort(); }, SIGABRT},
                                                        {[] { raise(SIGSEGV); }, SIGSEGV},
                                                        {[] { raise(SIGKILL); }, SIGKILL}};
  for (const auto& [way, expected] : ways) {
    const pid_t child = fork();
    if (child == 0) way();
    int status = -1;
    require(waitpid(child, &status, 0) == child, "a child ends");
    require((status & ~WCOREFLAG) == expected, "it ends as it would");
  }
  race(system);
}

void globals_that_matter(caf::actor_system& system) {
  static int executions = 0;
  if (++executions > 1) doing(system, [](caf::event_based_actor*) {});
  race(system);
}

}  // namespace

int main(int, char** words) {
  const std::map<std::string, void (*)(caf::actor_system&)> themes = {
      {"time", time_stands_still},
      {"sleep", sleeping_takes_its_time},
      {"random", random_values_repeat},
      {"poll", poll_gives_way},
      {"files", files_are_shared},
      {"files_that_differ", files_that_answer_otherwise},
      {"thread_that_sends", thread_that_sends},
      {"thread_that_computes", thread_that_computes},
      {"forked_processes", forked_processes_end},
      {"globals", globals_that_matter}};
  caf::actor_system_config config;
  caf::actor_system system{config};
  themes.at(words[1])(system);
}
