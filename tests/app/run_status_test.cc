#include "app/status/run_status.h"

#include <gmock/gmock.h>

#include "app/status/status_text.h"
#include "base/text.h"

namespace raichi {
namespace {

using testing::Contains;
using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr double kNow = 1'800'000'000;

/// A run at which one trainer and two players are at work.
class RunStatusTest : public testing::Test {
 protected:
  RunStatusTest() {
    facts_ = {.run = "runs/x", .models = 13, .newest_model = 12, .games = 900};
    trainer_ = Process("train", "n1", 100);
    trainer_.work = {.state = "training",
                     .model = 12,
                     .training = TrainingFacts{.run_games = 1000, .unread_games = 100}};
    trainer_.model_age = 40;
    trainer_.model_seconds = 95;
    trainer_.rates.samples = 1880;
    for (const int stream : {1, 2}) {
      Beat player = Process("selfplay", "n" + std::to_string(stream + 1), 4700 + stream);
      player.stream = stream;
      player.work = {.state = "playing", .model = 13 - stream};
      player.rates.games = 1.5;
      players_.push_back(player);
    }
  }

  static Beat Process(const std::string& role, const std::string& host, int pid) {
    return {.role = role,
            .process = {host, pid, 1},
            .started = kNow - 5000,
            .work = {.state = "starting"},
            .time = kNow - 7};
  }
  RunStatus Judge() {
    facts_.beats = players_;
    facts_.beats.push_back(trainer_);
    return JudgeRun(facts_, kNow);
  }
  /// The reasons for which the run is stalled; empty if it is not.
  std::string Reasons() {
    const RunStatus status = Judge();
    EXPECT_EQ(status.health, status.reasons.empty() ? Health::kRunning : Health::kStalled);
    return Join(status.reasons, "\n");
  }

