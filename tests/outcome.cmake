# Runs the command after `--` and passes if its output matches EXPECTED and its exit status is that of its first word.
#
#   cmake -DEXPECTED=REGEX -P tests/outcome.cmake -- harrier check server

set(command "")
set(is_command OFF)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(index RANGE ${last})
  if(is_command)
    list(APPEND command "${CMAKE_ARGV${index}}")
  elseif(CMAKE_ARGV${index} STREQUAL "--")
    set(is_command ON)
  endif()
endforeach()

execute_process(COMMAND ${command} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
message("${output}")
if(NOT output MATCHES "${EXPECTED}")
  message(FATAL_ERROR "the output does not match '${EXPECTED}'; the exit status is ${status}")
endif()

set(words "ok" "violation" "error" "incomplete" "nondeterminism")  # by exit status
if(NOT output MATCHES "^([a-z ]+): ")
  message(FATAL_ERROR "the output does not start with its outcome; the exit status is ${status}")
endif()
list(FIND words "${CMAKE_MATCH_1}" status_expected)
if(NOT status EQUAL status_expected)
  message(FATAL_ERROR "the exit status is ${status}, and of '${CMAKE_MATCH_1}:' it is ${status_expected}")
endif()
