// expect: harrier: this is the wait for a reply, not the reply; write co_await
#include "harrier/harrier.hpp"

struct Go {};

class Server : public harrier::Actor<Server> {
 public:
  int on(Go) { return 1; }
};

class Client : public harrier::Actor<Client> {
 public:
  int on(Go) { return call(harrier::Ref<Server>(), Go{}); }
};
