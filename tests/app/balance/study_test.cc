#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "app/balance/study/play_study.h"
#include "base/files/output_file.h"
#include "base/json.h"
#include "console/log.h"
#include "rules/files/rule_file.h"
#include "tests/app/balance/tiny_study.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class StudyFolder : public TinyStudy {};

TEST_F(StudyFolder, RoundsEndByThePlan) {
  for (size_t i = 0; i < study_->design().rules.size(); ++i) {
    const size_t games = MainRecords(i).size();
    EXPECT_EQ(games, NeedsRound(*study_, i, 1) ? 80u : 40u);
    EXPECT_FALSE(NeedsRound(*study_, i, 2));
  }
  StudyPlan wide = study_->plan();
  wide.stop.half_width = 1;
  const Study other(wide, *folder_ / "wide");
  const Interrupt interrupt;
  ASSERT_TRUE(PlayStudy(other, 1, {}, interrupt));
  EXPECT_FALSE(NeedsRound(other, 0, 1));
  EXPECT_TRUE(other.DoneUnits(0, 2).size() == UnitsOfRound(other.design(), 0, 0, wide).size());
}

TEST_F(StudyFolder, OneGameAgainAndAgainNeedsNoOtherRound) {
  RuleSet rules = OpenRules("minitafl")->data();
  rules.name = "one-move";  // the king wins by the first move, and alpha-beta sees it
  rules.setup = "1K3/5/5/5/4t";
  rules.first = Side::kDefenders;
  const auto file = (*folder_ / "one-move.yaml").string();
  std::ofstream(file) << ToYaml(rules);
  StudyPlan plan;
  plan.rules = {file};
  plan.players.alphabeta = {1, 2};
  plan.openings.setup = 20;
  plan.stop.half_width = 0.001;
  plan.stop.games = 200;
  const Study study(plan, *folder_ / "one-move");
  const Interrupt interrupt;
  ASSERT_TRUE(PlayStudy(study, 1, {}, interrupt));
  EXPECT_FALSE(NeedsRound(study, 0, 1));
  EXPECT_GT(MostRounds(plan), 1);
  EXPECT_EQ(study.DoneUnits(0, MostRounds(plan)).size(), study.DoneUnits(0, 1).size());
}

TEST_F(StudyFolder, ADamagedFileIsNamed) {
  const Study other(study_->plan(), *folder_ / "damaged");
  std::filesystem::copy(
      study_->folder() / "games", other.folder() / "games",
      std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
  EXPECT_EQ(StudyToJson(other).at("rules"), json_.at("rules"));
  const auto file = other.FileOf(other.DoneUnits(0, 1)[0]);
  std::string bytes = BytesOf(file);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  WriteBytes(file, bytes);
  EXPECT_THAT(ErrorOf([&] { StudyToJson(other); }),
              AllOf(HasSubstr(file.string()), HasSubstr("delete the file, and the study plays")));
}

TEST_F(StudyFolder, WhatKilledProcessesLeftIsRemoved) {
  const StudyUnit unit = study_->DoneUnits(0, 1)[0];
  const size_t files = FilesIn(study_->FileOf(unit).parent_path()).size();
  std::string dead = TemporaryPath(study_->FileOf(unit)).string();  // NAME.HOST.PID.START.tmp
  dead = dead.substr(0, dead.rfind('.', dead.size() - 5)) + ".1.tmp";
  WriteBytes(dead, "half");
  WriteBytes(study_->folder() / "games" / ".DS_Store", "another program's file");
  EXPECT_TRUE(study_->IsDone(unit));
  study_->RemoveTemporaries();
  EXPECT_EQ(FilesIn(study_->FileOf(unit).parent_path()).size(), files);
  EXPECT_TRUE(study_->IsDone(unit));
}

TEST_F(StudyFolder, AnotherVersionOfTheProgramIsNamed) {
  const auto folder = *folder_ / "begun", identity = folder / "identity.json";
  StartLog("info");
  const auto opened = [&] {
    testing::internal::CaptureStderr();
    const Study study(study_->plan(), folder);
    return testing::internal::GetCapturedStderr();
  };
  EXPECT_THAT(opened(), Not(HasSubstr("began this study")));
  EXPECT_THAT(opened(), Not(HasSubstr("began this study")));
  Json begun = Json::parse(BytesOf(identity));
  begun.erase("sum");
  begun["program"] = "0.0.9";
  WriteBytes(identity, JsonText(WithSum(begun)));
  EXPECT_THAT(opened(), HasSubstr("begun: raichi 0.0.9 began this study; players of raichi "));
  WriteBytes(identity,
             "{\"models\":" + std::string(300'000, '[') + std::string(300'000, ']') + "}");
  EXPECT_THAT(ErrorOf([&] { Study(study_->plan(), folder); }),
              HasSubstr("identity.json: is nested more than 100 levels deep"));
  begun.erase("program");
  WriteBytes(identity, begun.dump());
  EXPECT_THAT(opened(), Not(HasSubstr("began this study"))) << "an older program began it";
}

TEST_F(StudyFolder, AStudyKeepsItsPlanAndRules) {
  StudyPlan plan = study_->plan();
  EXPECT_EQ(ErrorOf([&] { Study(plan, study_->folder()); }), "");
  plan.seed = 99;
  EXPECT_THAT(ErrorOf([&] { Study(plan, study_->folder()); }),
              HasSubstr("holds a study with another plan; choose another --dir"));
  // Its own plan, edited, is another one too.
  const std::string text = BytesOf(StudyPlanFile(study_->folder()));
  WriteBytes(StudyPlanFile(study_->folder()), ToYaml(plan));
  EXPECT_THAT(ErrorOf([&] { Study(plan, study_->folder()); }),
              HasSubstr("plan.yaml changed since the study began; restore it"));
  WriteBytes(StudyPlanFile(study_->folder()), text);
  RuleSet rules = OpenRules("minitafl")->data();
  rules.name = "mine";
  const auto file = (*folder_ / "mine.yaml").string();
  std::ofstream(file) << ToYaml(rules);
  plan = {};
  plan.rules = {file};
  plan.players.playouts = {4};
  EXPECT_EQ(ErrorOf([&] { Study(plan, *folder_ / "mine"); }), "");
  rules.first = Side::kDefenders;
  std::ofstream(file) << ToYaml(rules);
  EXPECT_THAT(ErrorOf([&] { Study(plan, *folder_ / "mine"); }),
              HasSubstr("rules '" + file + "' changed since the study began"));
}

}  // namespace
}  // namespace raichi
