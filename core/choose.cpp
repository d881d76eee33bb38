#include "choose.hpp"

#include <cstring>

#include "integer_value.hpp"
#include "tag_finder.hpp"

namespace hushring::detail {
namespace {

using alternative = choice_info::alternative;

// ---- by tag

/// True when the valid JSON string from `p` to `quote` begins with `prefix`.
bool begins_with(const char* p, const char* quote, std::string_view prefix) noexcept {
  while (!prefix.empty()) {
    if (p >= quote) return false;
    char bytes[4];
    std::size_t n = next_character(p, quote, bytes);
    if (n == 0) return false;
    if (n > prefix.size()) n = prefix.size();
    if (std::memcmp(prefix.data(), bytes, n) != 0) return false;
    prefix.remove_prefix(n);
  }
  return true;
}

/// True for the same boolean, and for numbers that are the same integer however they are written.
bool same_literal(const char* first, const char* last, std::string_view tag) noexcept {
  const std::string_view text(first, static_cast<std::size_t>(last - first));
  if (text == tag) return true;
  std::uint64_t one, other;
  const char* const end = tag.data() + tag.size();
  const bool negative = tag.front() == '-';
  const number_parts n = split_number(first, last);
  return n.end == last && integer_value(n, negative, 64, one) == errc::ok &&
         integer_value(split_number(tag.data(), end), negative, 64, other) == errc::ok && one == other;
}

template <class Pass>
std::size_t find_by_tag(tag_finder<Pass>& finder, const char* p, const choice_info& choice, unsigned depth,
                        tag_occurrence occurrence) {
  const bool first_only = occurrence == tag_occurrence::first;
  const bool whole = finder.find_tag(p, choice.pointer, depth, first_only) != nullptr;
  const auto [first, last] = finder.tag();
  const bool found = last != nullptr;
  if (!whole && (!found || occurrence == tag_occurrence::last)) return no_choice;
  const std::size_t chosen = match_tag(choice, first, last);
  // what is nobody's tag may be followed by one that is somebody's
  if (first_only && found && chosen >= choice.count)
    return find_by_tag(finder, p, choice, depth, tag_occurrence::last);
  return chosen;
}

// ---- by kind

json_kinds kind_of_value(char c) noexcept {
  switch (c) {
    case '{': return object_kind;
    case '[': return array_kind;
    case '"': return string_kind;
    case 't':
    case 'f': return boolean_kind;
    default: return c == '-' || is_digit(c) ? number_kind : json_kinds{0};
  }
}

/// Integers that are written as such go to the first alternative that can hold them; what else there is to the one for
/// doubles, if there is one.
std::size_t find_number(const char* p, const char* end, const choice_info& choice) noexcept {
  const number_parts n = split_number(p, end);
  const bool integral = n.end == n.digits_end;
  std::size_t floating = no_choice;
  std::size_t last = no_choice;
  for (std::size_t i = 0; i < choice.count; ++i)
    if ((choice.alternatives[i].kinds & number_kind) != 0 && choice.alternatives[i].type->what == kind::floating)
      floating = i;
  for (std::size_t i = 0; i < choice.count; ++i) {
    const alternative& a = choice.alternatives[i];
    if ((a.kinds & number_kind) == 0 || i == floating) continue;
    last = i;
    std::uint64_t v;
    if (n.end != nullptr && (integral || floating == no_choice) &&
        integer_value(n, a.type->what == kind::signed_integer, a.type->bits, v) == errc::ok)
      return i;
  }
  return floating != no_choice ? floating : last;
}

template <class Pass>
std::size_t find_by_kind(tag_finder<Pass>& finder, const char* p, const char* end, const choice_info& choice,
                         unsigned depth) {
  const json_kinds what = p < end ? kind_of_value(*p) : json_kinds{0};
  std::size_t found = no_choice;
  std::size_t candidates = 0;
  for (std::size_t i = 0; i < choice.count; ++i)
    if ((choice.alternatives[i].kinds & what) != 0) {
      ++candidates;
      found = i;
    }
  if (candidates < 2) return found;
  if (what == number_kind) return find_number(p, end, choice);
  const std::size_t length = finder.count(p, depth);
  if (length == no_choice) return no_choice;
  found = no_choice;
  for (std::size_t i = 0; i < choice.count; ++i) {
    const alternative& a = choice.alternatives[i];
    if ((a.kinds & array_kind) == 0 || length < a.shortest || length > a.longest) continue;
    // the one for any length takes what is left by those for few
    if (found == no_choice || choice.alternatives[found].longest == ~std::size_t{0}) found = i;
  }
  return found;
}

}  // namespace

std::size_t match_tag(const choice_info& choice, const char* first, const char* last) noexcept {
  std::size_t found = choice.otherwise != nullptr ? choice.count : no_choice;
  std::size_t longest = 0;  // prefix so far
  if (first == last) return found;
  const bool text = *first == '"';
  for (std::size_t i = 0; i < choice.count; ++i) {
    const alternative& a = choice.alternatives[i];
    if (a.literal) {
      if (!text && same_literal(first, last, a.tag)) return i;
    } else if (text && a.prefix) {
      if (a.tag.size() >= longest && begins_with(first + 1, last - 1, a.tag)) {
        longest = a.tag.size();
        found = i;
      }
    } else if (text && spells(first + 1, last - 1, a.tag)) {
      return i;
    }
  }
  return found;
}

void choice_search::release() noexcept { delete ends_; }

std::size_t choice_search::find(const char* p, text all, const choice_info& choice, unsigned depth, unsigned max_depth,
                                tag_occurrence occurrence) noexcept {
  if (work_ > limit(all) && ends_ == nullptr) ends_ = container_ends::of(all.begin, all.end);
  const auto by = [&](auto finder) {
    const std::size_t found = choice.what == choice_info::by::tag ? find_by_tag(finder, p, choice, depth, occurrence)
                                                                  : find_by_kind(finder, p, all.end, choice, depth);
    add_work(p, finder.reached());
    return found;
  };
  return occurrence == tag_occurrence::exactly
             ? by(tag_finder<exact_pass>(p, all.end, max_depth, ends_))
             : by(tag_finder<quick_pass>(p, all.end, max_depth, ends_));
}

const type_info* choose(const char* p, const type_info& type, unsigned depth, unsigned max_depth, choice_search& choices,
                        choice_search::text all) noexcept {
  const choice_info& choice = *type.choice;
  const std::size_t i = choices.find(p, all, choice, depth, max_depth, tag_occurrence::exactly);
  if (i == no_choice) return nullptr;
  return i == choice.count ? choice.otherwise : choice.alternatives[i].type;
}

}  // namespace hushring::detail
