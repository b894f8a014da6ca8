# Compiles every header as the first include of a file, so that each can be included first: that of a source of the library
# often is that already, the others get a file of their own.

file(GLOB_RECURSE public_headers CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/include"
     "${PROJECT_SOURCE_DIR}/include/*.hpp")
file(GLOB_RECURSE private_headers CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/src"
     "${PROJECT_SOURCE_DIR}/src/*.hpp")
if(NOT HARRIER_UNITY_LIBRARY)
  foreach(source IN LISTS library_sources)
    file(STRINGS "${source}" included REGEX "^#include " LIMIT_COUNT 1)
    string(REGEX REPLACE "^#include \"(.*)\"$" "\\1" included "${included}")
    list(REMOVE_ITEM private_headers "${included}")
  endforeach()
endif()

# Writes one source per header, with a stable name, and makes a target of them.
function(harrier_header_check target)
  set(sources "")
  foreach(header IN LISTS ARGN)
    set(source "${PROJECT_BINARY_DIR}/${target}/${header}.cpp")
    file(CONFIGURE OUTPUT "${source}" CONTENT "#include \"${header}\"\n")
    list(APPEND sources "${source}")
  endforeach()
  if(sources)
    add_library(${target} OBJECT ${sources})
    harrier_target(${target})
    target_compile_options(${target} PRIVATE -O0 -g0)
    target_link_libraries(${target} PRIVATE harrier)
    add_dependencies(header_check ${target})
  endif()
endfunction()

add_custom_target(header_check)
# The public headers are compiled without src/ in reach, as a user's compiler sees them.
harrier_header_check(header_check_public ${public_headers})
harrier_header_check(header_check_private ${private_headers})
if(TARGET header_check_private)
  target_include_directories(header_check_private PRIVATE src)
endif()
