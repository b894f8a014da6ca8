// expect: write `using Base::on;`
// expect: HandlerFor<Server, Ping>
#include "harrier/harrier.hpp"

struct Ping {};
struct Start {};

template <class Derived>
class Pingable : public harrier::Actor<Derived> {
 public:
  void on(Ping) {}
};

class Server : public Pingable<Server> {
 public:
  void on(Start) {}
};

void set_up(harrier::System& system) { system.send(system.spawn<Server>(), Ping{}); }
