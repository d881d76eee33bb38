// Choices for reading and writing, made at compile time: what is off costs nothing.
#pragma once

#include <cstdint>

namespace hushring {

enum class unknown : std::uint8_t { skip, error };           ///< a member that the struct does not have
enum class missing : std::uint8_t { default_value, error };  ///< a member that the text does not have
enum class duplicate : std::uint8_t { last, error };         ///< a member that occurs twice
enum class null : std::uint8_t { default_value, error };     ///< null for a member that is not optional
enum class not_finite : std::uint8_t { error, null };        ///< NaN or infinity to be written
enum class absent : std::uint8_t { omit, null };             ///< an empty optional member to be written

/// How text is read. Unknown members are fully validated even when they are skipped. A missing or null member takes its
/// default initializer, also when the object is reused: nothing stale stays. `optional` members may always be missing
/// or null.
struct read_options {
  hushring::unknown unknown = hushring::unknown::skip;
  hushring::missing missing = hushring::missing::default_value;
  hushring::duplicate duplicate = hushring::duplicate::last;
  hushring::null null = hushring::null::default_value;
  bool literal_integers = false;   ///< refuse 8.0 and 12e2 for integers
  std::uint32_t max_depth = 1024;  ///< containers inside each other, the root container counting as 1; at most 4096
};

/// Missing, null and duplicate members are errors. What feeds should be read with.
inline constexpr read_options strict{.missing = missing::error, .duplicate = duplicate::error, .null = null::error};

/// How values are written.
struct write_options {
  hushring::not_finite not_finite = hushring::not_finite::error;
  hushring::absent absent = hushring::absent::omit;
};

}  // namespace hushring
