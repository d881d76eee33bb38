// What views point to, how long it stays, and what happens when there is no memory for it.
#include <gtest/gtest.h>

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hushring/json/fields.hpp>
#include <hushring/json/read.hpp>

namespace {

using hushring::errc;
using hushring::error;
using hushring::reader;

struct message {
  std::string_view symbol;
  std::string_view text;
  std::vector<std::string_view> list;
  friend bool operator==(const message&, const message&) = default;
};
constexpr std::string_view escaped = R"({"symbol":"BTC","text":"one\ntwo","list":["\u0041","plain","\"\""]})";
const message value{"BTC", "one\ntwo", {"A", "plain", "\"\""}};

bool lies_in(std::string_view view, std::string_view text) {
  return view.data() >= text.data() && view.data() + view.size() <= text.data() + text.size();
}

TEST(Lifetimes, ViewsPointIntoTheTextWhereItHasTheStringAndIntoTheReaderElsewhere) {
  reader in;
  const auto v = in.read<message>(escaped);
  ASSERT_TRUE(v);
  EXPECT_EQ(*v, value);
  EXPECT_TRUE(lies_in(v->symbol, escaped));
  EXPECT_TRUE(lies_in(v->list[1], escaped));
  EXPECT_FALSE(lies_in(v->text, escaped));
  EXPECT_FALSE(lies_in(v->list[0], escaped));
}

TEST(Lifetimes, ATextThatIsReadFromACopyGivesViewsIntoTheTextItself) {
  // a page that ends with the text: the fast pass then works on a copy
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  void* const p = ::mmap(nullptr, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(p, MAP_FAILED);
  char* const place = static_cast<char*>(p) + page - escaped.size();
  std::memcpy(place, escaped.data(), escaped.size());
  const std::string_view text(place, escaped.size());
  reader in;
  const auto v = in.read<message>(text);
  ASSERT_TRUE(v);
  EXPECT_EQ(*v, value);
  EXPECT_TRUE(lies_in(v->symbol, text));
  ::munmap(p, page);
}

TEST(Lifetimes, TheTextIsNeverWrittenTo) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  void* const p = ::mmap(nullptr, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(p, MAP_FAILED);
  char* const bytes = static_cast<char*>(p);
  const std::vector<std::string> texts = {std::string(escaped), "\xEF\xBB\xBF" + std::string(escaped),
                                          R"({"symbol":"\q"})", R"({"text":"\u00)", R"({"x":{"y":["\n"]}})", ""};
  for (const std::string& text : texts) {
    for (const std::size_t at : {std::size_t{0}, page - text.size()}) {
      ASSERT_EQ(::mprotect(p, page, PROT_READ | PROT_WRITE), 0);
      if (!text.empty()) std::memcpy(bytes + at, text.data(), text.size());
      ASSERT_EQ(::mprotect(p, page, PROT_READ), 0);
      const std::string_view placed(bytes + at, text.size());
      reader in;
      message v;
      std::map<std::string, std::vector<std::string>> owned;
      constexpr hushring::read_options stable{.stable = true};
      const error e = in.read_into(placed, v).error();
      EXPECT_EQ((in.read_into<stable>(placed, v).error()), e);
      static_cast<void>(hushring::read_into(placed, owned));
    }
  }
  ::munmap(p, page);
}

TEST(Lifetimes, AMovedReaderTakesTheViewsAlong) {
  reader first;
  const auto v = first.read<message>(escaped);
  ASSERT_TRUE(v);
  reader second = std::move(first);
  EXPECT_EQ(*v, value);
  reader third;
  static_cast<void>(third.read<message>(escaped));
  third = std::move(second);
  EXPECT_EQ(*v, value);
  EXPECT_TRUE(first.read<message>(escaped));  // and can be used again
}

TEST(Lifetimes, ViewsOfEarlierStringsStayWhileTheMemoryGrows) {
  std::string text = R"({"list":[)";
  std::vector<std::string> expected;
  for (int i = 0; i < 3000; ++i) {
    text += (i == 0 ? "" : ",") + ("\"\\t" + std::to_string(i) + "\"");
    expected.push_back("\t" + std::to_string(i));
  }
  text += "]}";
  reader in;
  for (int round = 0; round < 3; ++round) {
    const auto v = in.read<message>(std::string_view(text));
    ASSERT_TRUE(v);
    ASSERT_EQ(v->list.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(v->list[i], expected[i]);
  }
}

// ---- no memory

struct keyed {
  std::map<std::string_view, int> map;
};

TEST(OutOfMemory, IsSaidWhenAReadersLimitIsReached) {
  reader in(100);
  message v;
  EXPECT_TRUE(in.read_into(escaped, v));  // 80 bytes from its first escape on
  const std::string large = R"({"symbol":"a\nb","text":")" + std::string(100, 'x') + "\"}";
  EXPECT_EQ((in.read_into(std::string_view(large), v).error()), (error{errc::out_of_memory, 0}));
  const std::string plain = R"({"symbol":"ab","text":")" + std::string(1000, 'x') + "\"}";
  EXPECT_TRUE(in.read_into(std::string_view(plain), v));  // needs none
  EXPECT_EQ(v.text.size(), 1000u);
  EXPECT_TRUE(in.read_into(escaped, v));
  EXPECT_EQ(v, value);
  reader none(0);
  keyed k;
  EXPECT_EQ((none.read_into(R"({"map":{"a":1}})", k).error()), (error{errc::out_of_memory, 0}));
}

TEST(OutOfMemory, HidesNoErrorOfTheTextBeforeIt) {
  reader none(0);
  message v;
  EXPECT_EQ((none.read_into(R"({"symbol":1,"text":"\n"})", v).error()), (error{errc::wrong_type, 10}));
}

TEST(OutOfMemory, ALimitedArenaGivesWhatItHas) {
  hushring::arena a(100);
  EXPECT_EQ(a.reserve(101), nullptr);
  char* const p = a.reserve(60);
  ASSERT_NE(p, nullptr);
  a.commit(60);
  EXPECT_EQ(a.reserve(41), nullptr);
  EXPECT_EQ(a.reserve(40), p + 60);
  a.reset();
  EXPECT_EQ(a.reserve(100), p);
  hushring::arena unlimited;
  EXPECT_EQ(unlimited.reserve(static_cast<std::size_t>(-1)), nullptr);
  EXPECT_NE(unlimited.reserve(1), nullptr);
}

}  // namespace
