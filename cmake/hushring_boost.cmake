# Finds the headers of Boost >= 1.84 (PFR's member names): the system's when new enough, else those that scripts/setup
# unpacked below .deps/.
find_path(HUSHRING_BOOST_INCLUDE_DIR boost/pfr/core_name.hpp
  HINTS ${PROJECT_SOURCE_DIR}/.deps/usr/include)
add_library(hushring_boost INTERFACE)
target_include_directories(hushring_boost SYSTEM INTERFACE $<BUILD_INTERFACE:${HUSHRING_BOOST_INCLUDE_DIR}>)
