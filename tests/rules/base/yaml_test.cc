#include "base/yaml/yaml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include "base/error.h"
#include "base/yaml/value.h"
#include "base/yaml/write.h"

namespace raichi {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

template <typename Act>
std::string ErrorOf(Act act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

YamlValue ValueAt(const YamlNode& root, const char* key) {
  return YamlMap(YamlValue(root, "")).Get(key);
}

TEST(Yaml, AKeyThatIsThereTwiceIsNamedWithItsLine) {
  const std::string text = "a: 1\nb:\n  c: 2\n  d: 3\n  c: 4\n";
  EXPECT_EQ(ErrorOf([&] { ParseYaml(text, "x.yaml"); }), "x.yaml:5: the key 'c' appears twice");
}

TEST(Yaml, NestingAliasesAndSizeAreBounded) {
  const std::string deep = "a: " + std::string(kMaxYamlDepth + 1, '[');
  EXPECT_THAT(ErrorOf([&] { ParseYaml(deep, "x"); }), HasSubstr("nested too deeply or too long"));
  EXPECT_THAT(ErrorOf([&] { ParseYaml(std::string(60'000, '['), "x"); }),
              HasSubstr("nested too deeply or too long"));
  std::string text = "a: &a [" + std::string(3 * 4999, ' ');
  for (int i = 0; i < 5000; ++i) text += "1, ";
  text += "]\nb: [*a, *a, *a, *a]\n";
  EXPECT_THAT(ErrorOf([&] { ParseYaml(text, "x"); }), StartsWith("x:2: nested too deeply"));
  EXPECT_THAT(ErrorOf([&] { ParseYaml(std::string(kMaxYamlBytes + 1, '#'), "x"); }),
              StartsWith("x: longer than the 64 KiB"));
}

TEST(Yaml, NumbersHaveRanges) {
  const YamlNode root = ParseYaml("w: 12\nr: 2.5e-1\nq: '3'\nn: .nan\nt: true\nx: yes", "x");
  EXPECT_EQ(ValueAt(root, "w").Whole(0, 12), 12);
  EXPECT_EQ(ValueAt(root, "r").Real(0, 1), 0.25);
  EXPECT_EQ(ValueAt(root, "w").Real(0, 20), 12);
  EXPECT_TRUE(ValueAt(root, "t").Truth());
  const auto whole = [&](const char* key) { ValueAt(root, key).Whole(0, 11); };
  const auto real = [&](const char* key) { ValueAt(root, key).Real(0.5, 1); };
  EXPECT_EQ(ErrorOf([&] { whole("w"); }), "x:1: w: '12' is not a whole number from 0 to 11");
  EXPECT_EQ(ErrorOf([&] { whole("r"); }), "x:2: r: '2.5e-1' is not a whole number from 0 to 11");
  EXPECT_EQ(ErrorOf([&] { real("r"); }), "x:2: r: '2.5e-1' is not a number from 0.5 to 1");
  EXPECT_EQ(ErrorOf([&] { real("q"); }), "x:3: q: '3' is not a number from 0.5 to 1");
  EXPECT_EQ(ErrorOf([&] { real("n"); }), "x:4: n: '.nan' is not a number from 0.5 to 1");
  EXPECT_THAT(ErrorOf([&] { ValueAt(root, "x").Truth(); }), HasSubstr("expected one of false, t"));
}

TEST(Yaml, UnknownAndMissingKeysAreNamed) {
  const YamlNode root = ParseYaml("a: {frist: 1}", "x");
  const YamlMap map(ValueAt(root, "a"));
  constexpr std::array<std::string_view, 2> kKeys = {"first", "second"};
  EXPECT_EQ(ErrorOf([&] { map.CheckKeys(kKeys); }),
            "x:1: a: unknown key 'frist', did you mean 'first'?");
  EXPECT_EQ(ErrorOf([&] { map.Get("first"); }), "x:1: a: the key 'a.first' is missing");
}

TEST(Yaml, TheDistanceOfWordsCountsEdits) {
  EXPECT_EQ(EditDistance("seed", "seed"), 0);
  EXPECT_EQ(EditDistance("", "seed"), 4);
  EXPECT_EQ(EditDistance("sed", "seed"), 1);
  EXPECT_EQ(EditDistance("seen", "seed"), 1);
  EXPECT_EQ(EditDistance("sede", "seed"), 1);  // swapped
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3);
  EXPECT_EQ(EditDistance("ca", "abc"), 3);  // no character is edited twice
}

TEST(Yaml, AnAssignmentReplacesOrAddsAValue) {
  YamlNode root = ParseYaml("a:\n  b: 1\n  c: 2\n", "x");
  AssignYaml("a.b=7", &root);
  AssignYaml("d.e.f=[x, y]", &root);
  AssignYaml("a.c=", &root);
  EXPECT_EQ(WriteYaml(root), "a:\n  b: 7\n  c: null\nd:\n  e:\n    f:\n      - x\n      - y\n");
  EXPECT_EQ(PlaceOf(root, "a.b"), "a.b=7");
  EXPECT_EQ(PlaceOf(root, "a.x"), "x:2");
  EXPECT_EQ(PlaceOf(root, "nothing"), "");
  EXPECT_EQ(ErrorOf([&] { AssignYaml("a.b.c=1", &root); }),
            "'a.b.c=1': what holds a.b.c is not a section of keys (a.b=7)");
  EXPECT_EQ(ErrorOf([&] { YamlMap(ValueAt(root, "a")).Get("b").Truth(); }).substr(0, 12),
            "a.b=7: a.b: ");
}

TEST(Yaml, ABadAssignmentIsAUsageError) {
  YamlNode root = ParseYaml("a: {b: 1}", "x");
  EXPECT_THROW(AssignYaml("a", &root), UsageError);
  EXPECT_THROW(AssignYaml("=1", &root), UsageError);
  EXPECT_THROW(AssignYaml("a.b.c=1", &root), UsageError);
  EXPECT_THROW(AssignYaml("a.b={", &root), UsageError);
}

TEST(Yaml, WhatIsWrittenIsReadAgain) {
  const std::string text =
      "plain: a/b.c:4\nquoted: \"null\"\nempty: \"\"\nlist:\n  - \"a \\\"b\\\" \\\\\"\n  - -1\n"
      "none: []\nnull_key: null\nmap:\n  x: {}\n  y: \"- é\"\n";
  EXPECT_EQ(WriteYaml(ParseYaml(text, "x")), text);
}

TEST(Yaml, AFileThatCannotBeReadIsNotCalledDamaged) {
  try {
    LoadYaml("/nowhere/x.yaml");
    FAIL() << "read a missing file";
  } catch (const ReadError& error) {
    EXPECT_EQ(error.code(), ENOENT);
    EXPECT_THAT(error.what(), StartsWith("/nowhere/x.yaml: cannot be read"));
  }
  EXPECT_THROW(LoadYaml("/"), ReadError);
}

}  // namespace
}  // namespace raichi
