add_library(hushring_warnings INTERFACE)
target_compile_options(hushring_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
