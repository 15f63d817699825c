#include "run/files/ledger.h"

#include <gmock/gmock.h>

#include <fstream>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "console/match_json.h"
#include "rules/files/rule_file.h"
#include "tests/run/run_folder_case.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class LedgerTest : public RunFolderCase {
 protected:
  static LedgerRecord Record(int model) {
    LedgerRecord record;
    record.model = model;
    record.weights = "0123456789abcdef";
    record.steps = 10 * model;
    record.games = 4 * model;
    record.seconds = 1.5 * model;
    record.progress = {{"iteration", model}};
    return record;
  }
  static WindowState Window(std::vector<std::string> shards, std::string dropped = "") {
    WindowState state;
    state.shards = std::move(shards);
    if (!dropped.empty()) state.past = {dropped};
    state.dropped = std::move(dropped);
    state.positions_made = 7;
    return state;
  }
  std::string Text() const { return ReadFile(run() / "ledger.jsonl", 1 << 20); }
  void Write(const std::string& text) const { AtomicWrite(run() / "ledger.jsonl", text); }
};

TEST_F(LedgerTest, ALineThatIsNestedTooDeepIsDamage) {
  const std::string text =
      R"({"ledger":1,"match":{"a":)" + std::string(300'000, '[') + std::string(300'000, ']') + "}}";
  const std::string sum = ChecksumText(text);
  Write(text.substr(0, text.size() - 1) + R"(,"sum":")" + sum + "\"}\n");
  EXPECT_THAT(Ledger(run()).faults(), ElementsAre(HasSubstr("is nested more than 100 levels")));
}

TEST_F(LedgerTest, ReadsWhatWasAppended) {
  Ledger ledger(run());
  EXPECT_EQ(ledger.last_model(), -1);
  ledger.PinRules({OpenRules("linnaeus")});
  ledger.Append(Record(0), Window({}));
  ledger.AppendMatch({{"a", "000000"}});
  ledger.Append(Record(1), Window({"a", "b"}));
  const Ledger read(run());
  EXPECT_THAT(read.faults(), ElementsAre());
  ASSERT_EQ(read.records().size(), 2u);
  const LedgerRecord& record = *read.Find(1);
  EXPECT_EQ(record.weights, "0123456789abcdef");
  EXPECT_EQ(record.steps, 10);
  EXPECT_EQ(record.games, 4);
  EXPECT_EQ(record.positions, 7);
  EXPECT_EQ(record.seconds, 1.5);
  EXPECT_EQ(record.progress, Json({{"iteration", 1}}));
  EXPECT_THAT(read.matches(), ElementsAre(Json({{"a", "000000"}})));
}

TEST_F(LedgerTest, KnowsTheWindowOfEachModel) {
  Ledger ledger(run());
  ledger.Append(Record(0), Window({}));
  ledger.Append(Record(1), Window({"a", "b"}));
  ledger.Append(Record(2), Window({"b", "c"}, "a"));
  const Ledger read(run());
  EXPECT_EQ(read.WindowOf(1), Window({"a", "b"}));
  EXPECT_EQ(read.WindowOf(2), Window({"b", "c"}, "a"));
  EXPECT_EQ(read.WindowOf(3), std::nullopt);
}

TEST_F(LedgerTest, DoesNotGuessAWindowAcrossALostRecord) {
  Ledger ledger(run());
  for (int model = 0; model < 3; ++model) ledger.Append(Record(model), Window({"a"}));
  std::string text = Text();
  text[text.find("\"model\":1") + 9] = ' ';  // damages the second line
  Write(text);
  Ledger damaged(run());
  ASSERT_EQ(damaged.records().size(), 2u);
  EXPECT_EQ(damaged.WindowOf(2), std::nullopt);
}

TEST_F(LedgerTest, EveryChangedByteIsADamagedLine) {
  Ledger ledger(run());
  ledger.Append(Record(0), Window({"a"}));
  const std::string good = Text();
  for (size_t i = 0; i + 1 < good.size(); ++i) {
    std::string bad = good;
    bad[i] ^= 1;
    Write(bad);
    const Ledger damaged(run());
    EXPECT_GE(damaged.faults().size(), 1u) << i;
    EXPECT_EQ(damaged.last_model(), -1) << i;
  }
}

