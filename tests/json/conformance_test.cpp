// JSONTestSuite: y_ is accepted, n_ is refused, i_ does not crash; skipped as an unknown member, and bound.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <hushring/json/read.hpp>

#include "support/placements.hpp"
#include "support/test_data.hpp"

namespace {

using hushring::errc;
using hushring::error;
using hushring::read;
using hushring::testing::read_everywhere;

struct item {
  int id = 0;
  friend bool operator==(const item&, const item&) = default;
};
struct strings {
  std::string a;
  std::string title;
  friend bool operator==(const strings&, const strings&) = default;
};

/// An error that says something about the type, not about the text.
bool about_the_type(errc code) {
  return code == errc::wrong_type || code == errc::wrong_length || code == errc::number_out_of_range ||
         code == errc::not_an_integer;
}

using outcomes = std::vector<error>;
outcomes bind_to_many(std::string_view text) {
  return {read_everywhere<std::vector<int>>(text),
          read_everywhere<std::vector<double>>(text),
          read_everywhere<std::vector<std::string>>(text),
          read_everywhere<std::vector<bool>>(text),
          read_everywhere<std::vector<std::vector<int>>>(text),
          read_everywhere<std::vector<strings>>(text),
          read_everywhere<strings>(text),
          read_everywhere<std::string>(text),
          read_everywhere<double>(text),
          read_everywhere<bool>(text)};
}

class Conformance : public ::testing::Test {
 protected:
  /// Calls `check(name, text)` for the files that begin with `prefix`; their number is checked too.
  template <class Check>
  void each(const std::string& prefix, int expected, Check&& check) {
    const auto directory = hushring::testing::data_path("conformance/test_parsing");
    HUSHRING_NEEDS_DATA(directory);
    int count = 0;
    for (const auto& path : hushring::testing::files_in(directory)) {
      if (!path.filename().string().starts_with(prefix)) continue;
      ++count;
      check(path.filename().string(), hushring::testing::file_content(path));
    }
    EXPECT_EQ(count, expected);
  }
};

TEST_F(Conformance, WhatMustBeAcceptedIsSkipped) {
  each("y_", 95, [](const std::string& name, const std::string& text) {
    EXPECT_EQ((read_everywhere<item>("{\"x\":" + text + "}", "}")), error{}) << name;
    EXPECT_EQ((read<item>("{\"id\":1,\"x\":" + text + ",\"y\":" + text + "}")).error(), error{}) << name;
  });
}

TEST_F(Conformance, WhatMustBeRefusedIsNotSkipped) {
  each("n_", 188, [](const std::string& name, const std::string& text) {
    if (text.size() > 5000) {  // the two depth bombs: one place is enough
      EXPECT_FALSE(read<item>("{\"x\":" + text + "}")) << name;
      return;
    }
    EXPECT_NE((read_everywhere<item>("{\"x\":" + text + "}", "}")), error{}) << name;
    EXPECT_NE((read_everywhere<item>(text, "}")), error{}) << name;
  });
}

TEST_F(Conformance, WhatMustBeAcceptedFailsToBindOnlyForItsType) {
  int accepted = 0;
  each("y_", 95, [&](const std::string& name, const std::string& text) {
    for (const error e : bind_to_many(text)) {
      accepted += !e;
      EXPECT_TRUE(!e || about_the_type(e.code)) << name << " " << ::testing::PrintToString(e);
    }
  });
  if (!IsSkipped()) {
    EXPECT_GT(accepted, 120);
  }
}

TEST_F(Conformance, WhatMustBeRefusedIsBoundToNothing) {
  each("n_", 188, [](const std::string& name, const std::string& text) {
    if (text.size() > 5000) {
      EXPECT_FALSE(read<std::vector<std::vector<int>>>(text)) << name;
      return;
    }
    for (const error e : bind_to_many(text)) EXPECT_NE(e.code, errc::ok) << name;
  });
}

// What the standard leaves open, by our policies: exponents of skipped numbers may be anything; lone surrogates,
// invalid UTF-8 and other encodings are refused; a byte order mark is passed at the start of a text.
TEST_F(Conformance, WhatIsLeftOpenFollowsThePolicies) {
  each("i_", 35, [](const std::string& name, const std::string& text) {
    const std::string wrapped = "{\"x\":" + text + "}";
    const bool number = name.starts_with("i_number_");
    const bool accepted = number;
    if (name == "i_structure_500_nested_arrays.json") {
      EXPECT_TRUE(read<item>(wrapped)) << name;
      return;
    }
    if (name == "i_structure_UTF-8_BOM_empty_object.json") {
      EXPECT_TRUE(read<item>(text)) << name;
      return;
    }
    EXPECT_EQ((read_everywhere<item>(wrapped, "}").code == errc::ok), accepted) << name;
    for (const error e : bind_to_many(text)) EXPECT_TRUE(number ? !e || about_the_type(e.code) : bool{e}) << name;
  });
}

}  // namespace
