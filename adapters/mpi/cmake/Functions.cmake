# Writes what every function of MPI has whether or not it is implemented: a weak definition that says so when
# it is called, its second name, for tools that stand in front of the first, and a third one, for libraries
# with another interface that stand in front of this one.

function(harrier_mpi_write_functions functions stubs profiling)
  set(source "// Generated from functions.txt: what is not implemented says so.\n")
  string(APPEND source "namespace harrier::mpi {\n[[noreturn]] int unsupported(const char* function);\n}\n")
  string(APPEND source "extern \"C\" {\n")
  set(names "")
  foreach(function IN LISTS functions)
    string(APPEND source "[[gnu::weak]] int ${function}() { return harrier::mpi::unsupported(\"${function}\"); }\n")
    string(APPEND names "P${function} = ${function};\nharrier_${function} = ${function};\n")
  endforeach()
  string(APPEND source "}\n")
  file(CONFIGURE OUTPUT "${stubs}" CONTENT "${source}" @ONLY)
  file(CONFIGURE OUTPUT "${profiling}" CONTENT "${names}" @ONLY)
endfunction()
