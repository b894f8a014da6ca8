// Texts in HTML and XML.
#pragma once

#include <string>
#include <string_view>

namespace harrier::base {

/// Writes a text so that none of it is taken for markup, in content and in attributes.
std::string escaped_markup(std::string_view text);

}  // namespace harrier::base
