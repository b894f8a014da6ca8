// Prefers messages to the actor with the fewest of them (Lauterburg's thesis, section 4.2).
#pragma once

#include "order/deliverable.hpp"

namespace harrier {

class Ldm final : public Deliverable {
 public:
  Ldm() : Deliverable(First::fewest) {}
};

}  // namespace harrier
