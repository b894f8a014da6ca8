// expect: harrier: nothing is awaited; write co_await
#include "harrier/harrier.hpp"

struct Go {};

class Server : public harrier::Actor<Server> {
 public:
  int on(Go) { return 1; }
};

class Client : public harrier::Actor<Client> {
 public:
  void on(Go) { call(harrier::Ref<Server>(), Go{}); }
};
