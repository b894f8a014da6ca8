# Installs what adapters share in an export set of its own, which the components for frameworks include.

set(host_targets harrier_host harrier_hooks)
if(TARGET harrier_host_main)
  list(APPEND host_targets harrier_host_main)
endif()
install(TARGETS ${host_targets} EXPORT harrierHostTargets)
install(EXPORT harrierHostTargets NAMESPACE harrier:: DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/harrier")
install(FILES cmake/HarrierHostLibraries.cmake cmake/HarrierInstrument.cmake
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/harrier")
