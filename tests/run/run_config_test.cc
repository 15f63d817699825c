#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <utility>

#include "base/config_keys.h"
#include "base/error.h"
#include "base/json.h"
#include "run/config/config.h"
#include "run/config/config_changes.h"
#include "tests/selfplay/games.h"
#include "tests/selfplay/no_more_files.h"
#include "tests/support/places.h"

namespace raichi {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class RunConfigTest : public testing::Test {
 protected:
  std::string Write(const std::string& text) {
    const auto file = folder_.path() / "run.yaml";
    std::ofstream(file) << text;
    return file.string();
  }
  RunConfig Load(const std::string& text, const std::vector<std::string>& overrides = {}) {
    return LoadRunConfig(Write(text), overrides);
  }
  std::string ErrorIn(const std::string& text, const std::vector<std::string>& overrides = {}) {
    return ErrorOf([&] { Load(text, overrides); });
  }

  TemporaryFolder folder_;
};

TEST_F(RunConfigTest, EveryDefaultIsAccepted) {
  RunConfig config;
  KeyList list;
  ListKeys(&config, &list);
  EXPECT_GT(list.keys().size(), 80u);
  for (const ConfigKey& key : list.keys()) EXPECT_TRUE(key.Accepts()) << key.name;
}

TEST_F(RunConfigTest, EveryKeyIsReadAndWritten) {
  // A value of each key that is not its default, as YAML.
  RunConfig changed = Load("{}");
  KeyList list;
  ListKeys(&changed, &list);
  std::vector<std::string> overrides = {"selfplay.search.root=gumbel", "rules=[linnaeus, brandubh]",
                                        "evaluation.opponents=[greedy]"};
  std::set<std::string> set = {"selfplay.search.root", "rules", "evaluation.opponents",
                               "selfplay.noise"};
  for (const ConfigKey& key : list.keys()) {
    if (set.contains(key.name)) continue;
    const std::string before = key.Text();
    std::string value = "cpu";  // of a device
    if (key.IsNumber()) {
      value = key.Text() == std::to_string(static_cast<int64_t>(key.range.most))
                  ? std::to_string(static_cast<int64_t>(key.range.least))
                  : std::to_string(static_cast<int64_t>(key.range.most));
      if (!key.Parse(value) || key.Text() == before) value = "0.5";
    } else if (!key.words.empty()) {
      value = key.words.back() == key.Text() ? key.words.front() : key.words.back();
    } else if (std::holds_alternative<bool*>(key.field)) {
      value = before == "false" ? "true" : "false";
    }
    overrides.push_back(key.name + "=" + value);
  }
  const RunConfig read = Load("{}", overrides);
  const size_t all = list.keys().size() - 1;  // noise, which gumbel settles
  EXPECT_EQ(ChangesBetween(Load("{}"), read).size(), all);
  EXPECT_EQ(ChangesBetween(Load(ToYaml(read)), read).size(), 0u);
  EXPECT_EQ(ToYaml(Load(ToYaml(read))), ToYaml(read));
}

TEST_F(RunConfigTest, TheWrittenFormIsThatOfEarlierVersions) {
  const std::string yaml = ToYaml(Load("seed: 7\ntrain: {learning_rate: 1e-3}\n"));
  EXPECT_THAT(yaml, StartsWith("seed: 7\nrules:\n  - linnaeus\nbudget:\n  minutes: 0\n"));
  EXPECT_THAT(yaml, HasSubstr("\nnetwork:\n  canvas: 9\n  blocks: 6\n"));
  EXPECT_THAT(yaml, HasSubstr("\n  search:\n    root: puct\n    gumbel_considered: 16\n"));
  EXPECT_THAT(yaml, HasSubstr("\n  learning_rate: 0.001\n"));
  EXPECT_THAT(yaml, EndsWith("  opponents:\n    - random\n    - greedy\n    - playouts:100\n"));
}

TEST_F(RunConfigTest, TheOwnersRangesAreThoseOfTheFile) {
  EXPECT_EQ(Load("selfplay: {max_plies: 32767}").selfplay.max_plies, 32767);
  EXPECT_THAT(ErrorIn("selfplay: {max_plies: 32768}"), HasSubstr("from 1 to 32767, found '32768'"));
  EXPECT_EQ(Load("train: {loss: {policy: 100}}").train.loss.policy, 100);
  EXPECT_THAT(ErrorIn("train: {loss: {policy: 101}}"), HasSubstr("from 0 to 100, found '101'"));

  TrainConfig train;
  train.loss.policy = 101;
  EXPECT_THAT(ErrorOf([&] { CheckConfig(train); }),
              "train.loss.policy: expected a number from 0 to 100, found 101");
  SelfPlayConfig selfplay;
  selfplay.full_search_fraction = 0;
  EXPECT_THAT(ErrorOf([&] { CheckConfig(selfplay); }),
              "selfplay.full_search_fraction: expected a number from 0.01 to 1, found 0");
  selfplay = {};
  selfplay.max_plies = 32768;
  EXPECT_THAT(ErrorOf([&] { CheckConfig(selfplay); }), HasSubstr("from 1 to 32767"));
}

TEST_F(RunConfigTest, NoOwnerAcceptsNan) {
  RunConfig config;
  config.network.canvas = 9;
  KeyList list;
  ListKeys(&config, &list);
  int tried = 0;
  for (const ConfigKey& key : list.keys()) {
    const auto refuse = [&](auto* field) {
      const auto before = std::exchange(*field, std::numeric_limits<float>::quiet_NaN());
      EXPECT_FALSE(key.Accepts()) << key.name;
      if (key.name.starts_with("selfplay.") || key.name.starts_with("train.") ||
          key.name.starts_with("window.")) {
        const std::string error = ErrorOf([&] {
          CheckConfig(config.selfplay);
          CheckConfig(config.train);
          CheckConfig(config.window);
        });
        EXPECT_THAT(error, AllOf(StartsWith(key.name + ": "), EndsWith("found nan")));
      }
      *field = before;
      ++tried;
      EXPECT_THAT(ErrorIn("{}", {key.name + "=.nan"}), HasSubstr("found '.nan'"));
    };
    if (const auto* real = std::get_if<float*>(&key.field)) refuse(*real);
    if (const auto* real = std::get_if<double*>(&key.field)) refuse(*real);
  }
  EXPECT_GT(tried, 40);
}

TEST_F(RunConfigTest, ErrorsNameFileLineKeyAndBothValues) {
  const std::string file = (folder_.path() / "run.yaml").string();
  EXPECT_EQ(
      ErrorIn("seed: 1\ntrain:\n  batch: many\n"),
      file + ":3: train.batch: expected auto or a whole number from 2 to 65536, found 'many'");
  EXPECT_EQ(ErrorIn("seed:\n"), file +
                                    ":1: seed: expected a whole number from 0 to "
                                    "1125899906842624, found nothing");
  EXPECT_EQ(ErrorIn("selfplay: {noise: perhaps}\n"),
            file + ":1: selfplay.noise: expected true or false, found 'perhaps'");
  for (const char* word : {"true", "True", "yes", "ON", "FALSE"}) {
    EXPECT_EQ(ErrorIn("selfplay: {noise: " + std::string(word) + "}\n"), "") << word;
  }
  EXPECT_EQ(ErrorIn("rules: linnaeus\n"),
            file + ":1: rules: expected a list of words, as in [one, another], found 'linnaeus'");
  EXPECT_EQ(ErrorIn("budget: 5\n"), file + ":1: budget: expected a section of keys, found '5'");
  EXPECT_EQ(ErrorIn("seed: 1\nseed: 2\n"), file + ":2: the key 'seed' appears twice");
  EXPECT_EQ(ErrorIn("[1]"), file + ":1: expected keys and values");
  EXPECT_EQ(
      ErrorIn("{}", {"train.batch=1"}),
      "train.batch=1: train.batch: expected auto or a whole number from 2 to 65536, found '1'");
}

TEST_F(RunConfigTest, UnknownKeysAreAnsweredWithANearOne) {
  const auto of = [&](const std::string& change) {
    const std::string error = ErrorIn("{}", {change}), help = " ('raichi keys' explains all)";
    EXPECT_THAT(error, EndsWith(help));
    return error.substr(0, error.size() - std::min(error.size(), help.size()));
  };
  EXPECT_EQ(of("selfplay.full_visitz=3"),
            "selfplay.full_visitz=3: selfplay.full_visitz: unknown "
            "key; did you mean selfplay.full_visits?");
  EXPECT_THAT(of("full_visits=3"), EndsWith("full_visits: unknown key; did you mean "
                                            "selfplay.full_visits?"));
  EXPECT_THAT(of("train.max_plies=3"), EndsWith("did you mean selfplay.max_plies?"));
  EXPECT_THAT(of("netwrok.blocks=3"), EndsWith("did you mean network.blocks?"));
  EXPECT_THAT(of("budgets.games=3"), EndsWith("did you mean budget.games?"));
  EXPECT_THAT(of("trian={batch: 4, threads: 1}"), EndsWith("did you mean train?"));
  EXPECT_THAT(of("foo.bar=1"),
              AllOf(HasSubstr("foo.bar=1: foo.bar: unknown key; a configuration has budget, "),
                    Not(HasSubstr("did you mean"))));
  EXPECT_THAT(of("window.zzzzz=1"),
              EndsWith("; window has exponent, max_positions, min_positions, scale"));
}

TEST_F(RunConfigTest, AChangeOfASectionReplacesIt) {
  const std::string text = "budget: {games: 5, steps: 6}\n";
  EXPECT_EQ(Load(text, {"budget.games=7"}).budget.steps, 6);
  const Budget replaced = Load(text, {"budget={minutes: 1}"}).budget;
  EXPECT_EQ(replaced.minutes, 1);
  EXPECT_EQ(replaced.games, 0);
  EXPECT_THAT(ErrorIn("budget:\n  games: 5\n", {"budget={games: -1}"}),
              StartsWith("budget={games: -1}: budget.games: "));
}

TEST_F(RunConfigTest, ChangesAreThoseOfValues) {
  EXPECT_TRUE(
      ChangesBetween(Load("train: {momentum: 0.90}"), Load("train: {momentum: 9e-1}")).empty());
  const std::vector<KeyChange> changes =
      ChangesBetween(Load("{}"), Load("selfplay: {search: {cpuct: 2}}\nbudget: {games: 9}\n"));
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].key, "budget.games");
  EXPECT_TRUE(changes[0].may_change);
  EXPECT_EQ(changes[1].key, "selfplay.search.cpuct");
  EXPECT_EQ(changes[1].before, "1.5");
  EXPECT_EQ(changes[1].now, "2");
  EXPECT_FALSE(changes[1].may_change);
}

