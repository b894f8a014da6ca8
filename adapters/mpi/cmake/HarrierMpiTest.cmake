# Explores an MPI program as a test:
#
#   harrier_mpi_test(target NP 4 [BUFFERING strict|lax|both|any] [OPTIONS option...] [ARGUMENTS word...])
#
# adds the test mpi.<target>, which fails where some order of messages breaks the program, or where not all orders
# could be explored. OPTIONS are those of `harrier mpi check`.
function(harrier_mpi_test target)
  cmake_parse_arguments(PARSE_ARGV 1 test "" "NP;BUFFERING" "OPTIONS;ARGUMENTS")
  if(NOT test_NP)
    message(FATAL_ERROR "harrier_mpi_test(${target}) needs NP, the number of ranks")
  endif()
  if(test_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "harrier_mpi_test(${target}) does not know ${test_UNPARSED_ARGUMENTS}")
  endif()
  if(TARGET harrier_cli)
    set(command "$<TARGET_FILE:harrier_cli>")
  else()
    find_program(HARRIER_EXECUTABLE harrier HINTS "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../../bin" REQUIRED)
    set(command "${HARRIER_EXECUTABLE}")
  endif()
  set(options -n ${test_NP})
  if(test_BUFFERING)
    list(APPEND options --buffering ${test_BUFFERING})
  endif()
  add_test(NAME mpi.${target} COMMAND "${command}" mpi check ${options} ${test_OPTIONS} -- "$<TARGET_FILE:${target}>"
                                      ${test_ARGUMENTS})
endfunction()
