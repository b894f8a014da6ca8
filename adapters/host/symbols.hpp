// Finds the definitions that ours stand in front of.
#pragma once

namespace harrier::host {

/// Returns the next definition of a symbol after ours; ends the process if there is none, with an
/// error that says where it was looked for.
void* next_symbol(const char* symbol, const char* where = "the system's libraries");
/// The same, as a function.
template <class Function>
Function* next_function(const char* symbol, const char* where = "the system's libraries") {
  return reinterpret_cast<Function*>(next_symbol(symbol, where));
}

}  // namespace harrier::host
