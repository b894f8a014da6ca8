// What foreign functions and classes are taken to do.
#pragma once

#include <cstddef>

#include "abs/syntax/model.hpp"

namespace harrier::abs {

/// Takes the modules from that one on out of the model, and puts what they declare in the place of
/// the foreign functions and classes of the same names. Returns how many these are.
std::size_t give_bodies(Model& model, std::size_t first_module, Diagnostics& diagnostics);

}  // namespace harrier::abs
