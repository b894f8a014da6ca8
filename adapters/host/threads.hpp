// The threads that a program under control has begun, which run beside the explorer.
#pragma once

#include <functional>

namespace harrier::host {

/// Lets them run until `ready` holds, or none of them does anything but wait.
void await_threads(const std::function<bool()>& ready);

}  // namespace harrier::host
