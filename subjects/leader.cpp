// Elects a leader in a one-way ring after Dolev, Klawe and Rodeh: leader of dCUTE and of TransDPOR
// (FORTE'12).
#include <vector>

#include "harrier/harrier.hpp"

namespace {

class Process;

struct Link {
  harrier::Ref<Process> right;
};
struct First {
  int number;
};
struct Second {
  int number;
};

class Process : public harrier::Actor<Process> {
 public:
  explicit Process(int id) : maximum_(id) {}

  void on(Link m) { right_ = m.right; }

  void on(First m) {
    if (!active_) {
      send(right_, m);
    } else if (m.number != maximum_) {
      send(right_, Second{m.number});
      neighbour_ = m.number;
    }
  }

  void on(Second m) {
    if (!active_) {
      send(right_, m);
    } else if (neighbour_ > m.number && neighbour_ > maximum_) {
      maximum_ = neighbour_;
      send(right_, First{neighbour_});
    } else {
      active_ = false;
    }
  }

 private:
  harrier::Tracked<harrier::Ref<Process>> right_;
  harrier::Tracked<bool> active_ = true;
  harrier::Tracked<int> maximum_;
  harrier::Tracked<int> neighbour_ = 0;
};

void set_up(harrier::System& system, const harrier::Arguments& arguments) {
  const int n = arguments.number("n");
  std::vector<harrier::Ref<Process>> ring;
  for (int id = 0; id < n; ++id) ring.push_back(system.spawn<Process>(id));
  for (int id = 0; id < n; ++id) system.send(ring[id], Link{ring[(id + 1) % n]});
  system.settle();
  for (int id = 0; id < n; ++id) system.send(ring[(id + 1) % n], First{id});
}

const harrier::Register leader("leader", "leader election in a one-way ring",
                               {harrier::number("n", 3, 2, 6, "number of processes")}, set_up);

}  // namespace
