// expect: harrier: the receiving actor has no public handler on(Message) for this message type
// expect: HandlerFor<Server, Unknown>
#include "harrier/harrier.hpp"

struct Known {};
struct Unknown {};

class Server : public harrier::Actor<Server> {
 public:
  void on(Known) {}
};

class Client : public harrier::Actor<Client> {
 public:
  explicit Client(harrier::Ref<Server> server) : server_(server) {}
  void on(Known) { send(server_, Unknown{}); }

 private:
  harrier::Constant<harrier::Ref<Server>> server_;
};

void set_up(harrier::System& system) {
  system.send(system.spawn<Client>(system.spawn<Server>()), Known{});
}
