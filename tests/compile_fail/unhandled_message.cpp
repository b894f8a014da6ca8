// expect: harrier: the receiving actor has no public handler on(Message) for this message type
// expect: HandlerFor<Server, Unknown>
#include "harrier/harrier.hpp"

struct Known {};
struct Unknown {};

class Server : public harrier::Actor<Server> {
 public:
  void on(Known) {}
};

void set_up(harrier::System& system) { system.send(system.spawn<Server>(), Unknown{}); }
