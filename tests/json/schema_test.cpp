// The description of a type as data, and as JSON Schema.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <hushring/json/schema.hpp>

namespace {

using hushring::json_schema;
using hushring::schema;
using hushring::type_schema;
using kind = type_schema::kind;

struct level {
  double price = 0;
  std::optional<std::uint8_t> orders;
};
struct book {
  std::string symbol;
  std::vector<level> bids;
  std::array<int, 2> range{};
  hushring::quoted<double> last;
  bool open = false;
  static constexpr hushring::fields fields{hushring::rename("symbol", "s"), hushring::omit_empty("open")};
};
struct node {
  int value = 0;
  std::vector<node> children;
  std::unique_ptr<node> next;
};

TEST(Schema, DescribesMembersKindsAndWhatIsRequired) {
  const type_schema s = schema<book>();
  ASSERT_EQ(s.what(), kind::object);
  ASSERT_EQ(s.member_count(), 5u);
  EXPECT_EQ(s.member(0).key, "s");
  EXPECT_TRUE(s.member(0).required);
  EXPECT_EQ(s.member(0).type.what(), kind::string);
  EXPECT_EQ(s.member(1).type.what(), kind::array);
  EXPECT_EQ(s.member(1).type.element(), schema<level>());
  EXPECT_EQ(s.member(2).type.what(), kind::tuple);
  EXPECT_EQ(s.member(2).type.length(), 2u);
  EXPECT_EQ(s.member(2).type.shortest(), 2u);
  EXPECT_EQ(s.member(2).type.element(1).bits(), 32u);
  EXPECT_EQ(s.member(3).type.what(), kind::quoted);
  EXPECT_EQ(s.member(3).type.element().what(), kind::number);
  EXPECT_FALSE(s.member(4).required);
  EXPECT_FALSE(s.other_members());
  EXPECT_EQ(s.alternative_count(), 0u);
}

TEST(Schema, OptionalsAreNullableAndLookedThrough) {
  const type_schema orders = schema<level>().member(1).type;
  EXPECT_FALSE(schema<level>().member(1).required);
  EXPECT_TRUE(orders.nullable());
  EXPECT_EQ(orders.what(), kind::integer);
  EXPECT_EQ(orders.bits(), 8u);
  EXPECT_FALSE(orders.is_signed());
}

TEST(Schema, PrintsJsonSchema) {
  EXPECT_EQ(json_schema<int>(),
            R"({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"integer",)"
            R"("minimum":-2147483648,"maximum":2147483647})");
  EXPECT_EQ(json_schema<std::uint64_t>(),
            R"({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"integer",)"
            R"("minimum":0,"maximum":18446744073709551615})");
  EXPECT_EQ(
      json_schema<level>(),
      R"({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{)"
      R"("price":{"type":"number"},"orders":{"anyOf":[{"type":"integer","minimum":0,"maximum":255},{"type":"null"}]}},)"
      R"("required":["price"]})");
}

TEST(Schema, TypesThatContainThemselvesAreDefinedOnce) {
  EXPECT_EQ(
      json_schema<node>(),
      R"({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{)"
      R"("value":{"type":"integer","minimum":-2147483648,"maximum":2147483647},)"
      R"("children":{"type":"array","items":{"$ref":"#/$defs/1"}},)"
      R"("next":{"anyOf":[{"$ref":"#/$defs/1"},{"type":"null"}]}},"required":["value","children"],"$defs":{"1":{)"
      R"("type":"object","properties":{"value":{"type":"integer","minimum":-2147483648,"maximum":2147483647},)"
      R"("children":{"type":"array","items":{"$ref":"#/$defs/1"}},)"
      R"("next":{"anyOf":[{"$ref":"#/$defs/1"},{"type":"null"}]}},"required":["value","children"]}}})");
}

}  // namespace
