#include "base/config_keys.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/yaml/keys.h"

namespace raichi {
namespace {

enum class Colour { kRed, kBlue };

struct Sample {
  int count = 4;
  float share = 0.25f;
  double weight = 1;
  uint64_t seed = 1;
  bool flag = true;
  std::string word = "a";
  std::string text = "any";
  std::vector<std::string> list = {"x", "y"};
  std::vector<int> numbers = {5, 6};
  std::vector<NamedTexts> named = {{"one", {"a"}}};
  std::vector<NamedTexts> pairs = {{"two", {"a", "b"}}};
  Colour colour = Colour::kBlue;
};

void ListKeys(Sample* c, KeyList* keys) {
  keys->Add("count", &c->count, {2, 64, 2, true}, "");
  keys->Add("share", &c->share, {0, 0.99}, "");
  keys->Section("inner", [&] { keys->Add("weight", &c->weight, {0, 100}, ""); });
  keys->Add("seed", &c->seed, {0, 1e9}, "");
  keys->Add("flag", &c->flag, "");
  keys->Add("word", &c->word, {"a", "b"}, "");
  keys->Add("text", &c->text, "");
  keys->Add("list", &c->list, "");
  keys->Add("numbers", &c->numbers, {1, 9}, "").distinct = true;
  keys->Add("named", NamedField{&c->named}, "");
  keys->Add("pairs", NamedField{&c->pairs, 2}, "");
  keys->AddWord("colour", &c->colour, {"red", "blue"}, "");
}

class ConfigKeysTest : public testing::Test {
 protected:
  ConfigKeysTest() : list_("part") { ListKeys(&sample_, &list_); }

  const ConfigKey& Key(const std::string& name) {
    for (const ConfigKey& key : list_.keys()) {
      if (key.name == "part." + name) return key;
    }
    throw Error("no key " + name);
  }

