// expect: harrier: a tracked container is changed through edit(): field.edit().push_back
#include <vector>

#include "harrier/harrier.hpp"

struct Add {};

class List : public harrier::Actor<List> {
 public:
  void on(Add) { items_->push_back(1); }

 private:
  harrier::Tracked<std::vector<int>> items_;
};
