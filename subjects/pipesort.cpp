// Sorts by a growing pipe of nodes that each keep the least value they saw: pipesort of dCUTE and
// of Lauterburg's thesis (Basset), PSort of aPET (FORTE'14) with its two feeds.
#include <utility>
#include <vector>

#include "harrier/harrier.hpp"
#include "java_random.hpp"

namespace {

using Values = std::vector<int>;

struct Open {};
struct Feed {
  Values values;
};
struct Push {
  int value;
};

class Node : public harrier::Actor<Node> {
 public:
  void on(Push m) {
    if (first_) {
      first_ = false;
      value_ = m.value;
      return;
    }
    if (!*next_) next_ = spawn<Node>();
    if (m.value >= value_) {
      send(next_, m);
    } else {
      send(next_, Push{value_});
      value_ = m.value;
    }
  }

 private:
  harrier::Tracked<bool> first_ = true;
  harrier::Tracked<int> value_ = 0;
  harrier::Tracked<harrier::Ref<Node>> next_;
};

class Left : public harrier::Actor<Left> {
 public:
  void on(Open) { first_ = spawn<Node>(); }

  void on(const Feed& m) {
    if (m.values.empty()) return;
    send(first_, Push{m.values.front()});
    send(self(), Feed{Values(m.values.begin() + 1, m.values.end())});
  }

 private:
  harrier::Tracked<harrier::Ref<Node>> first_;
};

void set_up(harrier::System& system, const harrier::Arguments& arguments) {
  const int n = arguments.number("n");
  const int feeds = arguments.number("feeds");
  const auto left = system.spawn<Left>();
  system.send(left, Open{});
  system.settle();

  // The values of ActorFoundry's program, and those of aPET's.
  Values values{7, 11, 5, 3, 13, 2, 17, 1};
  if (feeds == 1) values = subjects::JavaRandom(9999).next_ints(n, 1000);
  auto from = values.begin();
  for (int i = 0; i < feeds; ++i) {
    const auto to = values.begin() + (i + 1) * n / feeds;
    system.send(left, Feed{Values(from, to)});
    from = to;
  }
}

const harrier::Register pipesort("pipesort", "a pipe of nodes, each keeps the least value it saw",
                                 {harrier::number("n", 3, 1, 8, "number of values"),
                                  harrier::number("feeds", 1, 1, 2, "feeds that share the values")},
                                 set_up);

}  // namespace
