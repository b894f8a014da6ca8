# Installs the MPI adapter where `harrier mpi` finds it and nobody else does: in a folder of its own, since its name
# is that of MPICH's library.

set(mpi_dir "${CMAKE_INSTALL_LIBDIR}/harrier/mpi")
install(TARGETS harrier_mpi_preload harrier_mpi_openmpi harrier_mpi_first LIBRARY DESTINATION "${mpi_dir}")
install(TARGETS harrier_mpi_hooks ARCHIVE DESTINATION "${mpi_dir}/instrument")
install(DIRECTORY include/ DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp")
install(FILES cmake/HarrierMpiTest.cmake DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/harrier")
