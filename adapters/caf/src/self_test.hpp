// Makes sure that the adapter's functions are the ones that the framework calls.
#pragma once

#include <string>

namespace harrier::caf {

/// Runs a small program under control; returns what is wrong, or nothing.
std::string self_test();

}  // namespace harrier::caf
