// expect: harrier: only a Ref knows what its actor replies; a To is for sending alone
#include "harrier/harrier.hpp"

struct Go {};

class Client : public harrier::Actor<Client> {
 public:
  harrier::Task<> on(Go) { co_await call(harrier::To<Go>(), Go{}); }
};