TEST_F(LedgerTest, KeepsADamagedFileAndItsGoodLines) {
  Ledger ledger(run());
  for (int model = 0; model < 3; ++model) ledger.Append(Record(model), Window({}));
  std::string text = Text();
  text[text.find("\"model\":1") + 8] = '7';
  Write(text + "{\"ledger\":1,\"mod");
  Ledger damaged(run());
  ASSERT_EQ(damaged.faults().size(), 2u);
  EXPECT_THAT(damaged.faults()[0], HasSubstr("ledger.jsonl:2: its checksum is wrong"));
  EXPECT_THAT(damaged.faults()[1], HasSubstr("ledger.jsonl:4: the line is not finished"));
  EXPECT_EQ(Text(), text + "{\"ledger\":1,\"mod");  // reading changes nothing
  damaged.Repair();
  EXPECT_EQ(ReadFile(run() / "ledger.jsonl.bad", 1 << 20), text + "{\"ledger\":1,\"mod");
  damaged.Append(Record(3), Window({}));
  const Ledger read(run());
  EXPECT_THAT(read.faults(), ElementsAre());
  EXPECT_EQ(read.records().size(), 3u);
  EXPECT_EQ(read.last_model(), 3);
}

TEST_F(LedgerTest, WhatIsThereTwiceCountsOnce) {
  Ledger ledger(run());
  ledger.Append(Record(0), Window({}));
  Json match = ToJson(MatchResult{.a = "000000", .b = "random", .a_attackers = {.wins = 2}});
  for (const int first : {0, 1}) {  // other pairs are another match
    match["first_pair"] = first;
    ledger.AppendMatch(match);
  }
  Write(Text() + Text());
  const Ledger read(run());
  EXPECT_THAT(read.faults(), ElementsAre(HasSubstr("ledger.jsonl:4: model 0 after model 0"),
                                         HasSubstr("ledger.jsonl:5: repeats pairs of games"),
                                         HasSubstr("ledger.jsonl:6: repeats pairs of games")));
  EXPECT_EQ(read.matches(), ledger.matches());
}

TEST_F(LedgerTest, RefusesAnUnknownVersion) {
  const std::string body = "{\"ledger\":2}";
  Write("{\"ledger\":2,\"sum\":\"" + ChecksumText(body) + "\"}\n");
  try {
    const Ledger ledger(run());
    FAIL();
  } catch (const VersionError& error) {
    EXPECT_THAT(error.what(), HasSubstr("ledger.jsonl:1: ledger version 2, expected 1"));
  }
}

TEST_F(LedgerTest, DropsLaterRecordsAndStaleMatches) {
  Ledger ledger(run());
  for (int model = 0; model < 3; ++model) {
    ledger.Append(Record(model), Window({}));
    ledger.AppendMatch({{"a", model}});
  }
  ledger.Drop(1, [](const Json& match) { return match.at("a") == 2; });
  ledger.Append(Record(2), Window({"x"}));
  const Ledger read(run());
  EXPECT_EQ(read.last_model(), 2);
  EXPECT_EQ(read.WindowOf(2), Window({"x"}));
  EXPECT_EQ(read.matches().size(), 2u);
}

TEST_F(LedgerTest, HoldsARunToTheRulesThatItBeganWith) {
  Ledger(run()).PinRules({OpenRules("linnaeus")});
  Ledger(run()).PinRules({OpenRules("linnaeus")});
  EXPECT_THROW(Ledger(run()).PinRules({OpenRules("brandubh")}), Error);
  EXPECT_THROW(Ledger(run()).PinRules({OpenRules("linnaeus"), OpenRules("linnaeus")}), Error);
  RuleSet edited = OpenRules("linnaeus")->data();
  edited.quiet_limit += 1;
  EXPECT_THROW(Ledger(run()).PinRules({std::make_shared<const Rules>(edited)}), Error);
}

TEST_F(LedgerTest, ValuesThatMayNotChangeAreThoseThatTheRunBeganWith) {
  const std::vector<RulesPtr> rules = {OpenRules("linnaeus")};
  Ledger(run()).PinRules(rules);  // by an older program
  Ledger(run()).PinRules(rules, {{"seed", "1"}});
  Ledger(run()).PinRules(rules, {{"seed", "1"}, {"newer.key", "5"}});
  EXPECT_THAT(ErrorOf([&] {
                Ledger(run()).PinRules(rules, {{"seed", "2"}});
              }),
              testing::HasSubstr("config.yaml: seed is 2, but this run was begun with 1; put"));
}

}  // namespace
}  // namespace raichi
