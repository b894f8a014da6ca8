// Where something of the program lies: a variable in a loaded file, a call in a function.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace harrier::host {

/// Returns a number for a place in a loaded file that is the same in every execution; none for what
/// lies elsewhere.
std::optional<std::size_t> place_in_file(const void* address);

/// Says which function of the program the caller is called from, directly or through libraries, as
/// " in worker"; empty where the file does not say.
std::string calling_place();

}  // namespace harrier::host
