# Decides whether the CAF adapter is built: when asked for, or at top level when its libraries are there.

include("${CMAKE_CURRENT_LIST_DIR}/cmake/HarrierCafLibraries.cmake")
set(harrier_caf_possible FALSE)
if(harrier_host_libraries_found AND harrier_caf_libraries_found)
  set(harrier_caf_possible TRUE)
endif()
set(harrier_caf_default OFF)
# The address sanitizer does not know the adapter's stacks.
if(PROJECT_IS_TOP_LEVEL AND harrier_caf_possible AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  set(harrier_caf_default ON)
endif()
option(HARRIER_BUILD_CAF "Build the adapter for the C++ Actor Framework" ${harrier_caf_default})
if(HARRIER_BUILD_CAF)
  if(NOT harrier_caf_possible)
    message(FATAL_ERROR "HARRIER_BUILD_CAF needs CAF 0.17 as a shared library and Boost.Context; on Debian: "
                        "apt install libcaf-dev libboost-context-dev")
  endif()
  harrier_build_host()
  add_subdirectory(adapters/caf)
endif()
