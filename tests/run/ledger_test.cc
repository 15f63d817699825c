#include "run/files/ledger.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/process.h"
#include "console/match_json.h"
#include "rules/files/rule_file.h"
#include "selfplay/records/shard_names.h"
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

TEST_F(LedgerTest, ReadsTheWindowsOfAnOlderProgram) {
  const auto line = [](const std::string& text) {
    return text.substr(0, text.size() - 1) + ",\"sum\":\"" + ChecksumText(text) + "\"}\n";
  };
  const std::string record =
      R"("weights":"0","steps":1,"games":4,"positions":7,"seconds":1.5,"window":)";
  Write(line(R"({"ledger":1,"model":0,)" + record +
             R"({"shards":["a","b"],"past":[],"dropped":""}})") +
        line(R"({"ledger":1,"model":1,)" + record +
             R"({"added":["c"],"removed":["a"],"dropped":"a"}})"));
  Ledger ledger(run());
  EXPECT_THAT(ledger.faults(), ElementsAre());
  EXPECT_EQ(ledger.WindowOf(1), Window({"b", "c"}, "a"));
  WindowState next = Window({"c", "d"}, "b");
  next.past = {"a", "b"};
  ledger.Append(Record(2), next);
  EXPECT_EQ(Ledger(run()).WindowOf(2), next);
}

/// A run with a hundred shards for each model, of which the window holds those of the newest three.
class LongLedgerTest : public LedgerTest {
 protected:
  static constexpr int kHeld = 3;
  static WindowState WindowAt(int model) {
    WindowState window;
    for (int of = std::max(model - kHeld, 0); of < model; ++of) {
      for (int stream = 100; stream < 200; ++stream) {
        window.shards.push_back(ShardName{of, stream, 0}.ToString());
      }
    }
    if (model > kHeld) {
      window.dropped = ShardName{model - kHeld - 1, 199, 0}.ToString();
      window.first_model = model - kHeld;
    }
    window.positions_made = model;
    return window;
  }
  void Append(int first, int last) {
    Ledger ledger(run());
    for (int model = first; model <= last; ++model) ledger.Append(Record(model), WindowAt(model));
  }
  /// Returns how many windows the ledger knows, which must be those of the newest models.
  static int CountWindows(const Ledger& ledger) {
    int count = 0;
    while (count <= ledger.last_model()) {
      const auto window = ledger.WindowOf(ledger.last_model() - count);
      if (!window) break;
      EXPECT_EQ(window, WindowAt(ledger.last_model() - count));
      ++count;
    }
    return count;
  }
};

TEST_F(LongLedgerTest, KnowsTheWindowsOfTheNewestModels) {
  Append(0, 600);
  const Ledger ledger(run());
  EXPECT_EQ(ledger.records().size(), 601u);
  const int known = CountWindows(ledger);
  EXPECT_GE(known, Ledger::kWholeEvery);
  EXPECT_LE(known, 2 * Ledger::kWholeEvery);
  for (const LedgerRecord& record : ledger.records()) {
    EXPECT_EQ(record.window != nullptr, record.model > 600 - known) << record.model;
    EXPECT_EQ(record.oldest_model, record.model == 0 ? -1 : std::max(record.model - kHeld, 0));
  }
}

TEST_F(LongLedgerTest, ItsFileIsWrittenAnewWithoutTheWindowsOfOldModels) {
  Append(0, 1600);
  const std::string text = ReadFile(run() / "ledger.jsonl", 1 << 24);
  int windows = 0;
  for (size_t at = 0; (at = text.find("\"window\":", at)) != std::string::npos; ++at) ++windows;
  EXPECT_LT(windows, 1400);  // of 1,601: the known ones, and forgotten ones in half of the file
  EXPECT_GE(windows, Ledger::kWholeEvery);
  const Ledger ledger(run());
  EXPECT_EQ(ledger.records().size(), 1601u);
  EXPECT_GE(CountWindows(ledger), Ledger::kWholeEvery);
}

TEST_F(LongLedgerTest, ARunThatIsSetBackKeepsItsWindows) {
  Append(0, 600);
  Ledger ledger(run());
  ledger.Drop(500, [](const Json&) { return false; });  // 512 had a whole window
  EXPECT_EQ(ledger.WindowOf(500), WindowAt(500));
  EXPECT_EQ(Ledger(run()).WindowOf(500), WindowAt(500));
  Append(501, 520);
  EXPECT_GE(CountWindows(Ledger(run())), Ledger::kWholeEvery);
}

/// A ledger after RAICHI_LEDGER_MODELS models, each with a shard of each of a thousand players.
/// docs/scale.md has the figures of a year: 525,600 models, one a minute.
TEST_F(LedgerTest, AYearOfAThousandPlayers) {
  const char* const wanted = std::getenv("RAICHI_LEDGER_MODELS");
  const int models = wanted == nullptr ? 3000 : std::atoi(wanted);
  constexpr int kPlayers = 1000, kOfWindow = 20, kAppended = 300;
  const auto window_at = [&](int model) {
    WindowState window;
    window.first_model = std::max(model - kOfWindow, 0);
    for (int of = window.first_model; of < model; ++of) {
      for (int player = 0; player < kPlayers; ++player) {
        window.shards.push_back(ShardName{of, 1000 + player, 0}.ToString());
      }
    }
    return window;
  };
  {  // what remains of the models before
    std::string text;
    for (int model = 0; model < models - kAppended; ++model) {
      LedgerRecord record = Record(model);
      record.oldest_model = std::max(model - kOfWindow, 0);
      record.progress = {};
      text += LedgerText(record) + "\n";
    }
    Write(text);
  }
  const auto seconds_of = [](auto&& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return SecondsSince(start);
  };
  std::optional<Ledger> ledger;
  ledger.emplace(run());
  double slowest = 0, sum = 0;
  for (int model = models - kAppended; model < models; ++model) {
    const WindowState window = window_at(model);
    const double seconds = seconds_of([&] { ledger->Append(Record(model), window); });
    slowest = std::max(slowest, seconds);
    sum += seconds;
  }
  const double opening = seconds_of([&] { ledger.emplace(run()); });
  const double rewriting =
      seconds_of([&] { ledger->Drop(models - 2, [](const Json&) { return false; }); });
  EXPECT_EQ(ledger->last_model(), models - 2);
  EXPECT_EQ(ledger->WindowOf(models - 2), [&] {
    WindowState window = window_at(models - 2);
    window.positions_made = 0;
    return window;
  }());
  std::printf(
      "%d models: opened in %.2f s, appended in %.1f ms (slowest %.1f), rewritten in %.2f s; %.1f "
      "MB\n",
      models, opening, 1000 * sum / kAppended, 1000 * slowest, rewriting,
      static_cast<double>(std::filesystem::file_size(run() / "ledger.jsonl")) / 1e6);
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
  const std::string body = "{\"ledger\":3}";
  Write("{\"ledger\":3,\"sum\":\"" + ChecksumText(body) + "\"}\n");
  try {
    const Ledger ledger(run());
    FAIL();
  } catch (const VersionError& error) {
    EXPECT_THAT(error.what(), HasSubstr("ledger.jsonl:1: ledger version 3, expected 1 or 2"));
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
