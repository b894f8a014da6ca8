// Prefers messages to the actor with the most of them (Lauterburg's thesis, section 4.2).
#pragma once

#include "order/deliverable.hpp"

namespace harrier {

class Hdm final : public Deliverable {
 public:
  Hdm() : Deliverable(First::most) {}
};

}  // namespace harrier
