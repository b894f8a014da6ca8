# Puts the style and the scripts of viewer/ into a source file, so that the binary has the page in it.

set(viewer_style "${PROJECT_SOURCE_DIR}/viewer/style.css")
# They share one scope, in this order.
set(viewer_scripts text data marks diagram details tree panels structure main)
list(TRANSFORM viewer_scripts REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/viewer/\\1.js")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${viewer_style}" ${viewer_scripts})

# Makes literals of files, one after the other; compilers limit the length of each.
function(harrier_literal result)
  set(literal "")
  foreach(file IN LISTS ARGN)
    file(READ "${file}" text)
    string(LENGTH "${text}" length)
    set(at 0)
    while(at LESS length)
      string(SUBSTRING "${text}" ${at} 12000 part)
      string(APPEND literal "    R\"viewer(${part})viewer\",\n")
      math(EXPR at "${at} + 12000")
    endwhile()
  endforeach()
  set(${result} "${literal}" PARENT_SCOPE)
endfunction()

harrier_literal(viewer_style_literal "${viewer_style}")
harrier_literal(viewer_script_literal ${viewer_scripts})
set(viewer_source "${PROJECT_BINARY_DIR}/viewer.cpp")
file(WRITE "${viewer_source}.new"
     "// Made of viewer/ by cmake/Viewer.cmake.\n#include \"tools/viewer.hpp\"\n\nnamespace harrier::tools {\n\n"
     "namespace {\n\nconstexpr std::string_view style[] = {\n${viewer_style_literal}};\n"
     "constexpr std::string_view script[] = {\n${viewer_script_literal}};\n\n}  // namespace\n\n"
     "const std::span<const std::string_view> viewer_style = style;\n"
     "const std::span<const std::string_view> viewer_script = script;\n\n}  // namespace harrier::tools\n")
file(COPY_FILE "${viewer_source}.new" "${viewer_source}" ONLY_IF_DIFFERENT)
