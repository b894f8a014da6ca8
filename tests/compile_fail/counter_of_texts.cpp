// expect: harrier: a Counter holds a whole number
#include <string>

#include "harrier/harrier.hpp"

struct Add {};

class Words : public harrier::Actor<Words> {
 public:
  void on(Add) { words_ += "word"; }

 private:
  harrier::Counter<std::string> words_;
};
