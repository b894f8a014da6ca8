// expect: harrier: accepts must be `bool accepts(const Message&) const`
#include "harrier/harrier.hpp"

struct Go {};

class Server : public harrier::Actor<Server> {
 public:
  void on(Go) {}
  bool accepts(const Go&) { return true; }
};

void set_up(harrier::System& system) { system.send(system.spawn<Server>(), Go{}); }
