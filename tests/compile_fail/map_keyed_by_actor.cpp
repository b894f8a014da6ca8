// expect: harrier: a TrackedMap's key must be a value of its own, not a reference to an actor
#include "harrier/harrier.hpp"

class Server : public harrier::Actor<Server> {
  harrier::TrackedMap<harrier::Ref<Server>, int> clients_;
};

void set_up(harrier::System& system) { system.spawn<Server>(); }
