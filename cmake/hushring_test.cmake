# hushring_add_test(NAME SOURCES file... [LABELS label...] [LIBS target...] [TIMEOUT seconds])
#
# One GoogleTest program, each of its tests a test of CTest's.
#   LABELS   `threads`: more than one thread or process touches the same memory, so the TSan build runs it too.
#   LIBS     what it links besides GoogleTest; hushring::hushring when nothing is named.
#   TIMEOUT  the watchdog of one test (default 120 s). It catches hangs; no test asserts how long something takes.
# Test data: the macro and the environment variable HUSHRING_TEST_DATA name its directory; the macro is "" when there is
# none, and a test that needs it then skips and says so.
include(GoogleTest)

set(default_data "$ENV{HUSHRING_TEST_DATA}")
if(NOT default_data AND EXISTS ${PROJECT_SOURCE_DIR}/../shared/data)
  cmake_path(SET default_data NORMALIZE ${PROJECT_SOURCE_DIR}/../shared/data)
endif()
set(HUSHRING_TEST_DATA "${default_data}" CACHE PATH "Directory of test data; tests that need it skip when it is empty")
option(HUSHRING_PACKAGE_TESTS "Test the installed package and add_subdirectory() (builds the library again)" OFF)
set(HUSHRING_TEST_PREFIX "" CACHE STRING "Put before the name of every test")
set(HUSHRING_TESTS_LABEL "" CACHE STRING "Build only the tests that have this label")

# The program exists only in builds that run it: HUSHRING_TESTS_LABEL=threads leaves out everything else.
function(hushring_add_test name)
  cmake_parse_arguments(arg "" "TIMEOUT" "SOURCES;LABELS;LIBS" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_SOURCES)
    message(FATAL_ERROR "hushring_add_test(${name}): expected SOURCES file..., got '${ARGN}'")
  endif()
  if(HUSHRING_TESTS_LABEL AND NOT HUSHRING_TESTS_LABEL IN_LIST arg_LABELS)
    return()
  endif()
  if(NOT arg_LIBS)
    set(arg_LIBS hushring::hushring)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()

  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBS} hushring_warnings GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE "HUSHRING_TEST_DATA=\"${HUSHRING_TEST_DATA}\"")

  set(properties TIMEOUT ${arg_TIMEOUT})
  if(HUSHRING_TEST_DATA)
    list(APPEND properties ENVIRONMENT "HUSHRING_TEST_DATA=${HUSHRING_TEST_DATA}")
  endif()
  if(arg_LABELS)
    list(JOIN arg_LABELS "\\;" labels)
    list(APPEND properties LABELS "${labels}")
  endif()
  # PRE_TEST: programs are asked for their tests when CTest runs, not while others still compile.
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
    TEST_PREFIX "${HUSHRING_TEST_PREFIX}" PROPERTIES ${properties})
endfunction()
