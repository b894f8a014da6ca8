# Installs the CAF adapter as the component `caf` of the package, in an export set of its own: whoever
# does not ask for it needs neither CAF nor Boost.

set(caf_targets harrier_caf)
if(TARGET harrier_caf_main)
  list(APPEND caf_targets harrier_caf_main)
endif()
install(TARGETS ${caf_targets} EXPORT harrierCafTargets)
install(EXPORT harrierCafTargets NAMESPACE harrier:: DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/harrier")
install(FILES cmake/HarrierCafLibraries.cmake DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/harrier")
install(DIRECTORY include/ DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp")

# `harrier caf` finds the library to preload in the same installation.
if(TARGET harrier_caf_preload)
  install(TARGETS harrier_caf_preload LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endif()