  RunFacts facts_;
  Beat trainer_;
  std::vector<Beat> players_;
};

TEST_F(RunStatusTest, AHealthyRunHasSums) {
  const RunStatus status = Judge();
  EXPECT_EQ(status.health, Health::kRunning);
  EXPECT_THAT(status.warnings, IsEmpty());
  EXPECT_EQ(status.games_per_second, 3);
  EXPECT_EQ(status.players, 2);
  EXPECT_EQ(status.games, 1000);
  EXPECT_EQ(status.unread_games, 100);
  EXPECT_EQ(status.model_age, 47);
  ASSERT_EQ(status.processes.size(), 3u);
  EXPECT_EQ(status.processes[0].lag, 0);
  EXPECT_EQ(status.processes[1].lag, 1);
  EXPECT_EQ(status.processes[1].age, 7);
}

TEST_F(RunStatusTest, ASilentTrainerStallsTheRun) {
  trainer_.time = kNow - 120;
  EXPECT_EQ(Reasons(), "");
  trainer_.time = kNow - 190;
  EXPECT_EQ(Reasons(), "the trainer n1:100 has not been heard of for 3:10");
  trainer_.time = kNow - 7200;
  EXPECT_EQ(Reasons(), "the trainer n1:100 has not been heard of for 2:00:00");
  facts_.is_finished = true;
  EXPECT_EQ(Judge().health, Health::kFinished);
  EXPECT_THAT(Judge().reasons, IsEmpty());
}

TEST_F(RunStatusTest, ATrainerThatEndedStallsAnUnfinishedRun) {
  trainer_.work.state = "ended";
  EXPECT_EQ(Reasons(), "the trainer n1:100 ended 0:07 ago, before the run was finished");
  trainer_.work.state = "failed";
  EXPECT_THAT(Reasons(), HasSubstr("failed 0:07 ago"));
  Beat next = Process("run", "n9", 7);
  next.started = kNow - 20;
  players_.push_back(next);  // another one took over
  EXPECT_EQ(Reasons(), "");
}

TEST_F(RunStatusTest, WithoutATrainerTheRunIsStalled) {
  facts_.beats = players_;
  EXPECT_THAT(JudgeRun(facts_, kNow).reasons, ElementsAre("no trainer has been heard of"));
  facts_.beats.clear();
  EXPECT_EQ(JudgeRun(facts_, kNow).health, Health::kStalled);
}

TEST_F(RunStatusTest, ATrainerThatWaitsWithoutPlayersStallsTheRun) {
  trainer_.work.state = "waiting for games";
  trainer_.state_seconds = 110;
  EXPECT_EQ(Reasons(), "");
  for (Beat& player : players_) player.time = kNow - 130;
  EXPECT_EQ(Reasons(), "");  // they may have been replaced by others, which still begin
  trainer_.state_seconds = 114;
  EXPECT_EQ(Reasons(),
            "the trainer n1:100 has waited for games for 2:01, and no player is at work");
  players_[0].time = kNow;
  EXPECT_EQ(Reasons(), "");
  players_[0].work.state = "waiting for disk space";
  EXPECT_THAT(Reasons(), HasSubstr("no player is at work"));
}

TEST_F(RunStatusTest, ARunWithoutANewModelForLongIsStalled) {
  trainer_.model_age = 940;
  EXPECT_EQ(Reasons(), "");
  trainer_.model_age = 944;  // and 7 seconds since the beat
  EXPECT_EQ(Reasons(), "no new model for 15:51; the last ones took 1:35 each");
  trainer_.work.state = "evaluating 000012";
  EXPECT_EQ(Reasons(), "");
  trainer_.work.state = "training";
  trainer_.model_seconds = 0;  // its first model
  EXPECT_EQ(Reasons(), "");
  trainer_.model_seconds = 5;
  trainer_.model_age = 590;
  EXPECT_EQ(Reasons(), "");
  trainer_.model_age = 594;
  EXPECT_THAT(Reasons(), HasSubstr("no new model for 10:01"));
}

TEST_F(RunStatusTest, SilentAndFailedPlayersAreWarnedOf) {
  players_[0].time = kNow - 190;
  players_[1].work.state = "failed";
  const RunStatus status = Judge();
  EXPECT_EQ(status.health, Health::kRunning);
  EXPECT_THAT(status.warnings, ElementsAre("player n3:4702 failed 0:07 ago; its log tells why",
                                           "player n2:4701 has not been heard of for 3:10"));
  EXPECT_EQ(status.players, 0);
  EXPECT_EQ(status.games_per_second, 0);
  EXPECT_THAT(FormatStatus(status),
              Contains(ContainsRegex("^selfplay .*n2:4701 .* silent +- +3:10")));
}

TEST_F(RunStatusTest, ReplacedAndForgottenPlayersAreNotListed) {
  players_[0].time = kNow - 190;
  Beat next = Process("selfplay", "n8", 5);
  next.stream = 1;
  next.started = kNow - 30;
  players_.push_back(next);
  players_[1].time = kNow - 3700;
  const RunStatus status = Judge();
  EXPECT_EQ(status.processes.size(), 2u);
  EXPECT_THAT(status.warnings,
              ElementsAre("1 more process has not been heard of for more than 1:00:00"));
}

TEST_F(RunStatusTest, ARequeuedTaskReplacesItsFormerStart) {
  players_[0].time = players_[1].time = kNow - 190;
  players_[0].job = {{"SLURM_JOB_ID", "17"}, {"SLURM_PROCID", "0"}};
  players_[1].job = {{"SLURM_JOB_ID", "17"}, {"SLURM_PROCID", "1"}};
  Beat next = Process("selfplay", "n8", 5);
  next.stream = 123;
  next.started = kNow - 30;
  next.job = players_[0].job;  // another process of the same start
  players_.push_back(next);
  EXPECT_EQ(Judge().warnings.size(), 2u);
  players_[2].job["SLURM_RESTART_COUNT"] = "1";
  EXPECT_THAT(Judge().warnings, ElementsAre(HasSubstr("player n3:4702 has not been heard of")));
}

TEST_F(RunStatusTest, ClocksThatDifferAreWarnedOf) {
  players_[0].time = kNow + 4;
  EXPECT_THAT(Judge().warnings, IsEmpty());
  players_[0].time = kNow + 75;
  const RunStatus status = Judge();
  EXPECT_THAT(status.warnings, ElementsAre(HasSubstr("beats of n2 lie 1:15 in the future")));
  EXPECT_EQ(status.processes[0].age, 0);
}

TEST_F(RunStatusTest, StaleGamesAreWarnedOf) {
  trainer_.work.training->staleness = {.mean = 4, .p95 = 9};
  EXPECT_THAT(Judge().warnings, IsEmpty());
  trainer_.work.training->staleness = {.mean = 5.25, .p95 = 9};
  EXPECT_THAT(Judge().warnings, ElementsAre(HasSubstr("5.2 models old")));
}

TEST_F(RunStatusTest, TheTableHasALineForEachProcessAndTheSums) {
  trainer_.work.training->staleness = {.mean = 0.75, .p95 = 2};
  facts_.rating = {.model = 10, .rating = {.elo = 497, .error = 163}};
  const std::vector<std::string> lines = FormatStatus(Judge());
  EXPECT_EQ(lines[0], "runs/x: running");
  const std::string text = Join(lines, "\n");
  EXPECT_THAT(text, ContainsRegex("selfplay  n2:4701 +1 000012 +0  playing +1.50 games/s +0:07\n"));
  EXPECT_THAT(text, ContainsRegex("train +n1:100 +- 000012 +0  training +1.88k samples/s +0:07\n"));
  EXPECT_THAT(text, HasSubstr("games      1000 so far, 100 unread; 3.00 games/s of 2 players\n"));
  EXPECT_THAT(text, HasSubstr("models     000012 is the newest, made 0:47 ago; one every 1:35\n"));
  EXPECT_THAT(text, HasSubstr("staleness  new games are 0.8 models old on average, 95% of them"));
  EXPECT_THAT(text, HasSubstr("rating     497 ± 163 (000010)\n"));
}

TEST_F(RunStatusTest, JsonHasTheSameFacts) {
  const Json json = ToJson(Judge());
  EXPECT_EQ(json.at("health"), "running");
  EXPECT_EQ(json.at("games_per_second"), 3);
  EXPECT_EQ(json.at("newest_model"), 12);
  EXPECT_EQ(json.at("rating"), nullptr);
  EXPECT_EQ(json.at("processes").size(), 3u);
  EXPECT_EQ(json.at("processes")[1].at("lag"), 1);
  EXPECT_EQ(json.at("processes")[2].at("training").at("unread_games"), 100);
}

}  // namespace
}  // namespace raichi
