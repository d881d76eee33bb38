// The slow walk through a text that could not be bound.
#pragma once

#include <cstring>
#include <string_view>

#include <hushring/json/detail/bytes.hpp>
#include <hushring/json/detail/compiled.hpp>
#include <hushring/json/detail/utf8.hpp>

#include "choose.hpp"
#include "escapes.hpp"
#include "integer_value.hpp"
#include "structure.hpp"

namespace hushring::detail {

/// What takes no notice of the way to an error.
struct unobserved {
  void enter_member(const char*, const char*) noexcept {}  // its key, from behind the quote to the closing one
  void enter_element(std::size_t) noexcept {}
  void leave() noexcept {}
  /// Whether an earlier key of the map that has the one at `key` is the same. Only the object that was read knows that,
  /// and has told it (context::refuse).
  bool repeats(const char*) noexcept { return false; }
  void expect(const type_info*) noexcept {}                // of the value that comes next; null: nobody asked for it
  void fail(const char*, std::string_view) noexcept {}     // what could have stood there; the member concerned
};

/// Walks a text by the description of the type it was to be bound to, with exact bounds, until something does not fit.
template <class Observer>
class locator {
 public:
  locator(const char* begin, const char* end, const read_options& options, Observer& observer) noexcept
      : begin_(begin), end_(end), options_(options), observer_(observer) {}

  /// The first error, `text_changed` when there is none.
  error run(const type_info& type) {
    const char* p = begin_;
    if (end_ - p >= 3 && std::memcmp(p, "\xEF\xBB\xBF", 3) == 0) p += 3;
    p = skip_space(p, end_);
    p = value(p, &type, 0);
    if (p == nullptr) return found_;
    p = skip_space(p, end_);
    if (p != end_) return at(errc::trailing_data, p), found_;
    return {errc::text_changed, 0};
  }

  /// From the first character of any value, or from behind the opening quote of a string, to behind it; or null.
  const char* pass_value(const char* p, unsigned depth) { return value(p, nullptr, depth); }
  const char* pass_string(const char* p) { return string(p); }

 private:
  const char* at(errc code, const char* p, const char* expected = "", std::string_view member = {}) {
    if (p >= end_) {
      code = errc::unexpected_end;
      p = end_;
    }
    found_ = {code, static_cast<std::uint64_t>(p - begin_)};
    observer_.fail(expected, member);
    return nullptr;
  }

  /// From the first character of a value to behind it. `type` is null for a value that nobody asked for.
  const char* value(const char* p, const type_info* type, unsigned depth) {
    observer_.expect(type);
    if (p >= end_) return at(errc::unexpected_end, p);
    if (type != nullptr && type->what == kind::any) type = nullptr;
    const char c = *p;
    if (c == 'n') return null_literal(p, type);
    if (type != nullptr && type->what == kind::optional) return optional_value(p, *type->element, depth);
    if (type != nullptr && type->what == kind::choice) {
      const type_info* chosen = choose(p, *type, depth, options_.max_depth, choices_, {begin_, end_});
      if (chosen != nullptr) return value(p, chosen, depth);
      const char* behind = value(p, nullptr, depth);  // an error of the grammar comes first
      if (behind == nullptr) return nullptr;
      observer_.expect(type);
      return at(errc::no_alternative, p);
    }
    if (type != nullptr && type->check != nullptr) return checked_value(p, *type, depth);
    return plain_value(p, type, depth);
  }

  /// A value of which its type's own function decides, once it is good JSON of the right kind.
  const char* checked_value(const char* p, const type_info& type, unsigned depth) {
    const char* behind;
    if (type.what == kind::converted) {
      behind = value(p, type.element, depth);
    } else {
      const bool text = *p == '"';
      const bool number = *p == '-' || is_digit(*p);
      if (text ? type.what == kind::number : number && type.what == kind::text) return at(errc::wrong_type, p);
      if (!text && !number && is_value_start(*p)) return at(errc::wrong_type, p);
      behind = plain_value(p, nullptr, depth);
    }
    if (behind == nullptr) return nullptr;
    const errc code = type.check(p, behind);
    return code == errc::ok ? behind : at(code, p);
  }
  static bool is_value_start(char c) { return c == '{' || c == '[' || c == 't' || c == 'f'; }

