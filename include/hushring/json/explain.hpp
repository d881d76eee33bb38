// What people want to know of an error: where it is, in which member, and what should have stood there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <hushring/error.hpp>
#include <hushring/json/detail/compiled.hpp>
#include <hushring/json/detail/containers.hpp>
#include <hushring/json/options.hpp>

namespace hushring {

/// An error in words.
struct explanation {
  errc code = errc::ok;
  std::uint64_t offset = 0;  ///< in bytes from the beginning of the text, at most its size
  std::size_t line = 1;      ///< from 1
  std::size_t column = 1;    ///< from 1, in characters
  std::string path{};        ///< of the value concerned, as a JSON pointer: "/data/3/p"; "" is the whole text
  std::string member{};      ///< the unknown, missing or repeated one; "" with other errors
  std::string expected{};    ///< "an integer from 0 to 255", "one of buy, sell", "a comma or }", or ""
  std::string excerpt{};     ///< the line, cut where it is long, and below it a caret under the first offending byte

  /// All of it, in two lines and the excerpt:
  ///
  ///     3:17: a value of another kind than the member's type, at /data/3/p
  ///     expected: an integer from 0 to 255
  ///       {"s": "BTC", "p": "x"}
  ///                         ^
  [[nodiscard]] std::string message() const;
};

namespace detail {
explanation explain_error(error e, std::string_view text, const type_info& type, const read_options& options);
}  // namespace detail

/// Explains an error that reading `text` as a T with the options O gave. Reads the text again, slowly: when its bytes
/// have changed meanwhile, only the place is told. Allocates; meant for people, not for the hot path.
///
///     if (auto done = hushring::read_into(text, o); !done)
///       std::cerr << hushring::explain<order>(done.error(), text).message();
template <class T, read_options O = read_options{}>
[[nodiscard]] explanation explain(error e, std::string_view text) {
  return detail::explain_error(e, text, detail::described<T>::info, O);
}

}  // namespace hushring
