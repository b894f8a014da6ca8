# Compiles a target so that it tells which memory it touches: steps of one actor are then dependent
# only where they touch the same, and state that actors share is found; of MPI programs, loads and
# stores that meet what is under way. With clang, or for MPI programs with gcc as well.
function(harrier_instrument target)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_compile_options(${target} PRIVATE -fsanitize-coverage=func,trace-loads,trace-stores)
  elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Not linked with it: what it calls is in harrier::hooks.
    target_compile_options(${target} PRIVATE -fsanitize=thread)
  else()
    message(FATAL_ERROR "harrier_instrument(${target}) needs clang or gcc, not ${CMAKE_CXX_COMPILER_ID}")
  endif()
  target_link_libraries(${target} PRIVATE harrier::hooks)
  # The names of global variables are shown where the executable exports them.
  set_target_properties(${target} PROPERTIES ENABLE_EXPORTS ON)
endfunction()