TEST_F(RunConfigTest, ARunGoesOnWithItsOwnValues) {
  const std::string begun = Write(ToYaml(Load("network: {channels: 8}")));
  RunConfig now = LoadRunConfig(begun, {"budget.games=3"});
  EXPECT_NO_THROW(RequireSameRun(begun, now, Changes::kAllowed));
  EXPECT_THAT(ErrorOf([&] { RequireSameRun(begun, now, Changes::kNone); }),
              HasSubstr("begun with budget.games 0, not 3"));
  now = LoadRunConfig(begun, {"network.channels=16", "evaluation.visits=2"});
  EXPECT_THAT(
      ErrorOf([&] { RequireSameRun(begun, now, Changes::kAllowed); }),
      AllOf(StartsWith(begun + ": "),
            HasSubstr("begun with network.channels 8, not 16, evaluation.visits 64, not 2;")));
}

TEST_F(RunConfigTest, TheConfigurationOfTheRunIsReadOnce) {
  const auto run = folder_.path() / "run";
  std::filesystem::create_directory(run);
  const std::string own = run / "config.yaml";
  EXPECT_EQ(Load("{}").begun, nullptr);
  std::ofstream(own) << ToYaml(Load("network: {channels: 8}"));
  const std::string file = Write("network: {channels: 8}\n");
  const RunConfig all[] = {LoadRunConfig(file, {"budget.games=3"}, {}, run),
                           LoadRunConfig(own, {"budget.games=3"}), LoadRunConfig(own, {})};
  std::ofstream(own) << "nonsense";
  for (const RunConfig& config : all) {
    ASSERT_NE(config.begun, nullptr);
    EXPECT_EQ(config.begun->config.budget.games, 0);
    EXPECT_NO_THROW(RequireSameRun(own, config, Changes::kAllowed));
  }
  EXPECT_THROW(RequireSameRun(own, all[0], Changes::kNone), Error);
  EXPECT_THROW(RequireSameRun(own, Load("{}"), Changes::kAllowed), Error);  // reads the file
}

