// expect: harrier: a TrackedMap is read by find(key) and changed by set(key, value) or edit(key)
#include "harrier/harrier.hpp"

struct Add {};

class Ages : public harrier::Actor<Ages> {
 public:
  void on(Add) { ages_[1] = 40; }

 private:
  harrier::TrackedMap<int, int> ages_;
};
