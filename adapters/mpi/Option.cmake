# Decides whether the MPI adapter is built: when asked for, or at top level when its libraries are there.

set(harrier_mpi_possible FALSE)
if(harrier_host_libraries_found AND TARGET harrier_mpi_data AND TARGET harrier_main
   AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  set(harrier_mpi_possible TRUE)
endif()
set(harrier_mpi_default OFF)
# The address sanitizer does not know the adapter's stacks and heaps.
if(PROJECT_IS_TOP_LEVEL AND harrier_mpi_possible AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  set(harrier_mpi_default ON)
endif()
option(HARRIER_BUILD_MPI "Build the adapter for MPI programs" ${harrier_mpi_default})
if(HARRIER_BUILD_MPI)
  if(NOT harrier_mpi_possible)
    message(FATAL_ERROR "HARRIER_BUILD_MPI needs x86-64, MPICH's header and Boost.Context; on Debian: "
                        "apt install libmpich-dev libboost-context-dev")
  endif()
  harrier_build_host()
  add_subdirectory(adapters/mpi)
endif()
