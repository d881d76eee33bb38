# hushring_warnings: linked PRIVATE by our own targets and never exported, so that no user inherits our taste.
add_library(hushring_warnings INTERFACE)
target_compile_options(hushring_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  # GCC 12 sees overlapping copies in std::string's inlined operator+ and insert where there are none.
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
  $<$<BOOL:${HUSHRING_WERROR}>:-Werror>)
