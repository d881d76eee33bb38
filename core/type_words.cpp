#include "type_words.hpp"

namespace hushring::detail {
namespace {

std::string integer_words(const type_info& type) {
  const unsigned bits = type.bits;
  if (type.what == kind::unsigned_integer)
    return "an integer from 0 to " + std::to_string(~std::uint64_t{0} >> (64 - bits));
  const auto highest = static_cast<std::int64_t>((std::uint64_t{1} << (bits - 1)) - 1);
  return "an integer from " + std::to_string(-highest - 1) + " to " + std::to_string(highest);
}

std::string format_words(const type_info& type) {
  return type.format.empty() ? std::string() : " (" + std::string(type.format) + ')';
}

std::string name_words(const type_info& type) {
  std::string out = "one of ";
  for (std::size_t i = 0; i < type.length; ++i) {
    if (i != 0) out += ", ";
    out += type.names[i];
  }
  return out;
}

std::string choice_words(const choice_info& choice) {
  std::string out;
  if (choice.what == choice_info::by::tag) {
    out = "a value whose " + std::string(choice.pointer) + " is one of ";
    for (std::size_t i = 0; i < choice.count; ++i) {
      if (i != 0) out += ", ";
      out += choice.alternatives[i].tag;
      if (choice.alternatives[i].prefix) out += '*';
    }
    return out;
  }
  for (std::size_t i = 0; i < choice.count; ++i) {
    if (i != 0) out += " or ";
    out += words_for(*choice.alternatives[i].type);
  }
  return out;
}

}  // namespace

std::string words_for(const type_info& type) {
  switch (type.what) {
    case kind::boolean: return "true or false";
    case kind::signed_integer:
    case kind::unsigned_integer: return integer_words(type);
    case kind::floating: return type.bits == 32 ? "a number in the range of float" : "a number in the range of double";
    case kind::string: return "a string";
    case kind::quoted: return "a string holding " + words_for(*type.element);
    case kind::optional: return words_for(*type.element) + " or null";
    case kind::array:
      return type.length == 0 ? "an array" : "an array of length 0 to " + std::to_string(type.length);
    case kind::fixed_array: return "an array of length " + std::to_string(type.length);
    case kind::tuple: {
      std::string length = std::to_string(type.length);
      if (type.shortest != type.length) length = std::to_string(type.shortest) + " to " + length;
      return "an array of length " + length;
    }
    case kind::object:
    case kind::map: return "an object";
    case kind::any: return "a value";
    case kind::text: return type.names != nullptr ? name_words(type) : "a string" + format_words(type);
    case kind::number: return "a number" + format_words(type);
    case kind::text_or_number: return "a string or a number" + format_words(type);
    case kind::converted: return words_for(*type.element) + format_words(type);
    case kind::choice: return choice_words(*type.choice);
  }
  return "a value";
}

}  // namespace hushring::detail