TEST_F(RunConfigTest, AKeyThatIsAutoIsWrittenAndReadAsAuto) {
  const RunConfig config = Load("network: {blocks: auto, channels: 8}");
  EXPECT_EQ(config.auto_keys, std::set<std::string>{"network.blocks"});
  EXPECT_THAT(ToYaml(config), HasSubstr("\n  blocks: auto\n  channels: 8\n"));
  EXPECT_EQ(ToYaml(Load(ToYaml(config))), ToYaml(config));
  EXPECT_TRUE(Load("network: {blocks: auto}", {"network.blocks=2"}).auto_keys.empty());
  EXPECT_THAT(ErrorIn("train: {learning_rate: auto}"), HasSubstr("from 0 to 10, found 'auto'"));
}

TEST_F(RunConfigTest, AConfigurationWithAutoIsRefusedWhereNothingChooses) {
  EXPECT_NO_THROW(RequireSettled(Load("{}"), "run.yaml"));
  const RunConfig config = Load("network: {blocks: auto, channels: auto}");
  EXPECT_EQ(
      ErrorOf([&] { RequireSettled(config, "run.yaml"); }),
      "run.yaml: network.blocks and another key are auto, which `raichi run` replaces when it "
      "begins a run; name that run's folder, or give values, as in network.blocks=N");
}

