// Some members of a struct are written: those listed at compile time, or in a mask.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <hushring/json/only.hpp>
#include <hushring/json/read.hpp>
#include <hushring/json/write.hpp>

namespace {

using hushring::errc;
using hushring::error;
using hushring::mask_of;
using hushring::member_mask;
using hushring::only;
using hushring::write;
using hushring::write_options;

struct trade {
  std::string event = "trade";
  std::int64_t time = 5;
  std::optional<double> price;
  std::string note;
  bool maker = false;
  static constexpr hushring::fields fields{hushring::rename("event", "e"), hushring::rename("time", "T"),
                                           hushring::omit_empty("note")};
};

/// With room to spare, with none, and one byte less.
template <write_options O = write_options{}, class T>
std::string written(const T& value) {
  std::string text;
  if (!write<O>(value, text)) return "error";
  EXPECT_GE(hushring::size_bound<O>(value), text.size());
  std::vector<char> tight(text.size());
  const auto n = write<O>(value, std::span<char>(tight));
  EXPECT_TRUE(n && std::string(tight.data(), *n) == text) << text;
  EXPECT_EQ(write<O>(value, std::span<char>(tight).first(text.size() - 1)).error(),
            (error{errc::buffer_too_small, text.size()}));
  return text;
}

TEST(WriteOnly, MembersThatAreListed) {
  const trade t{"a", 1, 2.5, "n", true};
  EXPECT_EQ(written(only<"e">(t)), R"({"e":"a"})");
  EXPECT_EQ(written(only<"T">(t)), R"({"T":1})");
  EXPECT_EQ(written(only<"maker", "e">(t)), R"({"e":"a","maker":true})");
  EXPECT_EQ(written(only<"price", "note">(t)), R"({"price":2.5,"note":"n"})");
  EXPECT_EQ(written(only<"e", "T", "price", "note", "maker">(t)), written(t));
  EXPECT_EQ(written(only<>(t)), "{}");
}

TEST(WriteOnly, EmptyOnesAreLeftOutAsEver) {
  const trade t{"a", 1, {}, "", true};
  EXPECT_EQ(written(only<"price", "note">(t)), "{}");
  EXPECT_EQ(written(only<"price", "note", "maker">(t)), R"({"maker":true})");
  EXPECT_EQ(written<write_options{.absent = hushring::absent::null}>(only<"price", "maker">(t)),
            R"({"price":null,"maker":true})");
}

TEST(WriteOnly, MembersOfEveryStructInAContainer) {
  const std::vector<trade> trades{{"a", 1, 2.5, "n", true}, {}};
  EXPECT_EQ(written(only<"e", "price">(trades)), R"([{"e":"a","price":2.5},{"e":"trade"}])");
  EXPECT_EQ(written(only<"T">(std::span(trades))), R"([{"T":1},{"T":5}])");
  EXPECT_EQ(written(only<"T">(std::deque<trade>(2))), R"([{"T":5},{"T":5}])");
  EXPECT_EQ(written(only<"T">(std::vector<trade>{})), "[]");
  EXPECT_EQ(written(only(trades, *mask_of<trade>({"T", "maker"}))),
            R"([{"T":1,"maker":true},{"T":5,"maker":false}])");
}

TEST(WriteOnly, EveryMaskThereIs) {
  const trade t{"a", 1, 2.5, "n", true};
  const std::string members[] = {R"("e":"a")", R"("T":1)", R"("price":2.5)", R"("note":"n")", R"("maker":true)"};
  for (unsigned bits = 0; bits < 32; ++bits) {
    member_mask<trade> mask;
    std::string expected;
    for (std::size_t i = 0; i < 5; ++i) {
      if ((bits >> i & 1) == 0) continue;
      mask.set(i);
      expected += (expected.empty() ? "" : ",") + members[i];
    }
    EXPECT_EQ(written(only(t, mask)), "{" + expected + "}") << bits;
  }
}

TEST(WriteOnly, MasksFromKeys) {
  constexpr auto mask = *mask_of<trade>({"maker", "e"});
  static_assert(mask.contains(0) && !mask.contains(1) && mask.contains(4) && member_mask<trade>::size == 5);
  EXPECT_EQ(written(only(trade{}, mask)), R"({"e":"trade","maker":false})");
  EXPECT_EQ(written(only(trade{}, member_mask<trade>::all())), written(trade{}));
  EXPECT_EQ(written(only(trade{}, member_mask<trade>::all().set(1, false))), R"({"e":"trade","maker":false})");
  EXPECT_EQ(mask_of<trade>({"e", "time"}).error(), (error{errc::unknown_member, 1}));
  EXPECT_EQ(mask_of<trade>({""}).error(), (error{errc::unknown_member, 0}));
}

TEST(WriteOnly, WhatIsNotChosenCannotFail) {
  const trade t{"\xFF", 1, std::nan(""), "", true};
  EXPECT_EQ(written(only<"T", "maker">(t)), R"({"T":1,"maker":true})");
  std::string out = "kept";
  EXPECT_EQ(write(only<"e">(t), out).error().code, errc::invalid_utf8_in_value);
  EXPECT_EQ(write(only<"price">(t), out).error().code, errc::not_finite);
  EXPECT_EQ(out, "kept");
}

TEST(WriteOnly, ReadsBackWithTheOthersAtTheirDefaults) {
  trade back{"x", 9, 9.5, "x", true};
  ASSERT_TRUE(hushring::read_into(written(only<"maker">(trade{})), back));
  EXPECT_EQ(back.event, "trade");
  EXPECT_EQ(back.time, 5);
  EXPECT_FALSE(back.price);
}

}  // namespace
