// expect: harrier: this reference takes another message type
#include "harrier/harrier.hpp"

struct One {};
struct Other {};

class Server : public harrier::Actor<Server> {
 public:
  void on(One) {}
  void on(Other) {}
};

void set_up(harrier::System& system) {
  const harrier::To<One> server = system.spawn<Server>();
  system.send(server, Other{});
}