  const char* plain_value(const char* p, const type_info* type, unsigned depth) {
    const char c = *p;
    switch (c) {
      case '"':
        if (type != nullptr && type->what == kind::quoted) return quoted_number(p + 1, *type->element);
        if (type != nullptr && type->what != kind::string) return at(errc::wrong_type, p);
        return string(p + 1, type != nullptr && type->view && options_.escapes == escapes::error);
      case '{':
        if (type != nullptr && type->what != kind::object && type->what != kind::map) return at(errc::wrong_type, p);
        if (depth >= options_.max_depth) return at(errc::depth_exceeded, p);
        if (type != nullptr && type->what == kind::map) return map(p + 1, *type, depth + 1);
        return object(p + 1, type != nullptr ? type->object : nullptr, depth + 1);
      case '[':
        if (type != nullptr && type->what != kind::array && type->what != kind::fixed_array &&
            type->what != kind::tuple)
          return at(errc::wrong_type, p);
        if (depth >= options_.max_depth) return at(errc::depth_exceeded, p);
        return array(p + 1, type, depth + 1);
      case 't':
      case 'f':
        if (type != nullptr && type->what != kind::boolean) return at(errc::wrong_type, p);
        return literal(p, c == 't' ? "true" : "false");
      default: break;
    }
    if (c != '-' && !is_digit(c)) return at(errc::unexpected_character, p);
    if (type == nullptr) return number(p, nullptr);
    if (type->what != kind::signed_integer && type->what != kind::unsigned_integer && type->what != kind::floating)
      return at(errc::wrong_type, p);
    return number(p, type);
  }

  const char* optional_value(const char* p, const type_info& element, unsigned depth) {
    // "" is an absent quoted number
    if ((element.what == kind::quoted || element.empty_is_none) && end_ - p >= 2 && p[0] == '"' && p[1] == '"') return p + 2;
    return value(p, &element, depth);
  }

  const char* literal(const char* p, const char* word) {
    for (; *word != '\0'; ++word, ++p)
      if (p >= end_ || *p != *word) return at(errc::invalid_literal, p);
    return p;
  }

  const char* null_literal(const char* p, const type_info* type) {
    const char* behind = literal(p, "null");
    if (behind == nullptr || type == nullptr || type->nullable) return behind;
    return options_.null == null::error ? at(errc::null_value, p) : behind;
  }

  const char* number(const char* p, const type_info* type) {
    const number_parts n = split_number(p, end_);
    if (n.end == nullptr) return at(errc::invalid_number, n.bad);
    if (type == nullptr) return n.end;
    if (type->what == kind::floating) {
      double d;
      float f;
      const char* behind = type->bits == 64 ? read_double(p, end_, d) : read_float(p, end_, f);
      return behind != nullptr ? behind : at(errc::number_out_of_range, p);
    }
    if (options_.literal_integers && n.end != n.digits_end) return at(errc::not_an_integer, n.digits_end);
    std::uint64_t v;
    const errc code = integer_value(n, type->what == kind::signed_integer, type->bits, v);
    return code == errc::ok ? n.end : at(code, p);
  }

  const char* quoted_number(const char* p, const type_info& type) {
    if (p >= end_ || (*p != '-' && !is_digit(*p))) return at(errc::invalid_number, p);
    p = number(p, &type);
    if (p == nullptr) return nullptr;
    return p < end_ && *p == '"' ? p + 1 : at(errc::invalid_number, p);
  }

  /// From behind the opening quote to behind the closing one.
  const char* string(const char* p, bool escapes_refused = false) {
    while (p < end_) {
      const char c = *p;
      if (c == '"') return p + 1;
      if (c == '\\') {
        if (escapes_refused) return at(errc::escaped_view, p);
        const escape e = read_escape(p, end_);
        if (e.length == 0) return at(e.code, p + e.bad);
        p += e.length;
      } else if (static_cast<unsigned char>(c) < 0x20) {
        return at(errc::control_character, p);
      } else if (static_cast<unsigned char>(c) < 0x80) {
        ++p;
      } else {
        const std::size_t n = utf8_sequence(p, end_);
        if (n == 0) return at(errc::invalid_utf8, p);
        p += n;
      }
    }
    return at(errc::unexpected_end, p);
  }

  /// The member whose key stands between the quotes before `p` and at `quote`.
  static std::uint32_t member_of(const object_info& object, const char* p, const char* quote) {
    for (std::uint32_t i = 0; i < object.key_count; ++i) {
      const std::string_view key = object.keys[i].key;
      if (static_cast<std::size_t>(quote - p) < key.size()) continue;
      if (spells(p, quote, key)) return object.keys[i].member;
    }
    return object.count;
  }
  [[nodiscard]] bool must_be_there(const member_info& member) const noexcept {
    return member.required || (options_.missing == missing::error && !member.optional);
  }

  /// From a member's key to its value, once the key has been passed.
  const char* colon(const char* p) {
    p = skip_space(p, end_);
    if (p >= end_ || *p != ':') return at(errc::unexpected_character, p, "a colon");
    return skip_space(p + 1, end_);
  }
  /// From behind a member, or behind the brace (`first`), to the next one's key, or past the closing brace (`closed`).
  const char* next_key(const char* p, bool first, bool& closed) {
    p = skip_space(p, end_);
    closed = p < end_ && *p == '}';
    if (closed) return p + 1;
    if (!first) {
      if (p >= end_ || *p != ',') return at(errc::unexpected_character, p, "a comma or }");
      p = skip_space(p + 1, end_);
    }
    if (p < end_ && *p == '"') return p;
    return at(errc::unexpected_character, p, first ? "a member's name or }" : "a member's name");
  }

