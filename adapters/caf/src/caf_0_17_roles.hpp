// What actors of CAF 0.17 are called in reports.
#pragma once

#include <caf/fwd.hpp>
#include <string>

namespace harrier::caf {

/// Names an actor by what it says itself, or by the function or class it was made from; `actor`
/// where that has no name, as a lambda has none.
std::string role_of(::caf::abstract_actor* actor);

}  // namespace harrier::caf
