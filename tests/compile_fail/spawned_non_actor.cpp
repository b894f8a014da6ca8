// expect: harrier: an actor type A must derive from harrier::Actor<A>
#include "harrier/harrier.hpp"

struct Plain {};

void set_up(harrier::System& system) { system.spawn<Plain>(); }
