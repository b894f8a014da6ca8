// Takes what a program tells that was compiled to tell which memory it touches
// (harrier_instrument).
#pragma once

namespace harrier::host {

/// Tells whether this program, or a part of it, is such a one: its guest is told of every access.
bool is_instrumented();

}  // namespace harrier::host
