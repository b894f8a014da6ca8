// Counts a secretary and the workers it tells to register, each in a counter of its own: RegSim of
// aPET (FORTE'14).
#include <vector>

#include "harrier/harrier.hpp"

namespace {

struct EnterSecretary {};
struct EnterWorker {};
struct EnterYourself {};

class Registry : public harrier::Actor<Registry> {
 public:
  void on(EnterSecretary) { ++secretaries_; }
  void on(EnterWorker) { ++workers_; }
  int workers() const { return workers_; }

 private:
  harrier::Tracked<int> secretaries_{"secretaries", 0};
  harrier::Tracked<int> workers_{"workers", 0};
};

class Worker : public harrier::Actor<Worker> {
 public:
  explicit Worker(harrier::Ref<Registry> registry) : registry_(registry) {}

  void on(EnterYourself) {
    if (registered_) return;
    send(registry_, EnterWorker{});
    registered_ = true;
  }

 private:
  harrier::Constant<harrier::Ref<Registry>> registry_;
  harrier::Tracked<bool> registered_{"registered", false};
};

struct TellWorkers {
  std::vector<harrier::Ref<Worker>> workers;
};

class Secretary : public harrier::Actor<Secretary> {
 public:
  explicit Secretary(harrier::Ref<Registry> registry) : registry_(registry) {}

  void on(EnterYourself) { send(registry_, EnterSecretary{}); }
  void on(const TellWorkers& m) {
    for (const auto worker : m.workers) send(worker, EnterYourself{});
  }

 private:
  harrier::Constant<harrier::Ref<Registry>> registry_;
};

void set_up(harrier::System& system, const harrier::Arguments& arguments) {
  const int count = arguments.number("workers");
  const auto registry = system.spawn<Registry>();
  const auto secretary = system.spawn<Secretary>(registry);
  std::vector<harrier::Ref<Worker>> workers;
  for (int i = 0; i < count; ++i) workers.push_back(system.spawn<Worker>(registry));
  system.send(secretary, EnterYourself{});
  for (int i = 0; i < arguments.number("calls"); ++i) system.send(secretary, TellWorkers{workers});
  system.at_end([registry, count](const harrier::End& end) {
    end.check(end.actor(registry).workers() == count, "every worker registers once");
  });
}

const harrier::Register regsim_forte(
    "regsim-forte", "a secretary and its workers register with two counters",
    {harrier::number("workers", 3, 1, 8, "number of workers"),
     harrier::number("calls", 1, 1, 4, "how often the workers are told to register")},
    set_up);

}  // namespace
