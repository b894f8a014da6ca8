# Compiles a target so that it tells which memory it touches: steps of one actor are then dependent
# only where they touch the same, and state that actors share is found. Needs clang.
function(harrier_instrument target)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "harrier_instrument(${target}) needs clang, not ${CMAKE_CXX_COMPILER_ID}")
  endif()
  target_compile_options(${target} PRIVATE -fsanitize-coverage=func,trace-loads,trace-stores)
  target_link_libraries(${target} PRIVATE harrier::hooks)
  # The names of global variables are shown where the executable exports them.
  set_target_properties(${target} PROPERTIES ENABLE_EXPORTS ON)
endfunction()
