// Sorts by a fixed chain of nodes that each keep one value: spinsort of dCUTE and of Lauterburg's
// thesis (Basset).
#include "harrier/harrier.hpp"
#include "java_random.hpp"

namespace {

struct Push {
  int value;
};

class Node : public harrier::Actor<Node> {
 public:
  Node(harrier::Ref<Node> next, int forwards_max) : next_(next), forwards_left_(forwards_max) {}

  void on(Push m) {
    if (first_) {
      first_ = false;
      value_ = m.value;
      return;
    }
    if (forwards_left_ == 0) return;
    --forwards_left_;
    if (m.value >= value_) {
      send(next_, m);
    } else {
      send(next_, Push{value_});
      value_ = m.value;
    }
  }

 private:
  harrier::Constant<harrier::Ref<Node>> next_;
  harrier::Tracked<int> forwards_left_;
  harrier::Tracked<bool> first_ = true;
  harrier::Tracked<int> value_ = 0;
};

void set_up(harrier::System& system, const harrier::Arguments& arguments) {
  const int n = arguments.number("n");
  harrier::Ref<Node> first;
  for (int after = 0; after < n; ++after) first = system.spawn<Node>(first, after);
  for (const int value : subjects::JavaRandom(9999).next_ints(n, 1000)) {
    system.send(first, Push{value});
  }
}

const harrier::Register spinsort("spinsort", "a fixed chain of nodes, each keeps one value",
                                 {harrier::number("n", 3, 1, 8, "number of values and nodes")},
                                 set_up);

}  // namespace
