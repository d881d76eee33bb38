# hushring_warnings: linked PRIVATE by our own targets and never exported, so that no user inherits our taste.
add_library(hushring_warnings INTERFACE)
target_compile_options(hushring_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  $<$<BOOL:${HUSHRING_WERROR}>:-Werror>)
