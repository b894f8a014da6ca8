// Holds sensors back until their network is set up: the barrier of Aichernig et al. 2009, section
// 5.1 and figure 7.
//
// The last act of every initialisation is to wait at the barrier, which answers nobody before all
// are there. As in the report the network arrives last: its message is not accepted before.
#include "harrier/harrier.hpp"

namespace {

struct Wait {
  bool last;
};
struct Released {};
struct Initialise {};

class Barrier : public harrier::Actor<Barrier> {
 public:
  explicit Barrier(int total) : total_(total) {}

  bool accepts(const Wait& m) const { return !m.last || arrived_ == total_ - 1; }

  harrier::Task<Released> on(Wait) {
    ++arrived_;
    co_await until([this] { return arrived_ == total_; });
    co_return Released{};
  }

 private:
  harrier::Constant<int> total_;
  harrier::Tracked<int> arrived_ = 0;
};

/// A sensor, or the network.
class Node : public harrier::Actor<Node> {
 public:
  Node(harrier::Ref<Barrier> barrier, bool last) : barrier_(barrier), last_(last) {}

  harrier::Task<> on(Initialise) {
    co_await call(barrier_, Wait{last_});
    ready_ = true;
  }

 private:
  harrier::Constant<harrier::Ref<Barrier>> barrier_;
  harrier::Constant<bool> last_;
  harrier::Tracked<bool> ready_ = false;
};

void set_up(harrier::System& system, const harrier::Arguments& arguments) {
  const int sensors = arguments.number("sensors");
  const auto barrier = system.spawn<Barrier>(sensors + 1);
  for (int i = 0; i < sensors; ++i) {
    system.send(system.spawn_as<Node>("sensor", barrier, false), Initialise{});
  }
  system.send(system.spawn_as<Node>("network", barrier, true), Initialise{});
}

const harrier::Register barrier("barrier", "sensors wait until their network is set up",
                                {harrier::number("sensors", 5, 1, 8, "number of sensors")}, set_up);

}  // namespace
