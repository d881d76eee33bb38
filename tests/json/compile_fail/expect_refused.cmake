# cmake -D COMMAND=... -D SOURCE=... -P expect_refused.cmake
# Compiles SOURCE, which must fail, with an error for every line `// refused: <regular expression>` in it.
execute_process(COMMAND ${COMMAND} ${SOURCE} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(status EQUAL 0)
  message(FATAL_ERROR "${SOURCE} compiled")
endif()
string(REGEX MATCHALL "error:[^\n]*" errors "${output}")
file(STRINGS ${SOURCE} expectations REGEX "^ *// refused: ")
foreach(line IN LISTS expectations)
  string(REGEX REPLACE ".*// refused: " "" sentence "${line}")
  if(NOT errors MATCHES "${sentence}")
    message(SEND_ERROR "the compiler does not say '${sentence}', but\n${output}")
  endif()
endforeach()
