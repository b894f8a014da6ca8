# Configures and builds the project in SOURCE as someone else would, in the folder WORK, and runs its tests.

# Runs a command and shows its output only if it fails.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "'${command}' ended with status ${status}:\n${output}")
  endif()
endfunction()

if(WAY STREQUAL "find_package")
  file(REMOVE_RECURSE "${WORK}")
  run("${CMAKE_COMMAND}" --install "${HARRIER_BINARY_DIR}" --prefix "${WORK}/prefix")
  set(found "-DCMAKE_PREFIX_PATH=${WORK}/prefix")
else()
  # This build compiles the library, so it is kept and brought up to date.
  set(found "-DHARRIER_SOURCE_DIR=${HARRIER_SOURCE_DIR}" -DHARRIER_UNITY=ON -DHARRIER_UNITY_LIBRARY=ON)
endif()

run("${CMAKE_COMMAND}" -S "${SOURCE}" -B "${WORK}/build" -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${COMPILER}"
    "-DCMAKE_CXX_FLAGS=${FLAGS}" ${found})
run("${CMAKE_COMMAND}" --build "${WORK}/build")

run("${CMAKE_CTEST_COMMAND}" --test-dir "${WORK}/build" --output-on-failure --no-tests=error)
