# Finds what adapters for outside frameworks share, and builds it for the first of them.

include("${CMAKE_CURRENT_LIST_DIR}/cmake/HarrierHostLibraries.cmake")

macro(harrier_build_host)
  if(NOT TARGET harrier_host)
    # Whoever builds Harrier as a part of a project links an adapter from other folders.
    set_target_properties(Boost::context Boost::headers PROPERTIES IMPORTED_GLOBAL TRUE)
    add_subdirectory(adapters/host)
  endif()
endmacro()
