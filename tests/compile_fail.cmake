# Compiles SOURCE and passes if the compiler rejects it with the text of its first line, `// expect: TEXT`.

file(READ "${SOURCE}" text)
if(NOT text MATCHES "^// expect: ([^\n]+)\n")
  message(FATAL_ERROR "${SOURCE}: the first line is not '// expect: TEXT'")
endif()
set(expected "${CMAKE_MATCH_1}")

list(TRANSFORM INCLUDES PREPEND "-I")
execute_process(COMMAND "${COMPILER}" -std=c++20 -fsyntax-only ${INCLUDES} "${SOURCE}"
                RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)

if(status EQUAL 0)
  message(FATAL_ERROR "${SOURCE} compiled, and must not")
endif()
string(FIND "${output}" "${expected}" position)
if(position EQUAL -1)
  message(FATAL_ERROR "the compiler's errors do not contain '${expected}':\n${output}")
endif()
