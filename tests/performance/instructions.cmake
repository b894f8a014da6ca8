# Counts the instructions of one step, by callgrind, as the difference of a longer and a shorter exploration, and
# passes if they are at most MAX.
#
#   cmake -DVALGRIND=… -DHARRIER=… -DPROGRAM=fanin -DARGUMENT=senders= -DSHORT=6 -DLONG=7 -DREDUCTION=optimal \
#         -DMAX=5000 -P tests/performance/instructions.cmake

function(explore size instructions_out steps_out)
  execute_process(
    # The numbers are of the steps that this order takes. How long an exploration lasts decides whether it estimates how much is left: that is not counted.
    COMMAND "${VALGRIND}" --tool=callgrind --callgrind-out-file=/dev/null "--toggle-collect=harrier::estimate_meanwhile*"
            --collect-atstart=yes "${HARRIER}" check ${PROGRAM} ${ARGUMENT}${size} --reduction ${REDUCTION} --order fifo --json
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "the exploration ended with status ${status}:\n${output}${errors}")
  endif()
  # A child that audits the first executions says its own number before.
  string(REGEX MATCHALL "Collected : [0-9]+" collected "${errors}")
  if(NOT collected)
    message(FATAL_ERROR "callgrind did not say how many instructions it collected:\n${errors}")
  endif()
  list(GET collected -1 last)
  string(REPLACE "Collected : " "" instructions "${last}")
  set(${instructions_out} ${instructions} PARENT_SCOPE)
  string(JSON steps GET "${output}" steps)
  set(${steps_out} ${steps} PARENT_SCOPE)
endfunction()

explore(${SHORT} instructions_short steps_short)
explore(${LONG} instructions_long steps_long)
math(EXPR steps "${steps_long} - ${steps_short}")
math(EXPR per_step "(${instructions_long} - ${instructions_short}) / ${steps}")
message(STATUS "${PROGRAM} ${REDUCTION}: ${per_step} instructions per step (at most ${MAX}), ${steps} steps")
if(per_step GREATER MAX)
  message(FATAL_ERROR "${per_step} instructions per step are more than ${MAX}")
endif()
