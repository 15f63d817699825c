#include "run/status/heartbeat.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "console/log.h"
#include "run/sharing/run_lock.h"
#include "tests/run/run_folder_case.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class HeartbeatTest : public RunFolderCase {
 protected:
  Clocks FakeClocks() {
    return {.wall = [this] { return wall_; }, .steady = [this] { return steady_; }};
  }
  void Pass(double seconds) {
    wall_ += seconds;
    steady_ += seconds;
  }
  /// Returns the only beat in the folder.
  Beat TheBeat() const {
    const Beats found = ReadBeats(run());
    EXPECT_THAT(found.faults, IsEmpty());
    EXPECT_EQ(found.beats.size(), 1u);
    return found.beats.empty() ? Beat{} : found.beats[0];
  }
  void WriteFile(const Beat& beat) const {
    fs::create_directories(StatusFolder(run()));
    AtomicWrite(BeatFile(run(), beat), BeatText(beat));
  }

  double wall_ = 1'800'000'000, steady_ = 500;
};

Beat FullBeat() {
  return {
      .role = "train",
      .process = {"n3", 4711, 123456},
      .job = {{"SLURM_JOB_ID", "17"}},
      .stream = 3,
      .started = 1'800'000'000.5,
      .work = {.state = "training",
               .model = 12,
               .totals = {.games = 1, .positions = 2, .evaluations = 3, .steps = 4, .samples = 5},
               .training = TrainingFacts{.run_games = 70,
                                         .unread_games = 7,
                                         .staleness = Staleness{.mean = 1.25, .p95 = 3},
                                         .set_aside = 1,
                                         .late = 2,
                                         .duplicates = 3}},
      .state_seconds = 6,
      .rates = {.games = 0.5, .samples = 80},
      .model_age = 7,
      .model_seconds = 8,
      .count = 9,
      .time = 1'800'000'060.25};
}

TEST(BeatTest, AFileHoldsAllOfABeat) {
  const std::string text = BeatText(FullBeat());
  EXPECT_EQ(ParseBeat(text, "x.json"), FullBeat());
  EXPECT_THAT(text, testing::StartsWith(
                        R"({"beat":1,"role":"train","host":"n3","pid":4711,"start":123456,)"));
  EXPECT_THAT(text, HasSubstr(R"("job":{"SLURM_JOB_ID":"17"},"stream":3,"state":"training",)"));
  EXPECT_THAT(text, HasSubstr(R"("staleness":{"mean":1.25,"p95":3})"));
  Beat small = FullBeat();
  small.stream.reset();
  small.work.training->set_aside.reset();
  small.work.training->staleness.reset();
  EXPECT_EQ(ParseBeat(BeatText(small), "x.json"), small);
  small.work.training.reset();
  EXPECT_EQ(ParseBeat(BeatText(small), "x.json"), small);
}

TEST(BeatTest, ADamagedFileIsNamed) {
  std::string text = BeatText(FullBeat());
  text[text.find("4711")] = '5';
  EXPECT_THROW(ParseBeat(text, "x.json"), DamagedError);
  EXPECT_THROW(ParseBeat(text.substr(0, 40), "x.json"), DamagedError);
  EXPECT_THROW(ParseBeat("", "x.json"), DamagedError);
}

TEST(BeatTest, TheJobMayBeAnyBytes) {
  Beat beat = FullBeat();
  beat.job["SLURM_JOB_ID"] = "\xff\n";
  beat.process.host = "n\\xFF\x9b";
  EXPECT_EQ(ParseBeat(BeatText(beat), "x.json"), beat);
}

TEST(BeatTest, AFileThatIsNestedTooDeepIsDamaged) {
  const std::string deep = "{\"beat\":" + std::string(20'000, '[') + std::string(20'000, ']') + "}";
  EXPECT_THAT([&] { ParseBeat(deep, "x.json"); },
              testing::ThrowsMessage<DamagedError>("x.json: is nested more than 100 levels deep"));
}

TEST(BeatTest, ALaterVersionIsUnknownRatherThanDamaged) {
  Json json = Json::parse(BeatText(FullBeat()));
  json.erase("sum");
  json["beat"] = 2;
  json["sum"] = ChecksumText(json.dump());
  EXPECT_THROW(ParseBeat(json.dump(), "x.json"), VersionError);
}

TEST(BeatTest, TheEnvironmentTellsThePlaceInACluster) {
  ::unsetenv("SLURM_JOB_ID");
  ::setenv("SLURM_ARRAY_TASK_ID", "5", 1);
  EXPECT_THAT(ClusterJob(), testing::Contains(testing::Pair("SLURM_ARRAY_TASK_ID", "5")));
  ::unsetenv("SLURM_ARRAY_TASK_ID");
  EXPECT_FALSE(ClusterJob().contains("SLURM_ARRAY_TASK_ID"));
}

TEST_F(HeartbeatTest, AProcessTellsWhenItBeginsAndEnds) {
  {
    const Heartbeat heart(run(), "selfplay", 4, FakeClocks());
    const Beat first = TheBeat();
    EXPECT_EQ(first.role, "selfplay");
    EXPECT_EQ(first.stream, 4);
    EXPECT_EQ(first.process, ThisProcess());
    EXPECT_EQ(first.work.state, "starting");
    EXPECT_EQ(first.time, wall_);
    Pass(3);
  }
  EXPECT_EQ(TheBeat().work.state, "ended");
  EXPECT_EQ(TheBeat().count, 1);
  EXPECT_EQ(TheBeat().started, wall_ - 3);
}

TEST_F(HeartbeatTest, AProcessThatEndsWithAnErrorHasFailed) {
  try {
    const Heartbeat heart(run(), "train", {}, FakeClocks());
    throw Error("no space");
  } catch (const Error&) {
  }
  EXPECT_EQ(TheBeat().work.state, "failed");
}

TEST_F(HeartbeatTest, ItBeatsOnceInEightToTenSeconds) {
  Heartbeat heart(run(), "train", {}, FakeClocks());
  for (int beat = 1; beat <= 5; ++beat) {
    int tenths = 0;
    for (; TheBeat().count < beat; ++tenths) {
      ASSERT_LE(tenths, 101);
      Pass(0.1);
      heart.Tick({.state = "training", .model = 1});
    }
    EXPECT_GE(tenths, 80);
    EXPECT_EQ(TheBeat().work.state, "training");
  }
}

TEST_F(HeartbeatTest, RatesAreThoseOfTheLastMinute) {
  Heartbeat heart(run(), "selfplay", 1, FakeClocks());
  int64_t games = 0;
  const auto play = [&](int seconds, int games_a_second) {
    for (int i = 0; i < seconds; ++i) {
      Pass(1);
      games += games_a_second;
      heart.Tick({.state = "playing", .totals = {.games = games}});
    }
  };
  play(20, 3);
  EXPECT_NEAR(TheBeat().rates.games, 3, 1e-9);
  play(100, 5);
  EXPECT_NEAR(TheBeat().rates.games, 5, 1e-9);
  EXPECT_EQ(TheBeat().rates.samples, 0);
}

TEST_F(HeartbeatTest, ItTellsTheStateAndTheModelsByTheirAge) {
  Heartbeat heart(run(), "train", {}, FakeClocks());
  const auto work = [&](int model, const char* state, int seconds) {
    for (int i = 0; i < seconds; ++i) {
      heart.Tick({.state = state, .model = model});
      Pass(1);
    }
  };
  work(6, "training", 100);  // resumed: model 6 was not made by this process
  EXPECT_EQ(TheBeat().model_seconds, 0);
  work(7, "training", 20);
  work(8, "training", 30);
  work(9, "training", 20);
  work(9, "waiting for games", 21);
  heart.Tick({.state = "waiting for games", .model = 9});
  const Beat beat = TheBeat();
  const double late = wall_ - beat.time;  // since the last beat
  EXPECT_LE(late, 10);
  EXPECT_EQ(beat.model_seconds, 30);  // of 100, 20 and 30
  EXPECT_EQ(beat.model_age + late, 41);
  EXPECT_EQ(beat.state_seconds + late, 21);
}

TEST_F(HeartbeatTest, WorkGoesOnIfABeatCannotBeWritten) {
  AtomicWrite(StatusFolder(run()), "in the way");
  StartLog("info");
  testing::internal::CaptureStderr();
  {
    Heartbeat heart(run(), "train", {}, FakeClocks());
    for (int i = 0; i < 3; ++i) {
      Pass(20);
      heart.Tick({.state = "training", .model = i});
    }
  }
  const std::string errors = testing::internal::GetCapturedStderr();
  EXPECT_THAT(errors, HasSubstr("the work goes on without it"));
  EXPECT_EQ(std::ranges::count(errors, '\n'), 1) << errors;
}

TEST_F(HeartbeatTest, NoFolderIsMadeForARunThatIsGone) {
  const fs::path gone = run() / "gone";
  { const Heartbeat heart(gone, "train", {}, FakeClocks()); }
  EXPECT_FALSE(fs::exists(gone));
}

TEST_F(HeartbeatTest, FilesThatNobodyNeedsAreRemoved) {
  const ProcessId dead = {ThisProcess().host, ThisProcess().process, ThisProcess().start + 1};
  const auto put = [&](const ProcessId& process, int stream, double age) {
    const Beat beat = {.role = "selfplay",
                       .process = process,
                       .stream = stream,
                       .work = {.state = "playing"},
                       .time = wall_ - age};
    WriteFile(beat);
    return BeatFile(run(), beat);
  };
  const fs::path replaced = put(dead, 1, 10);
  const fs::path other_stream = put({dead.host, dead.process, dead.start + 1}, 2, 10);
  const fs::path claimed = put({dead.host, dead.process, dead.start + 2}, 101, 10);
  const fs::path other_machine = put({"elsewhere", 1, 1}, 1, 10);
  const fs::path old = put({"elsewhere", 2, 1}, 1, 25 * 3600);
  const Heartbeat heart(run(), "selfplay", 1, FakeClocks());
  EXPECT_FALSE(fs::exists(replaced));
  EXPECT_TRUE(fs::exists(other_stream));
  EXPECT_TRUE(fs::exists(other_machine));
  EXPECT_TRUE(fs::exists(claimed));
  EXPECT_FALSE(fs::exists(old));
  const Heartbeat next(run(), "selfplay", 102, FakeClocks());
  EXPECT_FALSE(fs::exists(claimed));
  EXPECT_TRUE(fs::exists(other_stream));
}

TEST_F(HeartbeatTest, AStartReadsFewFilesOfOthersAndLaterStartsTheRest) {
  for (int i = 0; i < 100; ++i) {
    WriteFile({.role = "selfplay",
               .process = {"n" + std::to_string(i), 1, 1},
               .stream = 100 + i,
               .work = {.state = "playing"},
               .time = wall_ - (i % 2 == 0 ? 10 : 25 * 3600)});
  }
  const auto count = [&] { return ReadBeats(run()).beats.size(); };
  { const Heartbeat heart(run(), "selfplay", 100, FakeClocks()); }
  EXPECT_GE(count(), 101 - Heartbeat::kReadings);
  for (int start = 0; start < 300; ++start) {
    Pass(1);
    const Heartbeat heart(run(), "train", {}, FakeClocks());
  }
  EXPECT_EQ(count(), 50 + 2u);  // those that are a few minutes old, and its own
}

TEST_F(HeartbeatTest, ABeatCannotHaveFilesRemovedElsewhere) {
  const Beat forged = {.role = "../x", .process = {"n3", 1, 1}, .work = {.state = "playing"}};
  const fs::path elsewhere = run() / "x-n3-1-1.json";
  fs::create_directories(StatusFolder(run()));
  AtomicWrite(StatusFolder(run()) / "x-n3-1-1.json", BeatText(forged));
  AtomicWrite(elsewhere, "");
  ASSERT_TRUE(fs::equivalent(BeatFile(run(), forged), elsewhere));
  const Heartbeat heart(run(), "selfplay", 1, FakeClocks());
  EXPECT_TRUE(fs::exists(elsewhere));
  EXPECT_THAT(ReadBeats(run()).faults, ElementsAre(HasSubstr("its name is not that")));
}

TEST_F(HeartbeatTest, FilesThatCannotBeReadAreNamed) {
  EXPECT_THAT(ReadBeats(run()).beats, IsEmpty());
  WriteFile(FullBeat());
  AtomicWrite(StatusFolder(run()) / "train-x.json", "{}");
  AtomicWrite(StatusFolder(run()) / "train-x.json.n3.1.1.tmp", "{");
  fs::create_symlink("train-y.json", StatusFolder(run()) / "train-y.json");  // to itself
  const Beats found = ReadBeats(run());
  EXPECT_THAT(found.beats, ElementsAre(FullBeat()));
  EXPECT_THAT(found.faults, ElementsAre(HasSubstr("train-x.json: "), HasSubstr("train-y.json: ")));
}

TEST(StalenessTest, AGameIsAsOldAsTheModelsSinceTheOneThatPlayedIt) {
  EXPECT_EQ(StalenessOf({}, 5), std::nullopt);
  EXPECT_EQ(StalenessOf({{"alien.games", 3}}, 5), std::nullopt);
  const auto same = StalenessOf({{"000005-01-000000.games", 10}}, 5);
  EXPECT_EQ(same, (Staleness{.mean = 0, .p95 = 0}));
  const auto mixed = StalenessOf({{"000005-01-000000.games", 90},
                                  {"000003-01-000000.games", 5},
                                  {"000001-02-000000.games", 5}},
                                 5);
  EXPECT_EQ(mixed, (Staleness{.mean = 0.3, .p95 = 2}));
}

}  // namespace
}  // namespace raichi
