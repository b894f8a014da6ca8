// Simulates workers that register with the first of them, and the same on two levels: regsim of
// Lauterburg's thesis (Basset). The two-level form has no public source and is a guess.
#include <vector>

#include "harrier/harrier.hpp"

namespace {

struct Boot {
  int workers;
};
struct Result {};
struct Announce {
  harrier::To<Result> to;
};

class Worker : public harrier::Actor<Worker> {
 public:
  void on(Announce m) { send(m.to, Result{}); }
  void on(Result) {}
};

class Master : public harrier::Actor<Master> {
 public:
  void on(Boot m) {
    std::vector<harrier::Ref<Worker>> workers;
    for (int i = 0; i < m.workers; ++i) workers.push_back(spawn<Worker>());
    send(workers[0], Result{});
    for (int i = 1; i < m.workers; ++i) send(workers[i], Announce{workers[0]});
  }
};

/// Passes one result up for every three that it gets.
class Registry : public harrier::Actor<Registry> {
 public:
  explicit Registry(harrier::To<Result> above) : above_(above) {}

  void on(Result) {
    if (++results_ == 3 && *above_) send(above_, Result{});
  }

 private:
  harrier::Constant<harrier::To<Result>> above_;
  harrier::Tracked<int> results_ = 0;
};

class TwoLevelMaster : public harrier::Actor<TwoLevelMaster> {
 public:
  void on(Boot m) {
    const auto root = spawn_as<Registry>("root", harrier::To<Result>());
    for (int i = 0; i < 3; ++i) {
      const auto registry = spawn<Registry>(root);
      for (int j = 0; j < m.workers; ++j) send(spawn<Worker>(), Announce{registry});
    }
  }
};

const harrier::Register regsim("regsim", "workers register with the first of them",
                               {harrier::number("workers", 3, 1, 12, "number of workers")},
                               [](harrier::System& system, const harrier::Arguments& arguments) {
                                 system.send(system.spawn<Master>(),
                                             Boot{arguments.number("workers")});
                               });

const harrier::Register regsim2("regsim2", "three registries of three workers each, and one above",
                                {}, [](harrier::System& system, const harrier::Arguments&) {
                                  system.send(system.spawn<TwoLevelMaster>(), Boot{3});
                                });

}  // namespace
