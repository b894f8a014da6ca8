# Finds what the CAF adapter is for: the shared libcaf_core, as harrier::caf_core. Used by the build and by the
# installed package; harrier_caf_libraries_found says whether it is there.

find_path(HARRIER_CAF_INCLUDE caf/all.hpp)
find_library(HARRIER_CAF_CORE caf_core)
mark_as_advanced(HARRIER_CAF_INCLUDE HARRIER_CAF_CORE)

set(harrier_caf_libraries_found FALSE)
if(HARRIER_CAF_INCLUDE AND HARRIER_CAF_CORE)
  set(harrier_caf_libraries_found TRUE)
  if(NOT TARGET harrier::caf_core)
    add_library(harrier::caf_core UNKNOWN IMPORTED GLOBAL)
    set_target_properties(
      harrier::caf_core PROPERTIES IMPORTED_LOCATION "${HARRIER_CAF_CORE}"
                                   INTERFACE_INCLUDE_DIRECTORIES "${HARRIER_CAF_INCLUDE}")
  endif()
endif()
