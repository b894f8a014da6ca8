// expect: harrier: an element of a tracked container is read through get() and changed through
// edit()
#include <map>

#include "harrier/harrier.hpp"

struct Add {};

class Ages : public harrier::Actor<Ages> {
 public:
  void on(Add) { ages_[1] = 40; }

 private:
  harrier::Tracked<std::map<int, int>> ages_;
};
