# Decides whether the CAF adapter is built: when asked for, or at top level when its libraries are there.

find_path(HARRIER_CAF_INCLUDE caf/all.hpp)
find_library(HARRIER_CAF_CORE caf_core)
find_package(Boost 1.70 QUIET COMPONENTS context)
set(harrier_caf_default OFF)
# The address sanitizer does not know the adapter's stacks.
if(PROJECT_IS_TOP_LEVEL AND HARRIER_CAF_INCLUDE AND HARRIER_CAF_CORE AND TARGET Boost::context
   AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  set(harrier_caf_default ON)
endif()
option(HARRIER_BUILD_CAF "Build the adapter for the C++ Actor Framework" ${harrier_caf_default})
if(HARRIER_BUILD_CAF)
  add_subdirectory(adapters/caf)
endif()
