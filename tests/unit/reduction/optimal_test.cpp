// Optimal search on small programs whose classes can be listed by hand, guards above all.
#include "reduction/optimal.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>

#include "harrier/harrier.hpp"
#include "tests/support/execution.hpp"

namespace harrier::testing {
namespace {

struct Open {};
struct Close {};
struct Use {
  int by = 0;
};
struct Go {};
struct Get {};

/// Is used while it is open only.
class Gate : public Actor<Gate> {
 public:
  explicit Gate(bool open) : open_("open", open) {}
  void on(Open) { open_ = true; }
  void on(Close) { open_ = false; }
  void on(Use m) { last_ = m.by; }
  bool accepts(const Use&) const { return open_; }

 private:
  Tracked<bool> open_;
  Tracked<int> last_{"last", 0};
};

/// Counts the classes; `exhaustive` must find the same ones, at both levels of dependence, in
/// either order.
std::size_t classes(const Setup& setup) {
  std::size_t count = 0;
  for (const Dependence dependence : {Dependence::actor, Dependence::field}) {
    const CheckOptions all{
        .reduction = "exhaustive", .dependence = dependence, .undelivered = Undelivered::ignore};
    const std::set<ClassName> there = classes_of(setup, all);
    CheckOptions reduced = all;
    reduced.reduction = "optimal";
    for (const char* order : {"fifo", "calm"}) {
      reduced.order = order;
      EXPECT_EQ(classes_of(setup, reduced), there) << order;
    }
    count = there.size();
  }
  return count;
}

TEST(Optimal, RacesWhatIsLeftAtTheEndWithWhatHoldsItBack) {
  // In order of sending Close comes first and Use is never delivered: no race shows the other
  // order.
  EXPECT_EQ(classes([](System& system) {
              const auto gate = system.spawn<Gate>(true);
              system.send(gate, Close{});
              system.send(gate, Use{1});
            }),
            2U);  // Close alone; Use and Close
}

TEST(Optimal, LooksFurtherBackWhereAMessageCannotComeWithoutAnother) {
  // Use, Close and Open: Use cannot come before the Open that lets it in, but before the Close.
  EXPECT_EQ(classes([](System& system) {
              const auto gate = system.spawn<Gate>(true);
              system.send(gate, Close{});
              system.send(gate, Open{});
              system.send(gate, Use{1});
            }),
            5U);  // CO with Use before, after; OC with Use before, between, or never
}

TEST(Optimal, KnowsThatNothingReachesAnEndedActor) {
  class Ending : public Actor<Ending> {
   public:
    void on(Close) { stop(); }
    void on(Use) {}
  };
  EXPECT_EQ(classes([](System& system) {
              const auto ending = system.spawn<Ending>();
              system.send(ending, Close{});
              for (const int by : {1, 2}) system.send(ending, Use{by});
            }),
            // None, one or both uses before the end; by field their order does not matter.
            4U);
}

class Server : public Actor<Server> {
 public:
  void on(Use m) { last_ = m.by; }
  int on(Get) { return last_; }

 private:
  Tracked<int> last_{"last", 0};
};

class Caller : public Actor<Caller> {
 public:
  explicit Caller(Ref<Server> server) : server_(server) {}
  Task<> on(Go) { seen_ = co_await call(server_, Get{}); }
  void on(Use m) { seen_ = m.by; }

 private:
  Constant<Ref<Server>> server_;
  Tracked<int> seen_ = 0;
};

TEST(Optimal, OrdersMessagesAroundACall) {
  EXPECT_EQ(classes([](System& system) {
              const auto server = system.spawn<Server>();
              const auto caller = system.spawn<Caller>(server);
              system.send(caller, Go{});
              system.send(caller, Use{1});
              system.send(server, Use{2});
            }),
            // The server is used before or after it is asked; the caller before the call or after
            // the reply.
            4U);
}

class Dice : public Actor<Dice> {
 public:
  explicit Dice(Ref<Server> server) : server_(server) {}
  void on(Go) { send(server_, Use{static_cast<int>(choose(2)) + 1}); }

 private:
  Constant<Ref<Server>> server_;
};

TEST(Optimal, ExploresEveryValueInEveryOrder) {
  EXPECT_EQ(classes([](System& system) {
              const auto server = system.spawn<Server>();
              for (int i = 0; i < 2; ++i) system.send(system.spawn<Dice>(server), Go{});
            }),
            8U);  // 2^2 throws, 2! orders at the server
}

class Chooser : public Actor<Chooser> {
 public:
  void on(Go) {
    if (choose(2) == 0) {
      first_ = 1;
    } else {
      second_ = 1;
    }
  }
  void on(Open) { first_ = 2; }

 private:
  Tracked<int> first_{"first", 0};
  Tracked<int> second_{"second", 0};
};

TEST(Optimal, TellsValuesApartThatConflictFromThoseThatDoNot) {
  const auto setup = [](System& system) {
    const auto chooser = system.spawn<Chooser>();
    system.send(chooser, Go{});
    system.send(chooser, Open{});
  };
  // By field: value 0 conflicts with Open and has two orders, value 1 does not and has one.
  EXPECT_EQ(classes(setup), 3U);
}

class Maker : public Actor<Maker> {
 public:
  explicit Maker(Ref<Server> server) : server_(server) {}
  void on(Go) { send(spawn<Dice>(server_), Go{}); }

 private:
  Constant<Ref<Server>> server_;
};

TEST(Optimal, NamesActorsThatAreMadeOnTheWay) {
  EXPECT_EQ(classes([](System& system) {
              const auto server = system.spawn<Server>();
              for (int i = 0; i < 2; ++i) system.send(system.spawn<Maker>(server), Go{});
              system.send(server, Use{9});
            }),
            24U);  // 2^2 throws, 3! orders at the server
}

}  // namespace
}  // namespace harrier::testing
