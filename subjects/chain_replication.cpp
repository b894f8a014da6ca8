// Chain replication (van Renesse, Schneider, OSDI 2004): a node in the middle crashes, and the one
// before it may not send again what got lost with it.
#include <vector>

#include "harrier/harrier.hpp"

namespace {

class Node;

struct Link {
  harrier::Ref<Node> next;
};
struct Update {
  int number;
};
struct Crash {};

class Node : public harrier::Actor<Node> {
 public:
  explicit Node(bool resends) : resends_(resends) {}

  /// The node behind is another one, for the first time or after a crash.
  void on(Link m) {
    next_ = m.next;
    if (!resends_) return;  // the flaw: what the old one has not passed on is lost
    for (int number = 1; number <= last_; ++number) send(next_, Update{number});
  }

  void on(Update m) {
    if (m.number <= last_) return;  // it was sent again
    last_ = m.number;
    if (*next_) send(next_, m);
  }
  /// Updates are applied in sequence.
  bool accepts(const Update& m) const { return m.number <= last_ + 1; }

  void on(Crash) { stop(); }

  int last() const { return last_; }

 private:
  harrier::Constant<bool> resends_;
  harrier::Tracked<harrier::Ref<Node>> next_;
  harrier::Tracked<int> last_ = 0;
};

void set_up(harrier::System& system, const harrier::Arguments& arguments) {
  const bool resends = arguments.word("flaw") == "none";
  std::vector<harrier::Ref<Node>> nodes;
  for (int i = 0; i < arguments.number("nodes"); ++i) nodes.push_back(system.spawn<Node>(resends));
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i) system.send(nodes[i], Link{nodes[i + 1]});
  system.settle();
  const std::size_t crashes = nodes.size() / 2;
  const int updates = arguments.number("updates");
  for (int i = 1; i <= updates; ++i) system.send(nodes.front(), Update{i});
  system.send(nodes[crashes], Crash{});
  system.send(nodes[crashes - 1], Link{nodes[crashes + 1]});
  system.may_be_undelivered<Update>();
  system.at_end([tail = nodes.back(), updates](const harrier::End& end) {
    end.check(end.actor(tail).last() == updates, "the tail has every update");
  });
}

const harrier::Register chain_replication(
    "chain-replication", "updates pass along a chain from which a node is taken out",
    {harrier::number("nodes", 3, 3, 9, "number of nodes"),
     harrier::number("updates", 2, 1, 6, "number of updates"),
     harrier::word("flaw", {"none", "loses"}, "what is wrong")},
    set_up);

}  // namespace
