# Compiles SOURCE and passes if the compiler rejects it with the texts of its first lines, `// expect: TEXT`. Where the first
# line is `// compiler: ID VERSION`, compilers of another id or a later version must take it.

file(READ "${SOURCE}" text)
string(REPLACE ";" "<semicolon>" text "${text}")  # which would cut a list
string(REGEX MATCHALL "// expect: [^\n]+\n" expectations "${text}")
if(NOT expectations)
  message(FATAL_ERROR "${SOURCE}: no line is '// expect: TEXT'")
endif()

list(TRANSFORM INCLUDES PREPEND "-I")
execute_process(COMMAND "${COMPILER}" -std=c++20 -fsyntax-only -Werror=unused-result ${INCLUDES} "${SOURCE}"
                RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)

if(text MATCHES "^// compiler: ([^ \n]+) ([0-9]+)\n")
  if(NOT COMPILER_ID STREQUAL CMAKE_MATCH_1 OR COMPILER_VERSION VERSION_GREATER_EQUAL "${CMAKE_MATCH_2}.99")
    if(NOT status EQUAL 0)
      message(FATAL_ERROR "${SOURCE} is for another compiler and must compile:\n${output}")
    endif()
    return()
  endif()
endif()
if(status EQUAL 0)
  message(FATAL_ERROR "${SOURCE} compiled, and must not")
endif()
foreach(expectation IN LISTS expectations)
  string(REGEX REPLACE "// expect: ([^\n]+)\n" "\\1" expected "${expectation}")
  string(REPLACE "<semicolon>" ";" expected "${expected}")
  string(FIND "${output}" "${expected}" position)
  if(position EQUAL -1)
    message(FATAL_ERROR "the compiler's errors do not contain '${expected}':\n${output}")
  endif()
endforeach()
