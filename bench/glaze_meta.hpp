// What glaze has to be told about types that are shared with other libraries: numbers in quotes, and the names of
// enumerators. Everything else it reflects.
#pragma once

#include <glaze/json.hpp>

#include <string_view>

#include "feeds.hpp"

template <class T>
struct glz::from<glz::JSON, hushring::quoted<T>> {
  template <auto Options>
  static void op(auto& value, glz::is_context auto&& context, auto&& at, auto&& end) {
    glz::parse<glz::JSON>::op<glz::opt_true<Options, glz::quoted_num_opt_tag{}>>(value.value, context, at, end);
  }
};
template <class T>
struct glz::to<glz::JSON, hushring::quoted<T>> {
  template <auto Options>
  static void op(auto&& value, glz::is_context auto&& context, auto&&... to) {
    glz::serialize<glz::JSON>::op<glz::opt_true<Options, glz::quoted_num_opt_tag{}>>(value.value, context, to...);
  }
};
template <>
struct glz::meta<bench::order_side> {
  using enum bench::order_side;
  static constexpr auto value = glz::enumerate(buy, sell);
};
template <>
struct glz::meta<bench::capital_side> {
  using enum bench::capital_side;
  static constexpr auto value = glz::enumerate(Buy, Sell);
};

namespace bench {

/// Unknown members are skipped as the other libraries do, and texts end with a NUL, which spares glaze its end checks.
struct glaze_options : glz::opts {
  bool validate_trailing_whitespace = true;
};
inline constexpr glaze_options lenient{{.null_terminated = true, .error_on_unknown_keys = false}};
inline constexpr glaze_options known_only{{.null_terminated = true, .error_on_unknown_keys = true}};

/// A text with readable bytes behind it. Buffers that glaze can resize are made longer while it reads, so that it looks
/// for the end less often; here that room is there already.
class glaze_text {
 public:
  using value_type = char;
  explicit glaze_text(std::string_view text) noexcept : data_(text.data()), size_(text.size()) {}
  const char* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  void resize(std::size_t size) noexcept { size_ = size; }

 private:
  const char* data_;
  std::size_t size_;
};
static_assert(glz::padding_bytes <= 64, "workloads promise 64 readable bytes");

template <glaze_options Options, class T>
bool glaze_read(std::string_view text, T& to, glz::context& context) {
  glaze_text buffer(text);
  context.error = {};
  return !glz::read<Options>(to, buffer, context);
}

}  // namespace bench
