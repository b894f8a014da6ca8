# Builds the data side of the MPI adapter where MPICH's <mpi.h> is installed.

find_path(HARRIER_MPICH_INCLUDE_DIR mpi.h PATH_SUFFIXES x86_64-linux-gnu/mpich mpich NO_CACHE)
if(PROJECT_IS_TOP_LEVEL AND HARRIER_MPICH_INCLUDE_DIR)
  add_subdirectory(adapters/mpi/data)
endif()
