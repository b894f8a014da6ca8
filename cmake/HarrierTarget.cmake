# What every target of this project shares: how its sources are found and how they are compiled.

# Lists the files that match `pattern` (relative to the project), and looks again at every build.
function(harrier_glob result pattern)
  file(GLOB files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${pattern}")
  set(${result} "${files}" PARENT_SCOPE)
endfunction()

# Whether a sanitizer looks on, and how much longer than expected a test may take: five times on a machine that has other
# things to do, since limits are for what never ends; the random programs take nine times as long with the address sanitizer.
set(harrier_sanitized FALSE)
set(harrier_slowness 5)
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  set(harrier_sanitized TRUE)
  set(harrier_slowness 20)
endif()

# Lists our warnings for a compiler.
function(harrier_warnings result compiler_id)
  set(warnings -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wextra-semi)
  if(compiler_id STREQUAL "GNU")
    # g++ 12 reports std::string concatenation as overlapping (GCC bug 105651).
    list(APPEND warnings -Wduplicated-cond -Wlogical-op -Wno-restrict)
  else()
    # clang reports what std::stable_sort of libstdc++ 12 itself uses; g++ looks for our uses of what is deprecated.
    list(APPEND warnings -Wno-deprecated-declarations)
  endif()
  set(${result} "${warnings}" PARENT_SCOPE)
endfunction()

# With HARRIER_UNITY, compiles the files of a folder as one: most of the time goes into the headers that they share.
function(harrier_unity target)
  if(NOT HARRIER_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # What one file names at its top, another one may name in its functions.
  target_compile_options(${target} PRIVATE -Wno-shadow)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    if(source MATCHES "\\.cpp$")
      cmake_path(GET source PARENT_PATH folder)
      cmake_path(GET folder FILENAME folder)
      set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${folder}")
    endif()
  endforeach()
endfunction()

# Gives a target of ours its warnings and the options that keep its output the same on every machine.
function(harrier_target target)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_definitions(${target} PRIVATE HARRIER_VERSION="${PROJECT_VERSION}")
  if(HARRIER_LTO)
    set_target_properties(${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION ON)
  endif()
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    return()
  endif()
  # __FILE__ names the file as the repository does, not as this machine does.
  target_compile_options(${target} PRIVATE "-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=")
  harrier_warnings(warnings ${CMAKE_CXX_COMPILER_ID})
  target_compile_options(${target} PRIVATE ${warnings})
  if(HARRIER_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # These depend on what the optimiser happened to inline: shown, but not fatal.
      target_compile_options(
        ${target} PRIVATE -Wno-error=maybe-uninitialized -Wno-error=array-bounds
                          -Wno-error=stringop-overflow -Wno-error=stringop-overread
                          -Wno-error=dangling-pointer -Wno-error=free-nonheap-object)
    endif()
  endif()
endfunction()
