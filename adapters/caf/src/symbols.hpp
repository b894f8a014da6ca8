// Finds the definitions that ours stand in front of.
#pragma once

namespace harrier::caf {

/// Returns the next definition of a symbol after the caller's; ends the process if there is none.
void* next_symbol(const char* symbol);
/// The same, as a function.
template <class Function>
Function* library(const char* symbol) {
  return reinterpret_cast<Function*>(next_symbol(symbol));
}

/// Takes note that a thread outside control sent something to an actor under control.
void note_foreign_thread();
/// Tells whether that happened since it was asked last.
bool take_foreign_thread();

}  // namespace harrier::caf
