#include <hushring/json/schema.hpp>

#include <algorithm>
#include <vector>

#include <hushring/json/detail/compiled.hpp>

namespace hushring {

using detail::choice_info;
using info_kind = detail::kind;

const detail::type_info& type_schema::inner() const noexcept {
  const detail::type_info* info = info_;
  while (info->what == info_kind::optional || info->what == info_kind::converted) info = info->element;
  return *info;
}

std::string_view type_schema::format() const noexcept {
  const detail::type_info* info = info_;
  while (info->format.empty() && info->element != nullptr && info != &inner()) info = info->element;
  return info->format;
}

type_schema::kind type_schema::what() const noexcept {
  switch (inner().what) {
    case info_kind::boolean: return kind::boolean;
    case info_kind::signed_integer:
    case info_kind::unsigned_integer: return kind::integer;
    case info_kind::floating:
    case info_kind::number: return kind::number;
    case info_kind::string:
    case info_kind::text: return kind::string;
    case info_kind::quoted: return kind::quoted;
    case info_kind::text_or_number: return kind::text_or_number;
    case info_kind::array: return kind::array;
    case info_kind::fixed_array:
    case info_kind::tuple: return kind::tuple;
    case info_kind::object: return kind::object;
    case info_kind::map: return kind::map;
    case info_kind::choice: return kind::choice;
    case info_kind::any:
    case info_kind::optional:   // looked through
    case info_kind::converted: break;
  }
  return kind::any;
}

std::size_t type_schema::shortest() const noexcept {
  return inner().what == info_kind::tuple ? inner().shortest : inner().length;
}

std::size_t type_schema::member_count() const noexcept {
  return inner().object != nullptr ? inner().object->count : 0;
}
type_schema::member_schema type_schema::member(std::size_t i) const noexcept {
  const detail::member_info& m = inner().object->members[i];
  return {m.key, m.required || !m.optional, type_schema(*m.type)};
}
std::optional<type_schema> type_schema::other_members() const noexcept {
  if (inner().object == nullptr || inner().object->collected == nullptr) return std::nullopt;
  return type_schema(*inner().object->collected);
}

std::size_t type_schema::alternative_count() const noexcept {
  const choice_info* choice = inner().choice;
  return choice == nullptr ? 0 : choice->count + (choice->otherwise != nullptr);
}
type_schema::alternative_schema type_schema::alternative(std::size_t i) const noexcept {
  const choice_info& choice = *inner().choice;
  if (i == choice.count) return {{}, false, false, type_schema(*choice.otherwise)};
  const choice_info::alternative& a = choice.alternatives[i];
  return {a.tag, a.prefix, a.literal, type_schema(*a.type)};
}
std::string_view type_schema::tag_pointer() const noexcept {
  return inner().choice != nullptr ? inner().choice->pointer : std::string_view();
}

namespace {

/// Prints one schema. Types that are met inside themselves are defined once, and referred to.
class printer {
 public:
  std::string print(type_schema root) {
    find_recursive(root);
    std::string out = R"({"$schema":"https://json-schema.org/draft/2020-12/schema")";
    if (const std::string body = describe(root, false); !body.empty()) out += ',' + body;
    if (!recursive_.empty()) {
      out += R"(,"$defs":{)";
      for (std::size_t i = 0; i < recursive_.size(); ++i) {
        if (i != 0) out += ',';
        out += quote(std::to_string(i + 1)) + ":{" + describe(recursive_[i], false) + '}';
      }
      out += '}';
    }
    return out + '}';
  }

 private:
  using kind = type_schema::kind;

