// Deadlocks when philosophers that ask a table for forks are called back by forks: Dining
// philosophers with a table, of deadlock analyses of ABS programs.
#include <utility>
#include <vector>

#include "harrier/harrier.hpp"

namespace {

class Philosopher;

struct TakeFirst {};
struct TakeSecond {};
struct Take {
  harrier::Ref<Philosopher> philosopher;
  bool second;
};
struct Request {
  int fork;
  harrier::Ref<Philosopher> philosopher;
  bool second;
};

class Fork : public harrier::Actor<Fork> {
 public:
  harrier::Task<> on(Take m);
};

class Table : public harrier::Actor<Table> {
 public:
  explicit Table(std::vector<harrier::Ref<Fork>> forks) : forks_(std::move(forks)) {}

  harrier::Task<> on(Request m) {
    co_await until(request((*forks_)[m.fork], Take{m.philosopher, m.second}));
  }

 private:
  harrier::Constant<std::vector<harrier::Ref<Fork>>> forks_;
};

class Philosopher : public harrier::Actor<Philosopher> {
 public:
  Philosopher(harrier::Ref<Table> table, int left, int right)
      : table_(table), left_(left), right_(right) {}

  harrier::Task<> on(TakeFirst) { co_await until(request(table_, Request{left_, self(), false})); }
  harrier::Task<> on(TakeSecond) { co_await call(table_, Request{right_, self(), true}); }

 private:
  harrier::Constant<harrier::Ref<Table>> table_;
  harrier::Constant<int> left_;
  harrier::Constant<int> right_;
};

harrier::Task<> Fork::on(Take m) {
  if (!m.second) co_await call(m.philosopher, TakeSecond{});
}

void set_up(harrier::System& system, const harrier::Arguments& arguments) {
  const int n = arguments.number("n");
  std::vector<harrier::Ref<Fork>> forks;
  for (int i = 0; i < n; ++i) forks.push_back(system.spawn<Fork>());
  const auto table = system.spawn<Table>(forks);
  for (int i = 0; i < n; ++i) {
    system.send(system.spawn<Philosopher>(table, i, (i + 1) % n), TakeFirst{});
  }
}

const harrier::Register dining_table("dining-table", "forks call back the philosophers that wait",
                                     {harrier::number("n", 2, 2, 4, "number of philosophers")},
                                     set_up);

}  // namespace
