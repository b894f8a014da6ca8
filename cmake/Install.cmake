# Installs the libraries, the public headers, the executable and the package that find_package(harrier) reads.

include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/harrier")

install(TARGETS harrier EXPORT harrierTargets)
if(TARGET harrier_main)
  install(TARGETS harrier_main EXPORT harrierTargets)
endif()
if(TARGET harrier_cli)
  install(TARGETS harrier_cli)
endif()
if(EXISTS "${PROJECT_SOURCE_DIR}/include")
  install(DIRECTORY include/ DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp")
endif()
install(EXPORT harrierTargets NAMESPACE harrier:: DESTINATION "${package_dir}")

configure_package_config_file(cmake/harrierConfig.cmake.in "${PROJECT_BINARY_DIR}/harrierConfig.cmake"
                              INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/harrierConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/harrierConfig.cmake"
              "${PROJECT_BINARY_DIR}/harrierConfigVersion.cmake" DESTINATION "${package_dir}")
