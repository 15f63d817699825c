#include "run/config/auto_values.h"

#include <gmock/gmock.h>

#include "rules/files/rule_file.h"
#include "tests/support/places.h"

namespace raichi {
namespace {

using testing::AllOf;
using testing::Ge;
using testing::Le;

constexpr MachineSpeed kSlow = {.evaluations = 5'100, .samples = 350};
constexpr MachineSpeed kMeasuredMachine = {.evaluations = 53'000, .samples = 7'000};
constexpr MachineSpeed kFast = {.evaluations = 170'000, .samples = 14'000};
constexpr MachineSpeed kGpu = {.evaluations = 2'000'000, .samples = 200'000};

/// A shipped preset, resolved for a machine.
RunConfig Preset(const std::string& name, const MachineSpeed& speed,
                 const std::vector<std::string>& more = {}) {
  std::vector<std::string> changes = ToChanges(speed);
  changes.insert(changes.end(), more.begin(), more.end());
  return LoadRunConfig(SourceDir() + "/configs/runs/" + name + ".yaml", changes);
}

void ExpectScale(const RunConfig& config, int blocks, int channels, int full, int fast) {
  EXPECT_EQ(config.network.blocks, blocks);
  EXPECT_EQ(config.network.channels, channels);
  EXPECT_EQ(config.selfplay.full_visits, full);
  EXPECT_EQ(config.selfplay.fast_visits, fast);
}

TEST(AutoValuesTest, OnTheMeasuredMachineThePresetsAreThoseThatWereMeasured) {
  const RunConfig quick = Preset("quick", kMeasuredMachine);
  ExpectScale(quick, 4, 32, 96, 16);
  EXPECT_EQ(quick.network.policy_channels, 16);
  EXPECT_EQ(quick.loop.games_per_iteration, 192);
  EXPECT_EQ(quick.train.batch, 256);
  EXPECT_EQ(quick.selfplay.handicap.until_games, 3900);
  const RunConfig cpu = Preset("tablut-cpu", kMeasuredMachine);
  ExpectScale(cpu, 5, 48, 100, 20);
  EXPECT_EQ(cpu.network.policy_channels, 32);
  EXPECT_EQ(cpu.loop.games_per_iteration, 256);
  EXPECT_EQ(cpu.selfplay.handicap.until_games, 8000);
}

TEST(AutoValuesTest, OnTheReadmesMachineTheQuickRunIsThatOfTheReadme) {
  const RunConfig quick = Preset("quick", kReadmeMachine);
  ExpectScale(quick, 4, 32, 96, 16);
  EXPECT_EQ(quick.loop.games_per_iteration, 256);
  EXPECT_EQ(quick.train.ema_decay, 0.99);
  EXPECT_EQ(quick.selfplay.handicap.until_games, 5000);
  EXPECT_EQ(quick.evaluation.every, 4);
}

TEST(AutoValuesTest, ASlowMachineGetsFewVisitsAndFewGames) {
  const RunConfig quick = Preset("quick", kSlow);
  ExpectScale(quick, 4, 32, 48, 8);
  EXPECT_EQ(quick.loop.games_per_iteration, 32);
  // An iteration has about 32 * 60 * 0.33 * 6 / 256 = 14.85 steps; averages span two of them.
  EXPECT_NEAR(quick.train.ema_decay, 1 - 1 / (2 * 14.85), 6e-4);
  EXPECT_LT(quick.selfplay.handicap.until_games, 1000);
  // With thirteen times the time it resembles the measured machine.
  ExpectScale(Preset("tablut-cpu", kSlow), 4, 32, 96, 16);
}

TEST(AutoValuesTest, AFastMachineGetsMoreGames) {
  const RunConfig quick = Preset("quick", kFast);
  ExpectScale(quick, 4, 32, 96, 16);
  EXPECT_THAT(quick.loop.games_per_iteration, AllOf(Ge(512), Le(1024)));
  ExpectScale(Preset("quick", kFast, {"budget.minutes=60"}), 5, 48, 100, 20);
}

TEST(AutoValuesTest, AGpuGetsALargeNetworkAndLargeBatches) {
  const RunConfig config = Preset("quick", kGpu, {"budget.minutes=60", "train.batch=auto"});
  ExpectScale(config, 10, 128, 100, 20);
  EXPECT_EQ(config.train.batch, 1024);
  EXPECT_THAT(config.loop.games_per_iteration, AllOf(Ge(1024), Le(4096)));
}

TEST(AutoValuesTest, ValuesThatWereGivenStayAndTheOthersFitThem) {
  const RunConfig free = Preset("quick", kFast);
  const RunConfig given =
      Preset("quick", kFast, {"network.channels=64", "selfplay.full_visits=400"});
  EXPECT_EQ(given.network.channels, 64);
  EXPECT_EQ(given.selfplay.full_visits, 400);
  EXPECT_EQ(given.network.blocks, free.network.blocks);
  EXPECT_LT(given.loop.games_per_iteration, free.loop.games_per_iteration);
}

TEST(AutoValuesTest, ALargeBoardCostsMore) {
  const RunConfig small = Preset("quick", kMeasuredMachine, {"rules=[brandubh]"});
  const RunConfig large = Preset("quick", kMeasuredMachine, {"rules=[alea-evangelii]"});
  EXPECT_EQ(large.network.blocks, 4);
  EXPECT_LT(large.loop.games_per_iteration, small.loop.games_per_iteration);
  // The canvas counts if it is larger than the boards.
  EXPECT_EQ(Preset("quick", kMeasuredMachine, {"rules=[brandubh]", "network.canvas=19"})
                .loop.games_per_iteration,
            large.loop.games_per_iteration);
}

TEST(AutoValuesTest, ABudgetOfGamesOrStepsCountsToo) {
  const std::string no_time = "budget.minutes=0";
  const RunConfig games = Preset("quick", kMeasuredMachine, {no_time, "budget.games=6500"});
  ExpectScale(games, 4, 32, 96, 16);
  EXPECT_EQ(games.loop.games_per_iteration, 192);
  EXPECT_EQ(games.selfplay.handicap.until_games, 3900);
  // 6500 games have 129,000 policy targets, each trained on six times.
  const RunConfig steps = Preset("quick", kMeasuredMachine, {no_time, "budget.steps=3017"});
  EXPECT_EQ(steps.loop.games_per_iteration, 192);
  EXPECT_EQ(steps.selfplay.handicap.until_games, 3900);
  // The limit that ends the run first counts; a run without a limit has two hours.
  ExpectScale(Preset("quick", kMeasuredMachine, {"budget.games=50"}), 4, 32, 48, 8);
  ExpectScale(Preset("quick", kMeasuredMachine, {no_time}), 5, 48, 100, 20);
}

TEST(AutoValuesTest, AQuarterOfAnIterationsGamesAreInFlight) {
  const auto slots = [](const MachineSpeed& speed, int workers) {
    const RunConfig config = Preset("quick", speed, {"workers.workers=" + std::to_string(workers)});
    return config.workers.slots;
  };
  EXPECT_EQ(slots(kSlow, 2), 4);              // of 32 games
  EXPECT_EQ(slots(kSlow, 16), 4);             // at least
  EXPECT_EQ(slots(kMeasuredMachine, 2), 24);  // of 192 games
  EXPECT_EQ(slots(kFast, 2), 64);             // at most
}

TEST(AutoValuesTest, TheHelpOfTheLosingSideLastsForTheGamesOfARuleSet) {
  const std::vector<std::string> budget = {"budget.games=200000"};
  EXPECT_EQ(Preset("tafl-9", kMeasuredMachine, budget).selfplay.handicap.until_games, 3200);
}

TEST(AutoValuesTest, AnIterationMayTakeTwiceItsExpectedShare) {
  for (const MachineSpeed& speed : {kSlow, kMeasuredMachine, kFast}) {
    const RunConfig config = Preset("quick", speed, {"loop.iteration_share=auto"});
    EXPECT_THAT(config.loop.iteration_share, AllOf(Ge(0.04), Le(0.12)));
  }
  EXPECT_LE(Preset("quick", {.evaluations = 1, .samples = 1}, {"loop.iteration_share=auto"})
                .loop.iteration_share,
            1);
}

TEST(AutoValuesTest, ASlowMachineEvaluatesLessOften) {
  const auto every = [](const MachineSpeed& speed, const std::vector<std::string>& more = {}) {
    return Preset("quick", speed, more).evaluation.every;
  };
  EXPECT_EQ(every(kMeasuredMachine), 6);
  EXPECT_GE(every(kSlow), 24);  // more than the iterations that it is expected to have
  EXPECT_EQ(every(kFast), 2);
  EXPECT_EQ(every(kMeasuredMachine, {"evaluation.pairs=8"}), 12);
  EXPECT_EQ(every(kMeasuredMachine, {"evaluation.opponents=[]", "evaluation.earlier_models=0"}), 1);
}

TEST(AutoValuesTest, ChangesNameTheChosenValues) {
  const std::string file = SourceDir() + "/configs/runs/smoke.yaml";
  const std::vector<std::string> autos = {"network.blocks=auto", "train.batch=auto"};
  const RunConfig open = LoadRunConfig(file, autos);
  RunConfig settled = open;
  settled.machine = kReadmeMachine;
  ChooseAutoValues(&settled);
  EXPECT_THAT(AutoValuesOf(settled, open),
              testing::ElementsAre("network.blocks=4", "train.batch=256"));
  RunConfig other = open;
  other.machine = kReadmeMachine;
  TakeAutoValues({"network.blocks=3", "train.batch=512", "network.channels=99"}, &other);
  EXPECT_EQ(AutoValuesOf(other, open),
            (std::vector<std::string>{"network.blocks=3", "train.batch=512"}));
  EXPECT_TRUE(other.auto_keys.empty());
  EXPECT_EQ(other.network.channels, open.network.channels);  // was not auto
}

}  // namespace
}  // namespace raichi
