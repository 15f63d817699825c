// Rule records that OpenTafl ships (its external rules and the games and puzzles that come with it)
// against our rule sets: the same, or the keys that differ are known. Pairs that only concern
// OpenTafl's knights and commanders are left out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "console/rule_json.h"
#include "rules/files/rule_changes.h"
#include "rules/files/rule_file.h"
#include "rules/opentafl/opentafl.h"

namespace raichi {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;

/// Reads OpenTafl's keys with the setup of a shipped rule set.
RuleSet Read(const std::string& keys, const std::string& name) {
  const RuleSet ours = OpenRules(name)->data();
  const OpenTaflConversion read = FromOpenTafl("dim:" + std::to_string(ours.size) + " " + keys +
                                               " start:" + SquaresToOpenTafl(ours.setup));
  EXPECT_THAT(read.warnings, IsEmpty()) << keys;
  return read.rule_set;
}

std::vector<std::string> Differences(const std::string& keys, const std::string& name) {
  std::vector<std::string> found;
  for (const auto& [key, theirs, ours] : DifferencesOf(Read(keys, name), OpenRules(name)->data())) {
    found.push_back(key + ": " + RuleValueText(theirs) + " | " + RuleValueText(ours));
  }
  return found;
}

TEST(OpenTaflFamily, TablutOfTheTriathlonIsOurs) {
  EXPECT_THAT(Differences("esc:e atkf:y ka:y ks:c cor: cens: cenh:", "tablut-opentafl"), IsEmpty());
}

TEST(OpenTaflFamily, TablutOfTheExternalRulesIsOurs) {
  EXPECT_THAT(Differences("esc:e atkf:y ks:c cor: cens: cenh:", "tablut-15"), IsEmpty());
}

TEST(OpenTaflFamily, BrandubWithAWeakKingIsOurs) {
  EXPECT_THAT(Differences("surf:n atkf:y ks:w cenh: cenhe:", "brandubh-opentafl"), IsEmpty());
}

TEST(OpenTaflFamily, BrandubOfTheTriathlonLeavesTheKingSafeBesideHisThrone) {
  const std::string keys = "surf:n atkf:y ks:c cenh: cenhe:";
  EXPECT_THAT(Differences(keys, "brandubh"),
              ElementsAre("throne.hostile_empty: [] | [attackers, defenders, king]",
                          "repetition.result: draw | defenders_lose", "encirclement: - | true"));
  EXPECT_THAT(OversightsOf(Read(keys, "brandubh")), ElementsAre(StartsWith("throne.hostile_empty")))
      << "though the game's commentary says that three take him there";
}

TEST(OpenTaflFamily, ArdRiDiffersInHowItEnds) {
  EXPECT_THAT(Differences("esc:e surf:n atkf:y ks:w cor: cen:", "ard-ri"),
              ElementsAre("repetition.result: draw | defenders_lose", "encirclement: - | true"));
}

TEST(OpenTaflFamily, FetlarHasAThroneThatTheKingMakesHostile) {
  // With the king on it, he himself is hostile to attackers: no difference in play.
  EXPECT_THAT(Differences("atkf:n", "fetlar-defenders-first"),
              ElementsAre("throne.hostile_occupied: [attackers] | []"));
}

}  // namespace
}  // namespace raichi
