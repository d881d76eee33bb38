// A process that flushes denormals (any object linked with -ffast-math sets that mode) reads and writes the same.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string>

#include <hushring/json/read.hpp>
#include <hushring/json/write.hpp>

#if defined(__SSE2__)
#include <pmmintrin.h>

namespace {

/// Flush results to zero and take denormal operands for zero, as long as it lives.
class flushing {
 public:
  flushing() : before_(_mm_getcsr()) { _mm_setcsr(before_ | 0x8040); }
  ~flushing() { _mm_setcsr(before_); }

 private:
  unsigned before_;
};

struct bits {
  const char* text;
  std::uint64_t value;
};
constexpr bits doubles[] = {{"5e-324", 1},
                            {"-5e-324", 0x8000000000000001},
                            {"2.225073858507201e-308", 0x000FFFFFFFFFFFFF},
                            {"2.2250738585072014e-308", 0x0010000000000000},
                            {"1.5e-310", 0x00001B9CD1295941},
                            {"0", 0},
                            {"-0", 0x8000000000000000},
                            {"0.1", 0x3FB999999999999A}};

TEST(DenormalMode, DoublesAreReadWithAllTheirBits) {
  for (const bits& d : doubles) {
    const std::string member = "[" + std::string(d.text) + "]";
    const flushing mode;
    const auto v = hushring::read<double>(d.text);
    const auto w = hushring::read<std::array<double, 1>>(member);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(v.value_or(7)), d.value) << d.text;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(w ? (*w)[0] : 7), d.value) << d.text;
  }
}

TEST(DenormalMode, DoublesAreWrittenWithAllTheirDigits) {
  for (const bits& d : doubles) {
    std::string out;
    std::string exact(30, ' ');
    const flushing mode;
    ASSERT_TRUE(hushring::write(std::bit_cast<double>(d.value), out));
    EXPECT_EQ(out, d.text);
    const auto n = hushring::write(std::bit_cast<double>(d.value), std::span<char>(exact));
    ASSERT_TRUE(n);
    EXPECT_EQ(exact.substr(0, *n), d.text);
  }
}

TEST(DenormalMode, FloatsToo) {
  struct float_bits {
    const char* text;
    std::uint32_t value;
  };
  for (const float_bits f :
       {float_bits{"1e-45", 1}, {"-1e-45", 0x80000001}, {"1.1754942e-38", 0x007FFFFF}, {"1e-40", 0x000116C2}}) {
    std::string out;
    const flushing mode;
    const auto v = hushring::read<float>(f.text);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(v.value_or(7)), f.value) << f.text;
    ASSERT_TRUE(hushring::write(std::bit_cast<float>(f.value), out));
    EXPECT_EQ(out, f.text);
  }
}

}  // namespace
#endif
