// Shows how a write races with two reads of one server: the client-server example of Lauterburg's
// thesis (Basset).
#include "harrier/harrier.hpp"

namespace {

struct Set {
  int value;
};
struct Get {};
struct Shutdown {};
struct Start {};

class Server : public harrier::Actor<Server> {
 public:
  void on(Set m) { value_ = m.value; }
  int on(Get) { return value_; }
  void on(Shutdown) { stop(); }

 private:
  harrier::Tracked<int> value_{"value", 0};
};

class Client : public harrier::Actor<Client> {
 public:
  explicit Client(harrier::Ref<Server> server) : server_(server) {}

  harrier::Task<> on(Start) {
    send(server_, Set{5});
    const int first = co_await call(server_, Get{});
    const int second = co_await call(server_, Get{});
    send(server_, Shutdown{});
    check(first == second, "both reads agree");
  }

 private:
  harrier::Constant<harrier::Ref<Server>> server_;
};

const harrier::Register server("server", "two reads of a server race with a write", {},
                               [](harrier::System& system, const harrier::Arguments&) {
                                 system.send(system.spawn<Client>(system.spawn<Server>()), Start{});
                               });

}  // namespace