  static std::string quote(std::string_view text) {
    std::string out(text.size() * 6 + 2, '"');
    const char* end = detail::escape_string(out.data() + 1, text.data(), text.size());
    out.resize(static_cast<std::size_t>(end - out.data()) + 1);
    out.back() = '"';
    return out;
  }
  static std::string regex_quote(std::string_view text) {
    std::string out;
    for (const char c : text) {
      if (std::string_view("\\^$.|?*+()[]{}/").find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
    return out;
  }

  void find_recursive(type_schema type) {
    if (type.what() == kind::object || type.what() == kind::choice || type.what() == kind::tuple) {
      const auto same = [&](type_schema t) { return t.id() == type.id(); };
      if (std::any_of(open_.begin(), open_.end(), same)) {
        if (std::none_of(recursive_.begin(), recursive_.end(), same)) recursive_.push_back(type);
        return;
      }
      if (std::any_of(seen_.begin(), seen_.end(), same)) return;
      seen_.push_back(type);
    }
    open_.push_back(type);
    each_part(type, [this](type_schema part) { find_recursive(part); });
    open_.pop_back();
  }
  template <class Visit>
  static void each_part(type_schema type, Visit visit) {
    switch (type.what()) {
      case kind::array:
      case kind::map: visit(type.element()); break;
      case kind::tuple:
        for (std::size_t i = 0; i < type.length(); ++i) visit(type.element(i));
        break;
      case kind::object:
        for (std::size_t i = 0; i < type.member_count(); ++i) visit(type.member(i).type);
        if (const auto other = type.other_members()) visit(*other);
        break;
      case kind::choice:
        for (std::size_t i = 0; i < type.alternative_count(); ++i) visit(type.alternative(i).type);
        break;
      default: break;
    }
  }

  std::string schema_of(type_schema type) { return '{' + describe(type, true) + '}'; }

  /// The members of a type's schema.
  std::string describe(type_schema type, bool may_refer) {
    if (type.nullable() && type.what() != kind::choice && type.what() != kind::any)
      return R"("anyOf":[{)" + describe_value(type, may_refer) + R"(},{"type":"null"}])";
    return describe_value(type, may_refer);
  }
  std::string describe_value(type_schema type, bool may_refer) {
    if (may_refer) {
      for (std::size_t i = 0; i < recursive_.size(); ++i)
        if (recursive_[i].id() == type.id()) return R"("$ref":"#/$defs/)" + std::to_string(i + 1) + '"';
    }
    switch (type.what()) {
      case kind::boolean: return R"("type":"boolean")";
      case kind::integer: return integer(type);
      case kind::number: return R"("type":"number")";
      case kind::string: return string(type);
      case kind::quoted: return R"("type":"string","pattern":"^-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?$")";
      case kind::text_or_number: return R"("type":["string","number"])";
      case kind::array:
        return R"("type":"array","items":)" + schema_of(type.element()) +
               (type.length() == 0 ? "" : R"(,"maxItems":)" + std::to_string(type.length()));
      case kind::tuple: return tuple(type);
      case kind::object: return object(type);
      case kind::map: return R"("type":"object","additionalProperties":)" + schema_of(type.element());
      case kind::choice: return choice(type);
      case kind::any: return {};
    }
    return {};
  }

  static std::string integer(type_schema type) {
    const unsigned bits = type.bits();
    const std::uint64_t highest = ~std::uint64_t{0} >> (64 - bits + type.is_signed());
    const std::string lowest = type.is_signed() ? '-' + std::to_string(highest + 1) : "0";
    return R"("type":"integer","minimum":)" + lowest + R"(,"maximum":)" + std::to_string(highest);
  }

  static std::string string(type_schema type) {
    if (!type.names().empty()) return names(type);
    const std::string_view format = type.format();
    if (format.empty()) return R"("type":"string")";
    if (format == "date-time") return R"("type":"string","format":"date-time")";
    if (format == "base64") return R"("type":"string","contentEncoding":"base64")";
    return R"("type":"string","description":)" + quote(format);
  }

  static std::string names(type_schema type) {
    std::string out;
    for (const std::string_view name : type.names()) out += (out.empty() ? R"("enum":[)" : ",") + quote(name);
    return out + ']';
  }

  std::string tuple(type_schema type) {
    std::string out = R"("type":"array")";
    for (std::size_t i = 0; i < type.length(); ++i)
      out += (i == 0 ? R"(,"prefixItems":[)" : ",") + schema_of(type.element(i));
    if (type.length() != 0) out += ']';
    return out + R"(,"minItems":)" + std::to_string(type.shortest()) + R"(,"maxItems":)" +
           std::to_string(type.length());
  }

  std::string object(type_schema type) {
    std::string out = R"("type":"object","properties":{)";
    std::string required;
    for (std::size_t i = 0; i < type.member_count(); ++i) {
      const type_schema::member_schema m = type.member(i);
      if (i != 0) out += ',';
      out += quote(m.key) + ':' + schema_of(m.type);
      if (m.required) required += (required.empty() ? "" : ",") + quote(m.key);
    }
    out += '}';
    if (!required.empty()) out += R"(,"required":[)" + required + ']';
    if (const auto other = type.other_members()) out += R"(,"additionalProperties":)" + schema_of(*other);
    return out;
  }

  /// What a value is that has `tag` at `pointer`; nothing is said of tags in arrays, which count from the end.
  static std::string tagged(std::string_view pointer, const type_schema::alternative_schema& alternative) {
    if (pointer.empty() && alternative.literal) return R"({"const":)" + std::string(alternative.tag) + '}';
    if (pointer.empty())
      return alternative.prefix ? R"({"type":"string","pattern":)" + quote('^' + regex_quote(alternative.tag)) + '}'
                                : R"({"const":)" + quote(alternative.tag) + '}';
    const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
    std::string key;
    for (std::size_t i = 1; i < end; ++i) {
      if (pointer[i] == '~' && i + 1 < end) key += pointer[++i] == '0' ? '~' : '/';
      else key += pointer[i];
    }
    if (!key.empty() && (key[0] == '-' || (key[0] >= '0' && key[0] <= '9'))) return "{}";
    return R"({"properties":{)" + quote(key) + ':' + tagged(pointer.substr(end), alternative) + R"(},"required":[)" +
           quote(key) + "]}";
  }

  std::string choice(type_schema type) {
    std::string out = R"("anyOf":[)";
    for (std::size_t i = 0; i < type.alternative_count(); ++i) {
      const type_schema::alternative_schema a = type.alternative(i);
      if (i != 0) out += ',';
      if (a.tag.empty()) out += schema_of(a.type);
      else out += R"({"allOf":[)" + tagged(type.tag_pointer(), a) + ',' + schema_of(a.type) + "]}";
    }
    if (type.nullable()) out += R"(,{"type":"null"})";
    return out + ']';
  }

  std::vector<type_schema> open_{};       // the types being looked into
  std::vector<type_schema> seen_{};
  std::vector<type_schema> recursive_{};
};

}  // namespace

std::string json_schema(type_schema type) { return printer().print(type); }

}  // namespace hushring
