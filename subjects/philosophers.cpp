// Lets philosophers eat twice with forks that grant or deny: diningphil of TransDPOR (FORTE'12),
// whose source is not public, so this protocol is a guess; it has the published 31 classes where
// links are FIFO.
#include <vector>

#include "harrier/harrier.hpp"

namespace {

constexpr int meals_max = 2;

class Philosopher;

struct Start {};
struct Take {
  harrier::Ref<Philosopher> philosopher;
};
struct Release {};
struct Granted {};
struct Denied {};

class Fork : public harrier::Actor<Fork> {
 public:
  void on(Take m);
  void on(Release) { free_ = true; }

 private:
  harrier::Tracked<bool> free_ = true;
};

class Philosopher : public harrier::Actor<Philosopher> {
 public:
  Philosopher(harrier::Ref<Fork> left, harrier::Ref<Fork> right) : left_(left), right_(right) {}

  void on(Start) { send(left_, Take{self()}); }

  void on(Granted) {
    if (++forks_ == 1) {
      send(right_, Take{self()});
      return;
    }
    send(left_, Release{});
    send(right_, Release{});
    forks_ = 0;
    if (++meals_ < meals_max) send(left_, Take{self()});
  }

  /// Gives up and keeps the fork it has, if any.
  void on(Denied) {}

 private:
  harrier::Constant<harrier::Ref<Fork>> left_;
  harrier::Constant<harrier::Ref<Fork>> right_;
  harrier::Tracked<int> forks_ = 0;
  harrier::Tracked<int> meals_ = 0;
};

void Fork::on(Take m) {
  if (free_) {
    free_ = false;
    send(m.philosopher, Granted{});
  } else {
    send(m.philosopher, Denied{});
  }
}

void set_up(harrier::System& system, const harrier::Arguments& arguments) {
  const int n = arguments.number("n");
  std::vector<harrier::Ref<Fork>> forks;
  for (int i = 0; i < n; ++i) forks.push_back(system.spawn<Fork>());
  for (int i = 0; i < n; ++i) {
    system.send(system.spawn<Philosopher>(forks[i], forks[(i + 1) % n]), Start{});
  }
}

const harrier::Register philosophers("philosophers", "forks are granted or denied, nobody waits",
                                     {harrier::number("n", 2, 2, 5, "number of philosophers")},
                                     set_up);

}  // namespace
