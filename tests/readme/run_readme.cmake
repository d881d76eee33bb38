# The publisher leaves its message in the queue; the consumer, another process, finds it there.
set(segment /dev/shm/hushring-trades)
file(REMOVE ${segment})
execute_process(COMMAND ${PROGRAM} publish COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE ${segment})
if(NOT output MATCHES "BTC-USD 64123.5")
  message(FATAL_ERROR "the consumer printed: ${output}")
endif()
