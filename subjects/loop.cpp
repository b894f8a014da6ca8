// Deadlocks when every object of a ring calls the next one: Loop-n of deadlock analyses of ABS
// programs.
#include <vector>

#include "harrier/harrier.hpp"

namespace {

struct Query {};
struct Nop {};

class Leaf : public harrier::Actor<Leaf> {
 public:
  void on(Nop) {}
};

class Object;
struct Loop {
  harrier::Ref<Object> next;
};

class Object : public harrier::Actor<Object> {
 public:
  harrier::Task<> on(Loop m) { co_await call(m.next, Query{}); }
  harrier::Task<> on(Query) { co_await until(request(spawn<Leaf>(), Nop{})); }
};

const harrier::Register loop("loop", "every object of a ring calls the next one",
                             {harrier::number("n", 2, 1, 5, "number of objects but one")},
                             [](harrier::System& system, const harrier::Arguments& arguments) {
                               const int count = arguments.number("n") + 1;
                               std::vector<harrier::Ref<Object>> ring;
                               for (int i = 0; i < count; ++i) {
                                 ring.push_back(system.spawn<Object>());
                               }
                               for (int i = 0; i < count; ++i) {
                                 system.send(ring[i], Loop{ring[(i + 1) % count]});
                               }
                             });

}  // namespace
