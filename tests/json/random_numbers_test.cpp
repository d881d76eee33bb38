// Doubles and floats are what the C library makes of the same text, which rounds correctly. HUSHRING_LONG_TESTS=1: a
// hundred million texts instead of one.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <type_traits>

#include <hushring/json/read.hpp>

#include "support/number_texts.hpp"
#include "support/placements.hpp"

namespace {

using hushring::errc;
using hushring::error;
using hushring::testing::number_texts;

template <class T>
class as_the_c_library {
 public:
  void operator()(const std::string& number) {
    using bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    T expected;
    if constexpr (sizeof(T) == 8) expected = std::strtod(number.c_str(), nullptr);
    else expected = std::strtof(number.c_str(), nullptr);
    text_.assign(1, '[').append(number).append(1, ']');
    const auto done = reader_.read_into(text_, read_);
    if (std::isinf(expected)) {
      ASSERT_EQ(done.error(), (error{errc::number_out_of_range, 1})) << number;
    } else {
      ASSERT_TRUE(done.has_value()) << number << ": " << ::testing::PrintToString(done.error());
      ASSERT_EQ(std::bit_cast<bits>(read_[0]), std::bit_cast<bits>(expected)) << number;
    }
  }

 private:
  hushring::reader reader_;
  std::string text_;
  std::array<T, 1> read_{};
};

/// One of the `parts` that the texts are divided into: each has a watchdog of its own.
class RandomNumbers : public ::testing::TestWithParam<int> {
 protected:
  static constexpr int parts = 5;

  /// Checks thousandths of all texts, shared by doubles and floats.
  template <class Double, class Float>
  void check(int thousandths, Double&& next_double, Float&& next_float) {
    const int all = hushring::testing::long_tests() ? 100'000'000 : 1'000'000 / hushring::testing::slowdown;
    number_texts texts(static_cast<std::uint64_t>(1000 * thousandths + GetParam()));
    for (int i = all / 1000 / parts / 2 * thousandths; i > 0 && !HasFatalFailure(); --i) {
      double_(next_double(texts));
      float_(next_float(texts));
    }
  }

 private:
  as_the_c_library<double> double_;
  as_the_c_library<float> float_;
};

TEST_P(RandomNumbers, CoordinatesAreReadAsTheCLibraryReadsThem) {
  const auto next = [](number_texts& t) -> auto& { return t.coordinate(); };
  check(300, next, next);
}

TEST_P(RandomNumbers, TextsOfAnyShapeAreReadAsTheCLibraryReadsThem) {
  const auto next = [](number_texts& t) -> auto& { return t.any(); };
  check(350, next, next);
}

TEST_P(RandomNumbers, ValuesOfEverySizeAreReadAsTheCLibraryReadsThem) {
  check(
      250, [](number_texts& t) -> auto& { return t.value<double>(); },
      [](number_texts& t) -> auto& { return t.value<float>(); });
}

TEST_P(RandomNumbers, TextsBetweenTwoValuesAreReadAsTheCLibraryReadsThem) {
  check(
      70, [](number_texts& t) -> auto& { return t.middle<double>(); },
      [](number_texts& t) -> auto& { return t.middle<float>(); });
}

TEST_P(RandomNumbers, DigitsFarFromTheirPointAreReadAsTheCLibraryReadsThem) {
  const auto next = [](number_texts& t) -> auto& { return t.distant(); };
  check(30, next, next);
}

INSTANTIATE_TEST_SUITE_P(Parts, RandomNumbers, ::testing::Range(0, 5));

}  // namespace