  const char* map(const char* p, const type_info& type, unsigned depth) {
    for (bool first = true;; first = false) {
      bool closed;
      if ((p = next_key(p, first, closed)) == nullptr || closed) return p;
      const char* const key = p;
      const char* const behind_key = type.key->view ? string(p + 1) : value(p, type.key, depth);
      if (behind_key == nullptr || (p = colon(behind_key)) == nullptr) return nullptr;
      if (observer_.repeats(key))
        return at(errc::duplicate_member, key, "", {key + 1, behind_key - 1});
      observer_.enter_member(key + 1, behind_key - 1);
      if ((p = value(p, type.element, depth)) == nullptr) return nullptr;
      observer_.leave();
    }
  }

  const char* object(const char* p, const object_info* info, unsigned depth) {
    std::uint64_t seen[8] = {};
    for (bool first = true;; first = false) {
      bool closed;
      if ((p = next_key(p, first, closed)) == nullptr) return nullptr;
      if (closed) {
        if (info != nullptr)
          for (std::uint32_t i = 0; i < info->count; ++i)
            if (must_be_there(info->members[i]) && (seen[i / 64] >> (i % 64) & 1) == 0)
              return at(errc::missing_member, p - 1, "", info->members[i].key);
        return p;
      }
      const char* const key = p;
      const char* const behind_key = string(p + 1);
      if ((p = behind_key) == nullptr) return nullptr;
      const type_info* type = nullptr;
      if (info != nullptr) {
        const std::uint32_t i = member_of(*info, key + 1, p - 1);
        if (i == info->count) {
          type = info->collected;
          if (type == nullptr && options_.unknown == unknown::error)
            return at(errc::unknown_member, key, "", {key + 1, p - 1});
          if (type != nullptr && observer_.repeats(key))
            return at(errc::duplicate_member, key, "", {key + 1, p - 1});
        } else {
          if (options_.duplicate == duplicate::error && (seen[i / 64] >> (i % 64) & 1) != 0)
            return at(errc::duplicate_member, key, "", info->members[i].key);
          seen[i / 64] |= std::uint64_t{1} << (i % 64);
          type = info->members[i].type;
        }
      }
      if ((p = colon(p)) == nullptr) return nullptr;
      observer_.enter_member(key + 1, behind_key - 1);
      const bool by_structure = info != nullptr && type == nullptr && options_.unknown == unknown::skip_structural;
      if ((p = by_structure ? structure(p, depth) : value(p, type, depth)) == nullptr) return nullptr;
      observer_.leave();
    }
  }

  /// As skip_structural does, byte by byte.
  const char* structure(const char* p, unsigned depth) {
    observer_.expect(nullptr);
    const bool scalar = p < end_ && *p != '"' && *p != '[' && *p != '{';
    if (p >= end_ || (scalar && ends_scalar(*p))) return at(errc::unexpected_character, p);
    unsigned open = 0;
    bool inside = false;
    bool escaped = false;
    while (p < end_) {
      const char c = *p;
      if (scalar && ends_scalar(c)) return p;
      const std::size_t n = static_cast<signed char>(c) < 0 ? utf8_sequence(p, end_) : 1;
      if (n == 0) return at(errc::invalid_utf8, p);
      const bool bracket = !inside && !scalar;
      if (c == '"' && !escaped) {
        inside = !inside;
        if (!inside && open == 0) return p + 1;
      } else if (bracket && (c == '[' || c == '{')) {
        if (depth + open++ >= options_.max_depth) return at(errc::depth_exceeded, p);
      } else if (bracket && (c == ']' || c == '}')) {
        if (--open == 0) return p + 1;
      }
      escaped = c == '\\' && !escaped;
      p += n;
    }
    return scalar ? p : at(errc::unexpected_end, p);
  }

  const char* wrong_length(const char* p, const type_info* array) {
    observer_.expect(array);
    return at(errc::wrong_length, p);
  }
  const char* array(const char* p, const type_info* type, unsigned depth) {
    const bool tuple = type != nullptr && type->what == kind::tuple;
    const bool fixed = tuple || (type != nullptr && type->what == kind::fixed_array);
    const std::size_t shortest = tuple ? type->shortest : fixed ? type->length : 0;
    const bool limited = type != nullptr && (fixed || type->length != 0);
    for (std::size_t count = 0;; ++count) {
      p = skip_space(p, end_);
      if (p < end_ && *p == ']') {
        if (count < shortest) return wrong_length(p, type);
        return p + 1;
      }
      if (count > 0) {
        if (p >= end_ || *p != ',') return at(errc::unexpected_character, p, "a comma or ]");
        p = skip_space(p + 1, end_);
      }
      if (limited && count == type->length && p < end_) return wrong_length(p, type);
      const type_info* element = type == nullptr ? nullptr : tuple ? type->elements[count] : type->element;
      observer_.enter_element(count);
      if ((p = value(p, element, depth)) == nullptr) return nullptr;
      observer_.leave();
    }
  }

  const char* begin_;
  const char* end_;
  const read_options& options_;
  Observer& observer_;
  choice_search choices_{};
  error found_{};
};

}  // namespace hushring::detail
