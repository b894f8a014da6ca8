// Actors of CAF 0.17 whose class overrides `enqueue`: they get there what is put into mailboxes.
#pragma once

#include <caf/fwd.hpp>

namespace harrier::caf {

/// Tells whether an actor's class has an `enqueue` of its own. It must not be destroyed yet.
bool has_own_enqueue(const ::caf::abstract_actor* actor);

}  // namespace harrier::caf
