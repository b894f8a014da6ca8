// expect: harrier: a Counter holds a whole number
#include "harrier/harrier.hpp"

struct Add {};

class Sum : public harrier::Actor<Sum> {
 public:
  void on(Add) { sum_ += 0.1; }

 private:
  harrier::Counter<double> sum_;
};
