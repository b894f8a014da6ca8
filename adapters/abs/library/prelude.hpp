// The library of ABS: the modules that every model can import, as ABS text.
#pragma once

#include <string_view>

namespace harrier::abs::library {

/// Returns the text of the library. Its functions are written in ABS wherever that is possible;
/// those marked `builtin` are computed by whoever runs the model.
std::string_view prelude();

}  // namespace harrier::abs::library
