#include <hushring/error.hpp>

#include <cstdio>
#include <cstdlib>

namespace hushring {

std::string_view describe(errc code) noexcept {
  switch (code) {
    case errc::ok: return "no error";
    case errc::unexpected_end: return "the text ends inside a value";
    case errc::unexpected_character: return "a character that cannot stand here";
    case errc::trailing_data: return "something follows the value";
    case errc::invalid_literal: return "neither true, false nor null";
    case errc::invalid_number: return "a number that JSON does not allow";
    case errc::number_out_of_range: return "a number beyond the range of its type";
    case errc::not_an_integer: return "a fraction where an integer is needed";
    case errc::invalid_escape: return "an escape sequence that JSON does not have";
    case errc::invalid_surrogate: return "half of a surrogate pair";
    case errc::control_character: return "a control character inside a string";
    case errc::invalid_utf8: return "bytes that are not UTF-8";
    case errc::depth_exceeded: return "nested deeper than allowed";
    case errc::wrong_type: return "a value of another kind than the member's type";
    case errc::wrong_length: return "an array of another length than the member's type";
    case errc::unknown_member: return "a member that the struct does not have";
    case errc::missing_member: return "a member of the struct is missing";
    case errc::duplicate_member: return "a member occurs twice";
    case errc::null_value: return "null for a member that is not optional";
    case errc::invalid_text: return "a string that its type cannot take";
    case errc::escaped_view: return "an escape sequence in a string that is to be viewed as it is";
    case errc::unknown_name: return "a name that the enumeration does not have";
    case errc::text_too_long: return "a string longer than its type can hold";
    case errc::not_exact: return "more decimal places than the type can hold";
    case errc::no_alternative: return "a value that none of the alternatives takes";
    case errc::text_changed: return "the text changed while it was read";
    case errc::out_of_memory: return "out of memory";
    case errc::buffer_too_small: return "the buffer is too small";
    case errc::not_finite: return "JSON has no NaN and no infinity";
    case errc::invalid_utf8_in_value: return "a string that is not UTF-8";
    case errc::invalid_argument: return "an option or a name that no channel can have";
    case errc::not_found: return "no channel of this name";
    case errc::already_exists: return "a channel of this name exists";
    case errc::permission_denied: return "permission denied";
    case errc::not_a_segment_file: return "not a regular file";
    case errc::world_writable: return "the segment is writable by everybody";
    case errc::bad_magic: return "not a hushring segment";
    case errc::bad_version: return "a segment of another layout version";
    case errc::bad_size: return "the segment's size is not what its header says";
    case errc::bad_geometry: return "the segment's header contradicts itself";
    case errc::wrong_kind: return "a channel of another kind";
    case errc::wrong_schema: return "the channel carries another struct";
    case errc::wrong_options: return "the channel exists with other options";
    case errc::corrupt_lane: return "the lane's words contradict each other";
    case errc::no_space: return "no space left for the segment";
    case errc::unsupported_file_system: return "a file system without shared mappings or locks";
    case errc::no_free_slot: return "every participant slot is taken";
    case errc::producer_exists: return "the lane has a living producer";
    case errc::consumer_exists: return "the queue has a living consumer";
    case errc::reliable_refused: return "the channel's creator allows no further reliable consumer";
    case errc::timed_out: return "timed out";
    case errc::forked: return "the handle belongs to the parent process";
    case errc::system_error: return "a system call failed";
  }
  return "an unknown code";
}

namespace detail {

void bad_result_access(error e) noexcept {
  const std::string_view text = describe(e.code);
  std::fprintf(stderr, "hushring: value() of a failed result: %.*s (%llu)\n", static_cast<int>(text.size()),
               text.data(), static_cast<unsigned long long>(e.offset));
  std::abort();
}

}  // namespace detail
}  // namespace hushring
