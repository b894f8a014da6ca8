// Which awaits test a future of which nobody else can have decided in the meantime.
#pragma once

#include "abs/lower/code.hpp"

namespace harrier::abs::run {

/// Tells whether a body has an await on a future that may be resolved or not when it is reached:
/// neither surely made since the task last let others run, nor surely awaited by it before.
bool tests_uncertain_future(const Body& body);

}  // namespace harrier::abs::run