  Sample sample_;
  KeyList list_;
};

TEST_F(ConfigKeysTest, NamesCarryTheirSections) {
  EXPECT_EQ(Key("inner.weight").Text(), "1");
  EXPECT_EQ(Key("seed").Text(), "1");
}

TEST_F(ConfigKeysTest, NumbersAreAcceptedWithinTheirRange) {
  EXPECT_TRUE(Key("count").Parse("64"));
  EXPECT_EQ(sample_.count, 64);
  for (const char* text : {"66", "-2", "3", "1", "2.5", "", "two", "2 ", "99999999999999999999"}) {
    EXPECT_FALSE(Key("count").Parse(text)) << text;
  }
  EXPECT_EQ(sample_.count, 64);
  EXPECT_TRUE(Key("count").Parse("0")) << "accepted beside the range";
  EXPECT_FALSE(Key("seed").Parse("-1"));
  EXPECT_TRUE(Key("share").Parse("0.99")) << "the bound as a float is a little more than 0.99";
  EXPECT_FALSE(Key("share").Parse("0.9901"));
}

TEST_F(ConfigKeysTest, NanIsRefusedHoweverItIsWritten) {
  for (const char* text : {"nan", ".nan", "NaN", "-nan", "inf", ".inf"}) {
    EXPECT_FALSE(Key("share").Parse(text)) << text;
    EXPECT_FALSE(Key("inner.weight").Parse(text)) << text;
  }
  sample_.share = NAN;
  EXPECT_FALSE(Key("share").Accepts());
  sample_.share = 0;
  EXPECT_NO_THROW(CheckKeysOf(sample_, "part"));
  sample_.weight = std::numeric_limits<double>::quiet_NaN();
  try {
    CheckKeysOf(sample_, "part");
    FAIL() << "NaN was accepted";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "part.inner.weight: expected a number from 0 to 100, found nan");
  }
}

TEST_F(ConfigKeysTest, WordsAndFlags) {
  EXPECT_TRUE(Key("colour").Parse("red"));
  EXPECT_EQ(sample_.colour, Colour::kRed);
  EXPECT_FALSE(Key("colour").Parse("green"));
  EXPECT_FALSE(Key("word").Parse("c"));
  EXPECT_EQ(sample_.word, "a");
  EXPECT_TRUE(Key("flag").Parse("false"));
  EXPECT_FALSE(sample_.flag);
  EXPECT_FALSE(Key("flag").Parse("2"));
  sample_.word = "c";
  EXPECT_FALSE(Key("word").Accepts());
}

TEST_F(ConfigKeysTest, SayWhatTheyExpect) {
  EXPECT_EQ(Key("count").Expected(), "0 or a whole number from 2 to 64, a multiple of 2");
  EXPECT_EQ(Key("count").Range(), "0, 2 to 64, a multiple of 2");
  EXPECT_EQ(Key("share").Expected(), "a number from 0 to 0.99");
  EXPECT_EQ(Key("word").Expected(), "one of a, b");
  EXPECT_EQ(Key("colour").Range(), "red, blue");
  EXPECT_EQ(Key("flag").Expected(), "true or false");
  EXPECT_EQ(Key("text").Expected(), "a text");
  EXPECT_EQ(Key("numbers").Range(), "1 to 9");
  EXPECT_EQ(Key("numbers").Expected(), "a list of whole numbers from 1 to 9, as in [1, 2]");
  EXPECT_EQ(Key("pairs").Expected(), "names with 2 texts each");
}

TEST_F(ConfigKeysTest, ShowTheirValues) {
  EXPECT_EQ(Key("share").Text(), "0.25");
  EXPECT_EQ(Key("list").Text(), "[x, y]");
  EXPECT_EQ(Key("numbers").Text(), "[5, 6]");
  EXPECT_EQ(Key("named").Text(), "{one: a}");
  EXPECT_EQ(Key("pairs").Text(), "{two: [a, b]}");
  EXPECT_EQ(Key("colour").Text(), "blue");
  EXPECT_EQ(Key("flag").Text(), "true");
}

TEST_F(ConfigKeysTest, ListsAreCheckedItemByItem) {
  EXPECT_FALSE(Key("numbers").Parse("7"));
  EXPECT_TRUE(Key("numbers").Accepts());
  sample_.numbers = {1, 10};
  EXPECT_FALSE(Key("numbers").Accepts());
}

TEST_F(ConfigKeysTest, YamlOfKeysIsReadAsTheSameValues) {
  const std::string text = KeysToYaml(list_.keys());
  Sample other{.count = 6, .list = {}, .numbers = {}, .named = {}, .pairs = {}};
  KeyList list("part");
  ListKeys(&other, &list);
  AssignKeys(ParseYaml(text, "x"), list.keys());
  EXPECT_EQ(KeysToYaml(list.keys()), text);
  EXPECT_EQ(other.numbers, sample_.numbers);
  EXPECT_EQ(other.named, sample_.named);
  EXPECT_EQ(other.pairs, sample_.pairs);
  const auto error_of = [&](const std::string& keys) -> std::string {
    try {
      AssignKeys(ParseYaml("part: " + keys, "x"), list.keys(), "raichi keys");
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(error_of("{numbers: [1, 2, 1]}"), "x:1: part.numbers: '1' is listed twice");
  EXPECT_EQ(error_of("{pairs: {two: [a]}}"), "x:1: part.pairs.two: expected 2 texts, found 1");
  EXPECT_EQ(error_of("{named: {[a]: b}}"), "x:1: part.named: expected a name, found a list");
  EXPECT_EQ(error_of("{flga: true}"),
            "x:1: part.flga: unknown key; did you mean part.flag? ('raichi keys' explains all)");
}

TEST_F(ConfigKeysTest, AKeyMayBeAutoUntilAValueIsChosen) {
  EXPECT_FALSE(Key("count").Parse("auto"));
  std::set<std::string> autos;
  ConfigKey key = Key("count");
  key.autos = &autos;
  EXPECT_EQ(key.Range(), "auto, 0, 2 to 64, a multiple of 2");
  EXPECT_EQ(key.Expected(), "auto or 0 or a whole number from 2 to 64, a multiple of 2");
  EXPECT_TRUE(key.Parse("auto"));
  EXPECT_EQ(key.Text(), "auto");
  EXPECT_EQ(sample_.count, 4);
  EXPECT_TRUE(key.Accepts());
  EXPECT_EQ(autos, std::set<std::string>{"part.count"});
  EXPECT_FALSE(key.Parse("3"));
  EXPECT_TRUE(key.IsAuto());
  EXPECT_TRUE(key.Parse("6"));
  EXPECT_EQ(key.Text(), "6");
  EXPECT_TRUE(autos.empty());
}

}  // namespace
}  // namespace raichi
