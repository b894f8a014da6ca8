// compiler: GNU 12
// expect: harrier: g++ 12 destroys the members of this message twice if it is made inside co_await
#include <string>

#include "harrier/harrier.hpp"

struct Put {
  std::string text;
};

class Server : public harrier::Actor<Server> {
 public:
  void on(const Put&) {}
};

class Client : public harrier::Actor<Client> {
 public:
  harrier::Task<> on(const Put& put) { co_await call(harrier::Ref<Server>(), Put{put.text}); }
};
