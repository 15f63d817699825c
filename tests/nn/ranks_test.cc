#include <gmock/gmock.h>
#include <sched.h>

#include <map>
#include <thread>

#include "base/error.h"
#include "nn/backend/trainer.h"
#include "nn/ranks/reducer.h"
#include "tests/nn/fake_backend.h"
#include "tests/nn/thread_ranks.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using Variables = std::map<std::string, std::string>;

Launch LaunchOf(const Variables& variables) {
  return ReadLaunch([&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

TEST(LaunchTest, AProcessWithoutLauncherIsAlone) {
  EXPECT_EQ(LaunchOf({}).ranks, 1);
  EXPECT_EQ(LaunchOf({{"SLURM_PROCID", "0"}, {"PMIX_RANK", "0"}}).ranks, 1);
}

TEST(LaunchTest, EveryLauncherSaysHowManyItStarted) {
  for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}) {
    const Launch launch = LaunchOf({{variable, "4"}});
    EXPECT_EQ(launch.ranks, 4) << variable;
    EXPECT_EQ(launch.variable, variable);
  }
}

TEST(LaunchTest, ABatchScriptRunsOnceHoweverManyTasksItsJobHas) {
  EXPECT_EQ(LaunchOf({{"SLURM_NTASKS", "1"}, {"SLURM_JOB_ID", "7"}}).ranks, 1);
  EXPECT_EQ(LaunchOf({{"SLURM_NTASKS", "8"}, {"SLURM_JOB_ID", "7"}}).ranks, 1);
}

TEST(LaunchTest, MpirunPrecedesTheSrunThatStartedIt) {
  EXPECT_EQ(LaunchOf({{"OMPI_COMM_WORLD_SIZE", "8"}, {"SLURM_STEP_NUM_TASKS", "2"}}).ranks, 8);
  EXPECT_EQ(LaunchOf({{"OMPI_COMM_WORLD_SIZE", "1"}, {"SLURM_STEP_NUM_TASKS", "2"}}).ranks, 1);
}

TEST(LaunchTest, WhatIsNoNumberDoesNotCount) {
  EXPECT_EQ(LaunchOf({{"PMI_SIZE", ""}, {"SLURM_STEP_NUM_TASKS", "2x"}}).ranks, 1);
  EXPECT_EQ(LaunchOf({{"PMI_SIZE", "0"}, {"SLURM_STEP_NUM_TASKS", "2"}}).ranks, 2);
}

TEST(RankShareTest, ChunksAreDividedEqually) {
  TrainConfig config;
  config.batch = 256;
  config.chunks = 4;
  for (const int ranks : {1, 2, 4}) EXPECT_NO_THROW(CheckShares(config, ranks));
  config.chunks = 2;
  EXPECT_EQ(ErrorOf([&] { CheckShares(config, 4); }),
            "train.chunks: expected a multiple of the number of ranks, 4, found 2; train.chunks=4 "
            "fits, or start a number of ranks that divides it");
  EXPECT_THROW(CheckShares(config, 3), UsageError);
  EXPECT_EQ(ErrorOf([&] { CheckShares(config, 3); }),
            "train.chunks: expected a multiple of the number of ranks, 3, found 2; train.chunks=3 "
            "fits a train.batch that is one too, or start a number of ranks that divides it");
}

TEST(RankShareTest, EachRankOfAMachineHasAGpuOfItsOwn) {
  const FakeBackend backend(2);
  ThreadRanks::Run(4, [&](Reducer* ranks) {
    TrainConfig config;
    config.device = "cuda";
    EXPECT_EQ(OnThisRank(config, ranks).device, ranks->rank() % 2 == 0 ? "cuda:0" : "cuda:1");
    config.device = "cuda:1";
    EXPECT_EQ(OnThisRank(config, ranks).device, "cuda:1");
    config.device = "cpu";
    EXPECT_EQ(OnThisRank(config, ranks).device, "cpu");
  });
  TrainConfig config;
  config.device = "cuda";
  EXPECT_EQ(OnThisRank(config, nullptr).device, "cuda");
}

TEST(RankShareTest, RanksOfAMachineDivideItsCores) {
  ThreadRanks::Run(2, [&](Reducer* ranks) {
    TrainConfig config;
    config.device = "cpu";
    const int threads = OnThisRank(config, ranks).threads;
    EXPECT_GE(threads, 1);
    EXPECT_LE(threads, std::max(1, static_cast<int>(std::thread::hardware_concurrency()) / 2));
    config.threads = 5;
    EXPECT_EQ(OnThisRank(config, ranks).threads, 5);
  });
}

TEST(RankShareTest, TrainingTakesTheCoresThatTheProcessMayUse) {
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  EXPECT_EQ(OnThisRank({}, nullptr).threads, CPU_COUNT(&before));
  CPU_ZERO(&one);
  for (int core = 0; CPU_COUNT(&one) == 0; ++core) {
    if (CPU_ISSET(core, &before)) CPU_SET(core, &one);
  }
  std::thread([&] {
    ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);  // of this thread
    EXPECT_EQ(OnThisRank({}, nullptr).threads, 1);
  }).join();
}

}  // namespace
}  // namespace raichi