TEST_F(RunConfigTest, AKeyThatIsAutoTakesTheValueOfTheRun) {
  const auto run = folder_.path() / "run";
  std::filesystem::create_directory(run);
  const std::string speed = "machine: {evaluations: 5000, samples: 300}\n";
  std::ofstream(run / "config.yaml") << ToYaml(Load("network: {blocks: 7}\n" + speed));
  const std::string file = Write("network: {blocks: auto, channels: 8}\n");
  const RunConfig config = LoadRunConfig(file, {}, {}, run);
  EXPECT_TRUE(config.auto_keys.empty());
  EXPECT_EQ(config.network.blocks, 7);
  EXPECT_EQ(config.network.channels, 8);
  EXPECT_EQ(config.machine.evaluations, 5000);
  EXPECT_EQ(LoadRunConfig(file, {"network.blocks=2"}, {}, run).network.blocks, 2);
  EXPECT_EQ(LoadRunConfig(file, {"machine={evaluations: 9000000, samples: 90000}"}, {}, run)
                .network.blocks,
            7);
}

TEST_F(RunConfigTest, AKeyThatIsAutoTakesTheValueForTheMachine) {
  const std::string text = "network: {blocks: auto}\nbudget: {minutes: 8}\n";
  const RunConfig config = Load(text, {"machine={evaluations: 53000, samples: 3600}"});
  EXPECT_TRUE(config.auto_keys.empty());
  EXPECT_EQ(config.network.blocks, 4);
}

TEST(RunKeys, EachSaysWhatItIsFor) {
  RunConfig config;
  KeyList list;
  ListKeys(&config, &list);
  for (const ConfigKey& key : list.keys()) EXPECT_STRNE(key.help, "") << key.name;
}

TEST_F(RunConfigTest, AChangeByHandIsNoticed) {
  const std::string text = WithSumLine("seed: 1\n");
  EXPECT_EQ(Load(text).seed, 1u);
  EXPECT_EQ(Load(text, {"seed=2"}).seed, 2u);
  const std::string changed = "seed: 2\n" + text.substr(text.find("# sum"));
  EXPECT_THAT(ErrorIn(changed), AllOf(HasSubstr("run.yaml: its last line is not the checksum"),
                                      HasSubstr("remove that line")));
  EXPECT_EQ(Load("seed: 2\n").seed, 2u);
  EXPECT_EQ(WithSumLine(changed), WithSumLine("seed: 2\n"));
}

TEST_F(RunConfigTest, AnErrorOfReadingIsNoWrongUse) {
  const std::string file = Write("seed: 1\n");
  const NoMoreFiles none;
  EXPECT_THROW(LoadRunConfig(file, {"seed=2"}), ReadError);
}

}  // namespace
}  // namespace raichi
