# Passes if README.md shows examples/first.cpp as it is, and what `example_first check` really prints (but the time).

file(READ "${SOURCE_DIR}/README.md" readme)
file(READ "${SOURCE_DIR}/examples/first.cpp" example)
string(FIND "${readme}" "```cpp\n${example}```" position)
if(position EQUAL -1)
  message(FATAL_ERROR "README.md does not show examples/first.cpp as it is")
endif()

cmake_path(GET EXAMPLE PARENT_PATH folder)
set(ENV{LC_ALL} C.UTF-8)
execute_process(COMMAND ./example_first check WORKING_DIRECTORY "${folder}" OUTPUT_VARIABLE output
                RESULT_VARIABLE status)
if(NOT status EQUAL 1)
  message(FATAL_ERROR "example_first ended with status ${status} and not with 1, a violation:\n${output}")
endif()
string(REGEX REPLACE "in [0-9.]+ s\n" "in 0.00 s\n" output "${output}")
string(FIND "${readme}" "$ ./example_first check\n${output}```" position)
if(position EQUAL -1)
  message(FATAL_ERROR "README.md does not show what 'example_first check' prints:\n${output}")
endif()
