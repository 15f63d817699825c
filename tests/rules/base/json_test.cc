#include "base/json.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "base/rng.h"
#include "base/text.h"

namespace raichi {
namespace {

std::string FaultOf(const std::function<void()>& read) {
  try {
    ReadJson("", read);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::string FaultOfText(const std::string& text) {
  return FaultOf([&] { ParseJson(text); });
}

std::string Nested(size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); }

TEST(JsonTextTest, TextInUtf8StaysAsItIs) {
  EXPECT_EQ(JsonText("r\u00e9f \U0001f451 \"\\x\" \\xff"),
            "\"r\u00e9f \U0001f451 \\\"\\\\x\\\" \\\\xff\"");
  EXPECT_EQ(JsonText({{"a", {1, nullptr}}}, 1), "{\n \"a\": [\n  1,\n  null\n ]\n}");
}

TEST(JsonTextTest, BytesThatAreNotUtf8AreEscaped) {
  EXPECT_EQ(JsonText({{"path", "r\xe9/x"}}), R"({"path":"r\\xE9/x"})");
  EXPECT_EQ(JsonText({{"\xff", {"\xc2", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\xaf"}}}),
            R"({"\\xFF":["\\xC2","\\xED\\xA0\\x80","\\xF4\\x90\\x80\\x80","\\xC0\\xAF"]})");
  EXPECT_EQ(JsonText(R"(r\xE9/x)"), R"("r\\x5CxE9/x")");  // the text, not the byte
}

TEST(JsonTextTest, HiddenCharactersAreEscaped) {
  const std::string text = "\u009b2J\x7f\n\u202e\u200b\ufeff\U000e0041";
  EXPECT_EQ(JsonText(text), R"("\u009b2J\u007f\n\u202e\u200b\ufeff\udb40\udc41")");
  EXPECT_EQ(ParseJson(JsonText(text)), text);
}

TEST(JsonTextTest, AnyTextIsReadAsItWasAndNoTwoAreEqual) {
  const std::vector<std::string> parts = {"\\", "x",    "5C",   "FF",           "\xff",
                                          "a",  "\xc3", "\xa9", "\xe2\x80\xae", "\\xFF"};
  std::set<std::string> texts, written;
  Rng rng(7);
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (uint32_t part = rng.Below(7); part > 0; --part) {
      text += parts[rng.Below(static_cast<uint32_t>(parts.size()))];
    }
    const Json value = {{text, {text}}};
    const std::string json = JsonText(value);
    EXPECT_TRUE(IsUtf8(json));
    EXPECT_EQ(ParseJson(json), value) << json;
    EXPECT_EQ(JsonText(ParseJson(json)), json);  // as checksums need
    texts.insert(text);
    written.insert(json);
  }
  EXPECT_EQ(texts.size(), written.size());
}

TEST(ParseJsonTest, TextThatIsNotJson) {
  for (const char* text : {"", "{", "[1,]", "{} {}", "nan", "\"\x01\"", "\"\\udcff\""}) {
    EXPECT_EQ(FaultOfText(text), "is not JSON") << text;
  }
  EXPECT_EQ(FaultOfText("\"\xff\""), "is not UTF-8");
  EXPECT_EQ(FaultOfText("1e999"), "cannot be read: number overflow parsing '1e999'");
}

TEST(ParseJsonTest, WhatIsNestedTooDeepIsRefusedBeforeItIsBuilt) {
  EXPECT_EQ(FaultOfText(Nested(100)), "");
  EXPECT_EQ(FaultOfText(Nested(101)), "is nested more than 100 levels deep");
  EXPECT_EQ(FaultOfText(Nested(300'000)), "is nested more than 100 levels deep");
  std::string objects;
  for (int i = 0; i < 300'000; ++i) objects += "{\"a\":";
  EXPECT_EQ(FaultOfText(objects), "is nested more than 100 levels deep");
  EXPECT_EQ(FaultOfText("\"" + Nested(200) + "\""), "");
}

TEST(ParseJsonTest, WhatIsTooLargeIsRefused) {
  EXPECT_EQ(FaultOfText(std::string((1 << 26) + 1, ' ')), "is larger than 64 MiB");
  std::string keys = "{";
  for (int i = 0; i <= 10'000; ++i) keys += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":0";
  EXPECT_EQ(FaultOfText(keys + "}"), "has an object of more than 10000 keys");
}

TEST(ParseJsonTest, EachKeyIsThereOnce) {
  EXPECT_EQ(FaultOfText(R"({"a": {"b": 1}, "b": 2})"), "");
  EXPECT_EQ(FaultOfText(R"({"a": 1, "\u0061": 2})"), "has 'a' twice");
}

TEST(ReadJsonTest, FaultsHaveASubjectAndAType) {
  EXPECT_THROW(ReadJson<DamagedError>("x: ", [] { ParseJson("{"); }), DamagedError);
  try {
    ReadJson("x.json: ", [] { return ParseJson("{}").at("score"); });
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "x.json: lacks `score`");
  }
  EXPECT_THROW(ReadJson("", [] { throw VersionError("x"); }), VersionError);
  EXPECT_EQ(ReadJson("", [] { return ParseJson("[3]").at(0).get<int>(); }), 3);
}

TEST(ReadJsonTest, MissingKeys) {
  EXPECT_EQ(FaultOf([] { Json::object().at("score"); }), "lacks `score`");
  EXPECT_EQ(FaultOf([] { Json::object().at("it's"); }), "lacks `it's`");
  EXPECT_EQ(FaultOf([] { Json::array().at(0); }), "has a list that is too short");
}

TEST(ReadJsonTest, ValuesOfAnotherType) {
  EXPECT_EQ(FaultOf([] { Json("x").get<int>(); }), "has a text where a number is expected");
  EXPECT_EQ(FaultOf([] { Json().get<std::string>(); }), "has null where a text is expected");
  EXPECT_EQ(FaultOf([] { Json::object().get<std::vector<int>>(); }),
            "has an object where a list is expected");
  EXPECT_EQ(FaultOf([] { Json(1).get<bool>(); }), "has a number where a boolean is expected");
  for (const auto& use : std::vector<std::function<void()>>{
           [] { Json(1).at("a"); }, [] { Json(1).value("a", 0); }, [] { Json(1)["a"]; }}) {
    EXPECT_EQ(FaultOf(use), "has a number where an object or a list is expected");
  }
}

template <typename Whole>
std::string FaultOfNumber(const std::string& text) {
  return FaultOf([&] { ParseJson(text).get<Whole>(); });
}

TEST(ReadJsonTest, WholeNumbersAreTakenAsTheyAre) {
  EXPECT_EQ(ParseJson("-2147483648").get<int>(), std::numeric_limits<int>::min());
  EXPECT_EQ(ParseJson("18446744073709551615").get<uint64_t>(),
            std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(ParseJson("3.0").get<uint8_t>(), 3);
  EXPECT_EQ(ParseJson("-9223372036854775808.0").get<int64_t>(),
            std::numeric_limits<int64_t>::min());
  EXPECT_EQ(ParseJson("1.5").get<double>(), 1.5);
  EXPECT_TRUE(ParseJson("true").get<bool>());
}

TEST(ReadJsonTest, NoNumberIsCutOrWrapped) {
  const std::string int_expected =
      " where a whole number from -2147483648 to 2147483647 is expected";
  for (const std::string number : {"1e+300", "-1e+300", "1.5", "2147483648", "-2147483649",
                                   "18446744073709551615", "2147483648.0"}) {
    EXPECT_EQ(FaultOfNumber<int>(number), "has " + number + int_expected);
  }
  EXPECT_EQ(FaultOfNumber<uint8_t>("-1"), "has -1 where a whole number from 0 to 255 is expected");
  EXPECT_NE(FaultOfNumber<uint64_t>("18446744073709551616"), "");
  EXPECT_NE(FaultOfNumber<int64_t>("9223372036854775808"), "");
  EXPECT_NE(FaultOfNumber<std::vector<int>>("[1, 2.5]"), "");
  EXPECT_EQ(FaultOfNumber<int>("true"), "has a boolean where a number is expected");
  EXPECT_EQ(FaultOf([] { ParseJson("{\"a\": 1e300}").value("a", 0); }),
            "has 1e+300" + int_expected);
  EXPECT_EQ(FaultOf([] { [[maybe_unused]] const int whole = ParseJson("[0.5]").at(0); }),
            "has 0.5" + int_expected);
}

}  // namespace
}  // namespace raichi
