// Deadlocks always, since a factory of pairs asks back the node that waits for it: Pairs of
// deadlock analyses of ABS programs.
#include <vector>

#include "harrier/harrier.hpp"

namespace {

class Node;

struct ReceivePair {
  harrier::Ref<Node> other;
};
struct Pairs {
  harrier::Ref<Node> node;
};

class Factory : public harrier::Actor<Factory> {
 public:
  harrier::Task<> on(Pairs m);

 private:
  harrier::Tracked<harrier::Ref<Node>> waiting_;
};

struct MakePair {
  harrier::Ref<Factory> factory;
};

class Node : public harrier::Actor<Node> {
 public:
  harrier::Task<> on(MakePair m) { co_await call(m.factory, Pairs{self()}); }
  void on(ReceivePair m) { other_ = m.other; }

 private:
  harrier::Tracked<harrier::Ref<Node>> other_;
};

harrier::Task<> Factory::on(Pairs m) {
  if (!*waiting_) {
    waiting_ = m.node;
    co_return;
  }
  send(waiting_, ReceivePair{m.node});
  co_await call(m.node, ReceivePair{waiting_});
}

const harrier::Register pairs_deadlock("pairs-deadlock",
                                       "a factory of pairs asks back the node that waits for it",
                                       {harrier::number("nodes", 2, 1, 6, "number of nodes")},
                                       [](harrier::System& system,
                                          const harrier::Arguments& arguments) {
                                         const auto factory = system.spawn<Factory>();
                                         for (int i = 0; i < arguments.number("nodes"); ++i) {
                                           system.send(system.spawn<Node>(), MakePair{factory});
                                         }
                                       });

}  // namespace
