# Reads the sources with clang 19 beside the build's own compiler: one test, labelled style, for each of
# HARRIER_CLANG_CHECKS.
#
#   syntax    clang compiles all public headers, once, and what uses their templates (the examples and the tests of native
#             actors), with our warnings; that each can be included first is what HARRIER_HEADER_CHECK looks at
#   tidy      clang-tidy compiles the library, the command line and ABS, with our warnings, and looks at them as .clang-tidy
#             says, without the static analyser. It reads each folder as one file, as HARRIER_UNITY does: that takes an
#             eighth of the time, since it looks through all that is included, and no two files of a folder use one name.
#             That a file's name hides one of another file is no fault, so shadows are left to g++, which compiles the
#             library file by file
#   analyze   the static analyser reads the library and the command line, as .clang-tidy says; file by file, since it
#             passes over what is included
#
# Every file that is read has a stamp, so a second run reads only what has changed.

find_program(HARRIER_CLANG_19 clang++-19)
find_program(HARRIER_CLANG_TIDY_19 clang-tidy-19)
if(NOT HARRIER_CLANG_19 OR NOT HARRIER_CLANG_TIDY_19)
  message(FATAL_ERROR "HARRIER_CLANG_CHECKS needs clang++-19 and clang-tidy-19; on Debian: apt install clang-19 "
                      "clang-tidy-19")
endif()
file(GLOB_RECURSE clang_headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/*.hpp")
harrier_warnings(clang_warnings Clang)

# The public headers are compiled without src/ in reach, as users do.
set(clang_public_flags -std=c++20 "-I${PROJECT_SOURCE_DIR}/include" "-DHARRIER_VERSION=\"${PROJECT_VERSION}\"")
set(clang_flags ${clang_public_flags} "-I${PROJECT_SOURCE_DIR}/src" "-I${PROJECT_SOURCE_DIR}"
                "-I${PROJECT_SOURCE_DIR}/adapters")

# What those that are looked at by `syntax` include.
set(clang_public_text "")
foreach(header IN LISTS clang_headers)
  string(APPEND clang_public_text "#include \"${header}\"\n")
endforeach()
set(clang_public "${PROJECT_BINARY_DIR}/clang_syntax/public.hpp")
file(CONFIGURE OUTPUT "${clang_public}" CONTENT "${clang_public_text}#include <gmock/gmock.h>\n")
add_custom_command(
  OUTPUT "${clang_public}.pch" DEPENDS "${clang_public}" DEPFILE "${clang_public}.d"
  COMMENT "Looking at the public headers with clang (syntax)" VERBATIM
  COMMAND "${HARRIER_CLANG_19}" ${clang_public_flags} ${clang_warnings} -Werror -MD -MF "${clang_public}.d"
          -MT "${clang_public}.pch" -x c++-header "${clang_public}" -o "${clang_public}.pch")

# Makes a target that brings the stamps of a check up to date.
function(harrier_clang_check check)
  set(stamps "")
  foreach(file IN LISTS ARGN)
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE name)
    set(stamp "${PROJECT_BINARY_DIR}/clang_${check}/${name}.stamp")
    cmake_path(GET stamp PARENT_PATH folder)
    file(MAKE_DIRECTORY "${folder}")
    set(dependencies -MF "${stamp}.d" -MT "${stamp}" "${file}")
    if(check STREQUAL "syntax")
      set(commands
          COMMAND "${HARRIER_CLANG_19}" -fsyntax-only ${clang_flags} ${clang_warnings} -Werror -include-pch "${clang_public}.pch" -MD
                  ${dependencies})
      set(read_before "${clang_public}.pch")
    else()
      set(checks "-clang-analyzer-*,clang-diagnostic-*,-bugprone-suspicious-include,-clang-diagnostic-shadow")
      if(check STREQUAL "analyze")
        set(checks "-bugprone-*,-cppcoreguidelines-*,-misc-*,-modernize-*,-performance-*,-readability-*")
      endif()
      set(commands
          COMMAND "${HARRIER_CLANG_19}" -M ${clang_flags} ${dependencies}
          COMMAND "${HARRIER_CLANG_TIDY_19}" --quiet "--config-file=${PROJECT_SOURCE_DIR}/.clang-tidy" --warnings-as-errors=*
                  "--checks=${checks}" "${file}" -- ${clang_flags} ${clang_warnings})
    endif()
    add_custom_command(
      OUTPUT "${stamp}" DEPENDS "${file}" "${PROJECT_SOURCE_DIR}/.clang-tidy" ${read_before} DEPFILE "${stamp}.d"
      COMMENT "Looking at ${name} with clang (${check})" VERBATIM
      ${commands}
      COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}")
    list(APPEND stamps "${stamp}")
  endforeach()
  add_custom_target(clang_${check} DEPENDS ${stamps})
endfunction()

harrier_glob(clang_users tests/unit/runtime/*.cpp)
harrier_clang_check(syntax ${clang_users} ${example_sources})
harrier_clang_check(analyze ${library_sources} ${tools_sources})

# Writes a file for each folder that includes all of its files.
function(harrier_unity_files result)
  set(units "")
  foreach(source IN LISTS ARGN)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE name)
    cmake_path(GET name PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "${folder}" unit)
    list(APPEND units ${unit})
    string(APPEND ${unit}_text "#include \"${name}\"\n")
  endforeach()
  list(REMOVE_DUPLICATES units)
  set(files "")
  foreach(unit IN LISTS units)
    file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/unity/${unit}.cpp" CONTENT "${${unit}_text}")
    list(APPEND files "${PROJECT_BINARY_DIR}/unity/${unit}.cpp")
  endforeach()
  set(${result} "${files}" PARENT_SCOPE)
endfunction()
harrier_glob(clang_abs_sources adapters/abs/*/*.cpp)
list(FILTER clang_abs_sources EXCLUDE REGEX "/adapters/abs/tests/")
harrier_glob(clang_tools_sources tools/*.cpp)
harrier_unity_files(clang_units ${library_sources} ${clang_tools_sources} ${clang_abs_sources})
harrier_clang_check(tidy ${clang_units})
