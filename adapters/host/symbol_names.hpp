// Names of functions and types as their author wrote them, found in the files of the program.
#pragma once

#include <string>
#include <string_view>
#include <typeinfo>

namespace harrier::host {

/// Names the function that begins at an address; empty if the file it comes from does not say.
std::string function_name(const void* address);

/// Names the function around an address with its scopes, without its parameters.
std::string function_around(const void* address);

std::string demangled(const char* symbol);

/// Leaves out scopes, parameters and template arguments: `worker` of `app::worker<int>(actor*)`.
std::string last_name(std::string_view demangled);

}  // namespace harrier::host
