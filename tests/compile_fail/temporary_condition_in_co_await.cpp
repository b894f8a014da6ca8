// compiler: GNU 12
// expect: harrier: g++ 12 destroys what this condition captures twice if it is made inside co_await
#include <string>

#include "harrier/harrier.hpp"

struct Put {
  std::string text;
};

class Client : public harrier::Actor<Client> {
 public:
  harrier::Task<> on(Put put) {
    co_await until([text = put.text] { return text.empty(); });
  }
};
