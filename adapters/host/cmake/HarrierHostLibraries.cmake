# Finds what adapters for outside frameworks stand on: Boost.Context. Used by the build and by the installed
# package; harrier_host_libraries_found says whether it is there.

find_package(Boost 1.70 QUIET COMPONENTS context)
set(harrier_host_libraries_found FALSE)
if(TARGET Boost::context)
  set(harrier_host_libraries_found TRUE)
endif()
