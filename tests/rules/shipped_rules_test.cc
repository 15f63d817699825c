#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "rules/files/rule_file.h"
#include "tests/rules/family_rows.h"
#include "tests/rules/rule_row.h"
#include "tests/support/places.h"

namespace raichi {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

struct Variant {
  const char* name;
  const char* row;
};
// The table of variants, typed independently of the rule files.
const std::vector<Variant> kVariants = {
    {"ashton-bologna", "9 D both c/s/s/n throne - - ADK D camps 16 H H ADK 4 edge 2 draw loss"},
    {"brainking", "9 D none s/s/s/n throne - ADK K - edge 3 draw loss"},
    {"brandubh",
     "7 A both c/s/s/c throne K ADK ADK - corners K ADK encirclement corners 3 defenders_lose "
     "loss"},
    {"copenhagen",
     "11 A both s/s/s/n throne K ADK ADK A corners K ADK encirclement shieldwall exit_forts "
     "corners 3 defenders_lose loss"},
    {"cyningstan", "9 A both c/s/s/n throne - ADK ADK - linnaean edge 2 draw draw"},
    {"cyningstan-leaflet", "9 A both c/s/s/n throne K ADK ADK - linnaean edge 2 draw draw"},
    {"fetlar",
     "11 A both s/s/s/n throne K ADK ADK - corners K ADK encirclement corners 3 draw loss"},
    {"linnaeus", "9 A both c/s/s/n throne - - ADK - linnaean edge 3 draw loss"},
    {"linnaeus-salmi", "9 A both c/s/s/n throne K ADK ADK - linnaean edge 3 draw loss"},
    {"saami", "9 A both c/s/s/n throne K ADK ADK - encirclement edge 3 defenders_lose loss"},
    {"sea-battle-9", "9 A none s/-/-/n encirclement edge 3 draw loss"},
    {"smith-1811", "9 A both s/s/s/n throne K K K - linnaean edge 3 draw loss"},
    {"tablutzero",
     "9 A both c/c/c/c throne K ADK ADK - corners K ADK corners 3 mover_loses loss quiet 100 "
     "plies 512"},
    {"tawlbwrdd", "11 A both c/-/-/n encirclement edge 3 draw loss"},
};

std::filesystem::path ShippedFile(const std::string& name) {
  return std::filesystem::path(SourceDir()) / "configs/rules" / (name + ".yaml");
}

TEST(ShippedRules, AreTheTable) {
  for (const Variant& variant : kVariants) {
    const RuleSet rules = LoadRuleSet(ShippedFile(variant.name));
    EXPECT_EQ(rules.name, variant.name);
    EXPECT_EQ(Row(rules), variant.row) << variant.name;
    EXPECT_FALSE(rules.sources.empty()) << variant.name;
    EXPECT_FALSE(rules.assumed.empty()) << variant.name;
  }
}

TEST(ShippedRules, TablutStartsAsATCross) {
  for (const Variant& variant : kVariants) {
    const RuleSet rules = LoadRuleSet(ShippedFile(variant.name));
    if (rules.size == 9) {
      EXPECT_EQ(rules.setup, "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3");
    }
  }
}

TEST(ShippedRules, CampsAreWhereTheAttackersStart) {
  const Rules rules(LoadRuleSet(ShippedFile("ashton-bologna")));
  EXPECT_EQ(rules.camps(), rules.start().Men(Side::kAttackers));
  EXPECT_EQ(rules.CampOf(Square(5, 1)), rules.CampOf(Square(5, 2)));
  EXPECT_NE(rules.CampOf(Square(5, 1)), rules.CampOf(Square(1, 5)));
}

TEST(ShippedRules, SurviveBeingWrittenAndRead) {
  for (const Variant& variant : kVariants) {
    const RuleSet rules = LoadRuleSet(ShippedFile(variant.name));
    const std::string yaml = ToYaml(rules);
    EXPECT_EQ(ParseRuleSet(yaml, "written"), rules) << yaml;
    EXPECT_EQ(ToYaml(ParseRuleSet(yaml, "written")), yaml);
  }
}

// Records, models and runs name rules by their fingerprint, so no new key may change these.
TEST(ShippedRules, KeepTheirFingerprints) {
  const std::vector<std::pair<std::string, uint64_t>> fingerprints = {
      {"ashton-bologna", 0x92ee47f1ecc70c9au}, {"brainking", 0x4da8765250f7da8bu},
      {"brandubh", 0xff22224434acc7acu},       {"copenhagen", 0x0fa7de9cbdb3e3a9u},
      {"cyningstan", 0x8f3f83f4b036739du},     {"cyningstan-leaflet", 0xe0695efd6d2779d6u},
      {"fetlar", 0x7ed782d81056f04fu},         {"linnaeus", 0x028d5dc65c9d3183u},
      {"linnaeus-salmi", 0xc12ce9caafcb5b40u}, {"saami", 0x0215bd679d9142ceu},
      {"sea-battle-9", 0xb49be7f53c3b18ccu},   {"smith-1811", 0xfad2d12b2ffc93a2u},
      {"tablutzero", 0x31a3019d30973ebcu},     {"tawlbwrdd", 0xe2d5c466f62872dcu},
  };
  for (const auto& [name, fingerprint] : fingerprints) {
    EXPECT_EQ(Rules(LoadRuleSet(ShippedFile(name))).fingerprint(), fingerprint) << name;
  }
}

TEST(ShippedRules, AreListedAndOpenedByName) {
  std::vector<std::string> names;
  for (const Variant& variant : kVariants) names.emplace_back(variant.name);
  for (const FamilyRow& row : kFamily) names.emplace_back(row.name);
  std::ranges::sort(names);
  EXPECT_EQ(RuleSetNames(), names);
  EXPECT_EQ(OpenRules("fetlar")->data().name, "fetlar");
  EXPECT_EQ(OpenRules(ShippedFile("saami").string())->data().name, "saami");
}

TEST(ShippedRules, AnUnknownNameIsAnErrorThatHelps) {
  const auto error_of = [](const std::string& name) -> std::string {
    try {
      OpenRules(name);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const std::string unknown = ": neither a file nor the name of a rule set";
  EXPECT_EQ(error_of("linaeus"), "rules 'linaeus'" + unknown + ", did you mean 'linnaeus'?");
  EXPECT_EQ(error_of("go"), "rules 'go'" + unknown + "; `raichi rules` lists the names");
  EXPECT_THROW(OpenRules(""), Error);
  EXPECT_THROW(OpenRules("no/such/file.yaml"), Error);
  EXPECT_THROW(OpenRules("/"), Error);
}

class RulesFolderTest : public ::testing::Test {
 protected:
  RulesFolderTest()
      : folder_(std::filesystem::path(::testing::TempDir()) /
                ("raichi_rules_" + std::to_string(getpid()))) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    std::filesystem::copy_file(ShippedFile("saami"), folder_ / "small.yaml");
    std::ofstream(folder_ / "notes.txt") << "no rules";
    setenv("RAICHI_RULES", folder_.c_str(), 1);
  }
  ~RulesFolderTest() override {
    unsetenv("RAICHI_RULES");
    std::filesystem::remove_all(folder_);
  }
  std::filesystem::path folder_;
};

TEST_F(RulesFolderTest, ComesFromTheEnvironment) {
  EXPECT_EQ(RulesFolder(), folder_);
  EXPECT_THAT(RuleSetNames(), ElementsAre("small"));
  EXPECT_EQ(OpenRules("small")->data().title, "Saami Tablut");
}

TEST_F(RulesFolderTest, MustExist) {
  setenv("RAICHI_RULES", "/nowhere", 1);
  EXPECT_THROW(RulesFolder(), Error);
}

TEST_F(RulesFolderTest, ErrorsNameTheFile) {
  std::ofstream(folder_ / "small.yaml") << "name: small\n";
  try {
    OpenRules("small");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), StartsWith((folder_ / "small.yaml").string() + ":1: "));
  }
}

}  // namespace
}  // namespace raichi
