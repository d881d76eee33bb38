# Builds and runs one consumer of the package: CASE says which.
set(common -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}
  -D CMAKE_BUILD_TYPE=Release)
set(consumer ${WORK}/${CASE})
file(REMOVE_RECURSE ${consumer})
get_filename_component(here ${CMAKE_CURRENT_LIST_FILE} DIRECTORY)

function(step)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "failed: ${ARGV}")
  endif()
endfunction()

if(CASE STREQUAL "added_as_a_subdirectory")
  step(${CMAKE_COMMAND} -S ${here}/embedded -B ${consumer} ${common} -D HUSHRING_SOURCE=${SOURCE}
    -D HUSHRING_BOOST_INCLUDE_DIR=${BOOST})
else()
  set(prefix ${WORK}/prefix)
  if(CASE STREQUAL "installed_with_its_own_copy_of_pfr")
    file(REMOVE_RECURSE ${prefix})
    step(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
    # As on a system whose Boost is too old: find_path() sees nothing of it.
    set(pfr "-DCMAKE_IGNORE_PATH=/usr/include\\;/usr/local/include"
      -D EXPECTED_PFR=${prefix}/include/hushring/third_party)
  else()
    set(pfr -D CMAKE_INCLUDE_PATH=${BOOST} -D EXPECTED_PFR=${BOOST})
  endif()
  step(${CMAKE_COMMAND} -S ${here}/installed -B ${consumer} ${common} -D CMAKE_PREFIX_PATH=${prefix} ${pfr})
endif()
step(${CMAKE_COMMAND} --build ${consumer})
step(${consumer}/consumer)
