// A key of more than 256 bytes was not found when the text spelt it with an escape.
#include <gtest/gtest.h>

#include <string>

#include <hushring/json/fields.hpp>
#include <hushring/json/read.hpp>

namespace {

#define FIFTY "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk"
struct item {
  int v = 0;
  static constexpr hushring::fields fields{hushring::rename("v", FIFTY FIFTY FIFTY FIFTY FIFTY FIFTY)};
};
#undef FIFTY

TEST(Regressions, AnEscapedSpellingOfALongKeyIsFound) {
  EXPECT_EQ(hushring::read<item>("{\"" + std::string(300, 'k') + "\":1}")->v, 1);
  EXPECT_EQ(hushring::read<item>("{\"\\u006b" + std::string(299, 'k') + "\":1}")->v, 1);
  EXPECT_EQ(hushring::read<item>("{\"" + std::string(299, 'k') + "\\u006b\":1}")->v, 1);
  EXPECT_EQ(hushring::read<item>("{\"" + std::string(299, 'k') + "\\u006a\":1}")->v, 0);
  EXPECT_EQ(hushring::read<item>("{\"" + std::string(300, 'k') + "\\u006b\":1}")->v, 0);
}

}  // namespace
