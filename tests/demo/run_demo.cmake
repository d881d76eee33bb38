# Runs DEMO with consumers that wait as WAIT says, over INPUTS (separated by commas; none: a feed that it makes up), and
# compares its report with what CHECK, which reads the same files with another library, finds in them.
string(REPLACE "," ";" inputs "${INPUTS}")
file(MAKE_DIRECTORY ${WORK})
if(NOT inputs)
  set(inputs ${WORK}/feed.ndjson)
  execute_process(COMMAND ${DEMO} --seed 7 --lines 5000 --write-feed ${inputs} COMMAND_ERROR_IS_FATAL ANY)
endif()
set(arguments)
foreach(input IN LISTS inputs)
  list(APPEND arguments --input ${input})
endforeach()

execute_process(COMMAND ${DEMO} ${arguments} --messages 20000 --paced 20000 --wait ${WAIT} --report ${WORK}/report.json
  OUTPUT_VARIABLE output COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
message("${output}")
if(NOT output MATCHES "\ndemo: OK[^\n]*\n$")
  message(FATAL_ERROR "the last line is not 'demo: OK ...'")
endif()
execute_process(COMMAND ${CHECK} ${WORK}/report.json ${inputs} COMMAND_ECHO STDOUT RESULT_VARIABLE checked)
if(NOT checked EQUAL 0)
  message(FATAL_ERROR "another library reads the feed differently (${checked})")
endif()
