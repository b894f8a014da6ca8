// Standard input of a program that is executed again and again.
#pragma once

namespace harrier::host {

/// Puts standard input back to where it was when this was called first, and forgets what the
/// libraries have read ahead. What comes through a pipe is kept for that: all of it, where
/// something comes soon. A terminal is left as it is.
void read_input_anew();

}  // namespace harrier::host
