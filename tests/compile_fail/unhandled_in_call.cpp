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
  harrier::Task<> on(Known) { co_await call(harrier::Ref<Server>(), Unknown{}); }
};
