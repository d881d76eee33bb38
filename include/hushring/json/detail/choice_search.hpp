// Finds which of several types a value is, where that takes more than a look at it. Compiled.
#pragma once

#include <cstddef>

#include <hushring/json/detail/type_info.hpp>

namespace hushring::detail {

class container_ends;

/// Nothing was chosen: no alternative takes the value, or it is no JSON.
inline constexpr std::size_t no_choice = ~std::size_t{0};

/// How far a tag is looked for: to its first occurrence; or to its last, by which the whole value is passed and
/// validated. Exactly: the same to its last, reading nothing behind the end; of what is no JSON, the last before that.
enum class tag_occurrence : unsigned char { first, last, exactly };

/// Finds the alternatives that the values of one text are. What it passes over on the way is passed again when it is
/// read, and again when values inside of it are searched: all of that together takes no more than a few times the size
/// of the text, however its values are nested.
class choice_search {
 public:
  choice_search() noexcept = default;
  choice_search(const choice_search&) = delete;
  choice_search& operator=(const choice_search&) = delete;
  ~choice_search() {
    if (ends_ != nullptr) [[unlikely]] release();
  }

  struct text {
    const char* begin;
    const char* end;
  };
  /// The index of the alternative, `count` for what is otherwise, or `no_choice`. `depth` containers are open around the
  /// value at `p`.
  std::size_t find(const char* p, text all, const choice_info& choice, unsigned depth, unsigned max_depth,
                   tag_occurrence occurrence) noexcept;

  /// True while reading may be tried before it is known which alternative a value is, in `depth` containers: every one
  /// of these may turn out to have been tried in vain.
  [[nodiscard]] bool may_guess(text all, unsigned depth) const noexcept { return depth <= 32 && work_ <= limit(all); }
  /// The bytes up to `behind` were read in vain.
  void add_work(const char* p, const char* behind) noexcept { work_ += static_cast<std::size_t>(behind - p); }

 private:
  static std::size_t limit(text all) noexcept { return 4 * static_cast<std::size_t>(all.end - all.begin); }
  void release() noexcept;

  std::size_t work_ = 0;            // bytes that were passed, and are read again
  container_ends* ends_ = nullptr;  // of the text, once that was too much
};

/// The alternative whose tag the valid JSON from `first` to `last` is, `count` for what is otherwise, or `no_choice`.
std::size_t match_tag(const choice_info& choice, const char* first, const char* last) noexcept;

}  // namespace hushring::detail
