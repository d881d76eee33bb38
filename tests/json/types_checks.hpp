// What must hold for the values of every type.
#pragma once

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hushring/json/read.hpp>
#include <hushring/json/write.hpp>

#include "support/placements.hpp"

namespace hushring::testing {

/// The error of reading `text` as a T, the same at every placement; where there is none, the pass that looks for
/// errors finds none either.
template <class T, read_options O = read_options{}>
error check_read(std::string_view text, std::string_view tail = {}) {
  const error e = read_everywhere<T, O>(text, tail);
  if (!e) {
    const error located = detail::locate_error(text.data(), text.data() + text.size(), detail::described<T>::info, O);
    if (located.code != errc::text_changed) ADD_FAILURE() << "accepted, but " << describe(located.code) << ": " << text;
  }
  return e;
}

/// The value that `text` reads as, at every placement.
template <class T>
T value_of(std::string_view text) {
  T out{};
  EXPECT_EQ(check_read<T>(text), error{}) << text;
  reader in;
  static_cast<void>(in.read_into(text, out));
  return out;
}

/// What `value` is written as: the same to a string, to a buffer of that size, and refused by a shorter one.
template <write_options O = write_options{}, class T>
std::string written(const T& value) {
  std::string text;
  EXPECT_TRUE(write<O>(value, text));
  EXPECT_LE(text.size(), size_bound<O>(value));
  std::vector<char> exact(text.size());
  EXPECT_TRUE(write<O>(value, std::span<char>(exact)));
  EXPECT_EQ(std::string_view(exact.data(), exact.size()), text);
  EXPECT_EQ(write<O>(value, std::span<char>(exact).first(text.size() - 1)).error(),
            (error{errc::buffer_too_small, text.size()}));
  return text;
}

}  // namespace hushring::testing
