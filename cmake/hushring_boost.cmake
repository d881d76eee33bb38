# Boost >= 1.84 (PFR's member names): the system's headers when they are new enough, else those that scripts/setup
# unpacked below .deps/.
#
#   hushring_boost   all of Boost's headers; for compiled files only (ipc/*.cpp), never for a public header's users
#   hushring_pfr     Boost.PFR alone, which is all that public headers include
find_path(HUSHRING_BOOST_INCLUDE_DIR boost/pfr/core_name.hpp
  HINTS ${PROJECT_SOURCE_DIR}/.deps/usr/include
  DOC "The directory that holds boost/, version 1.84 or newer")
if(NOT HUSHRING_BOOST_INCLUDE_DIR)
  message(FATAL_ERROR "hushring: no headers of Boost >= 1.84. Run scripts/setup, or set HUSHRING_BOOST_INCLUDE_DIR.")
endif()

add_library(hushring_boost INTERFACE)
target_include_directories(hushring_boost SYSTEM INTERFACE $<BUILD_INTERFACE:${HUSHRING_BOOST_INCLUDE_DIR}>)

# A directory of its own for PFR: a program that uses another Boost must not get ours by way of add_subdirectory.
set(hushring_pfr_dir ${HUSHRING_BOOST_INCLUDE_DIR})
if(NOT hushring_pfr_dir IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
  set(hushring_pfr_dir ${PROJECT_BINARY_DIR}/pfr)
  file(MAKE_DIRECTORY ${hushring_pfr_dir}/boost)
  foreach(entry IN ITEMS pfr pfr.hpp)
    file(CREATE_LINK ${HUSHRING_BOOST_INCLUDE_DIR}/boost/${entry} ${hushring_pfr_dir}/boost/${entry} SYMBOLIC)
  endforeach()
endif()
add_library(hushring_pfr INTERFACE)
target_include_directories(hushring_pfr SYSTEM INTERFACE $<BUILD_INTERFACE:${hushring_pfr_dir}>)
