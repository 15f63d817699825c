#include "selfplay/records/record.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "rules/canonical_yaml.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "tests/selfplay/games.h"
#include "tests/support/family_rules.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

using testing::HasSubstr;

Move M(const std::string& text) { return ParseMove(text, 9); }

TEST(RecordTest, RoundTripsGamesOfAllVariants) {
  for (const std::string& variant : VariantNames()) {
    for (uint64_t id = 0; id < 5; ++id) {
      const GameRecord record = RandomRecord(variant, id, 200);
      const std::string bytes = PackRecord(record);
      EXPECT_EQ(UnpackRecord(bytes), record) << variant;
      EXPECT_EQ(PackRecord(UnpackRecord(bytes)), bytes) << variant;
      EXPECT_NO_THROW(CheckRecord(record, Variant(variant))) << variant;
    }
  }
}

TEST(RecordTest, GamesWithClosedCampsReplayFromTheirMovesAndFromPositions) {
  const RulesPtr rules = RoyalCamps();
  Rng rng(7);
  for (int i = 0; i < 20; ++i) {
    Game whole(rules);
    GameRecord record;
    record.rules_yaml = RecordedRules(rules->data());
    while (!whole.IsOver() && record.turns.size() < 300) {
      if (record.turns.size() == 60) record.start = ToString(*rules, whole.position());
      record.turns.push_back({.move = RandomMove(*rules, whole.position(), &rng)});
      whole.Play(record.turns.back().move);
    }
    if (record.turns.size() <= 60) continue;
    record.turns.erase(record.turns.begin(), record.turns.begin() + 60);
    Game game = StartOf(record, rules);  // with an empty history
    size_t plies = 0;
    for (; plies < record.turns.size() && !game.IsOver(); ++plies) {
      game.Play(record.turns[plies].move);
      ASSERT_EQ(game.position(), whole.PositionAt(60 + static_cast<int>(plies) + 1));
    }
    record.turns.resize(plies);
    record.result = game.IsOver() ? game.result() : Result::kDraw;
    record.reason = game.IsOver() ? game.reason() : Reason::kPlyLimit;
    EXPECT_NO_THROW(CheckRecord(UnpackRecord(PackRecord(record)), rules));
  }
}

TEST(RecordTest, RoundTripsExtremes) {
  GameRecord record;
  record.run_seed = record.game_id = std::numeric_limits<uint64_t>::max();
  record.start = "9/9/9/9/4K4/9/9/9/9 a";
  record.result = Result::kDefendersWin;
  record.reason = Reason::kResigned;
  record.would_resign_ply = -1;
  record.turns.resize(2);
  record.turns[0].move = M("a1-a9");
  record.turns[0].root_value = -1;
  record.turns[0].raw_value = 1;
  record.turns[0].visits = {{M("a1-a9"), std::numeric_limits<uint32_t>::max()}};
  record.turns[1].move = M("i9-a9");
  EXPECT_EQ(UnpackRecord(PackRecord(record)), record);
}

TEST(RecordTest, NamesMayBeAnyBytes) {
  GameRecord record = RandomRecord("linnaeus", 0, 20);
  record.attackers = "m\xff/model.raichi";
  record.defenders = "m\\xFF/model.raichi";
  const std::string bytes = PackRecord(record);
  EXPECT_THAT(bytes, HasSubstr("m\\xFF/model"));  // MessagePack's texts are UTF-8
  EXPECT_EQ(UnpackRecord(bytes), record);
}

TEST(RecordTest, ValuesAreRoundedToMultiplesOfTheScale) {
  EXPECT_EQ(QuantiseValue(0.25f), 0.25f);
  EXPECT_EQ(QuantiseValue(-2), -1);
  EXPECT_EQ(QuantiseValue(std::nanf("")), 0);
  GameRecord record = RandomRecord("linnaeus", 1);
  record.turns[0].root_value = 0.123456f;
  const GameRecord read = UnpackRecord(PackRecord(record));
  EXPECT_EQ(read.turns[0].root_value, QuantiseValue(0.123456f));
  EXPECT_NEAR(read.turns[0].root_value, 0.123456, 0.5 / kValueScale + 1e-6);
}

TEST(RecordTest, TheRulesInARecordPlayAlike) {
  const RulesPtr rules = Variant("ashton-bologna");
  const Rules read(ParseRuleSet(RecordedRules(rules->data()), "record"));
  EXPECT_EQ(read.fingerprint(), rules->fingerprint());
  EXPECT_EQ(read.data().name, "ashton-bologna");
}

/// Returns a game of version 2, in which every other full search has a surprise.
GameRecord SurprisingRecord(uint64_t id) {
  GameRecord record = RandomRecord("linnaeus", id, 6);
  for (size_t i = 0; i < record.turns.size(); i += 2) {
    record.turns[i].full_search = !record.turns[i].visits.empty();
    if (record.turns[i].full_search) record.turns[i].surprise = static_cast<float>(i) / 16;
  }
  return record;
}

TEST(RecordTest, SurprisesMakeItVersion2) {
  const GameRecord record = SurprisingRecord(4);
  GameRecord plain = record;
  for (TurnRecord& turn : plain.turns) turn.surprise.reset();
  ASSERT_NE(record, plain);
  EXPECT_EQ(PackRecord(plain)[9], 1);  // after the map's first byte and the key `version`
  EXPECT_EQ(PackRecord(record)[9], 2);
  EXPECT_EQ(UnpackRecord(PackRecord(plain)), plain);
  EXPECT_EQ(UnpackRecord(PackRecord(record)), record);
  EXPECT_NO_THROW(CheckRecord(record, Variant("linnaeus")));
}

TEST(RecordTest, SurprisesAreRoundedAndBounded) {
  EXPECT_EQ(QuantiseSurprise(0.25f), 0.25f);
  EXPECT_EQ(QuantiseSurprise(99), kMaxSurprise);
  EXPECT_EQ(QuantiseSurprise(-1), 0);
  GameRecord record = SurprisingRecord(4);
  record.turns[0].surprise = 0.123456f;
  EXPECT_EQ(UnpackRecord(PackRecord(record)).turns[0].surprise, QuantiseSurprise(0.123456f));
}

TEST(RecordTest, AGameWithoutSurprisesMustHaveVersion1) {
  std::string bytes = PackRecord(RandomRecord("linnaeus", 3));
  bytes[9] = 2;
  EXPECT_THAT(ErrorOf([&] { UnpackRecord(bytes); }), HasSubstr("expected 6 items"));
  bytes = PackRecord(SurprisingRecord(4));
  bytes[9] = 1;
  EXPECT_THAT(ErrorOf([&] { UnpackRecord(bytes); }), HasSubstr("expected 5 items"));
}

TEST(RecordTest, RefusesWhatIsNotARecord) {
  const std::string bytes = PackRecord(RandomRecord("linnaeus", 3));
  EXPECT_THAT(ErrorOf([] { UnpackRecord(""); }), HasSubstr("not MessagePack"));
  EXPECT_THAT(ErrorOf([] { UnpackRecord("\xc0"); }), HasSubstr("expected a map"));
  EXPECT_THAT(ErrorOf([&] { UnpackRecord(bytes + "x"); }), HasSubstr("not in canonical form"));
  std::string other = bytes;
  other.replace(other.find("version") + 7, 1, "\x03");
  EXPECT_THAT(ErrorOf([&] { UnpackRecord(other); }), HasSubstr("version 3, expected 1 or 2"));
  EXPECT_THROW(UnpackRecord(other), VersionError);
  // A later version may have more keys: a map of 16 items, with other keys behind the version.
  std::string later = std::string("\xde\0\x10", 3) + other.substr(1, 9);
  for (char key = 'a'; key < 'p'; ++key) later += std::string("\xa1") + key + "\xc0";
  EXPECT_THROW(UnpackRecord(later), VersionError);
  other = bytes;
  other.replace(other.find("rules"), 5, "Rules");
  EXPECT_THAT(ErrorOf([&] { UnpackRecord(other); }), HasSubstr("expected the key rules"));
}

TEST(RecordTest, TruncatedBytesAreErrorsAtEveryLength) {
  const std::string bytes = PackRecord(RandomRecord("linnaeus", 4, 6));
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_NE(ErrorOf([&] { UnpackRecord(std::string_view(bytes).substr(0, size)); }), "") << size;
  }
}

/// Reading changed bytes either fails or gives a different record that packs to exactly these
/// bytes.
TEST(RecordTest, ChangedBytesAreErrorsOrOtherRecords) {
  for (const GameRecord& written : {RandomRecord("linnaeus", 4, 6), SurprisingRecord(4)}) {
    const std::string bytes = PackRecord(written);
    const GameRecord record = UnpackRecord(bytes);
    for (size_t i = 0; i < bytes.size(); ++i) {
      for (int bit = 0; bit < 8; ++bit) {
        std::string changed = bytes;
        changed[i] = static_cast<char>(changed[i] ^ (1 << bit));
        try {
          const GameRecord other = UnpackRecord(changed);
          EXPECT_NE(other, record) << i;
          EXPECT_EQ(PackRecord(other), changed) << i;
        } catch (const Error&) {
        }
      }
    }
  }
}

TEST(RecordTest, HugeClaimsAreErrorsWithoutHugeMemory) {
  for (const std::string& bytes : {std::string("\xdf\xff\xff\xff\xff"),  // A map of 2^32 - 1.
                                   std::string("\xdd\xff\xff\xff\xff"),  // An array.
                                   std::string("\xdb\xff\xff\xff\xff"),  // A string.
                                   std::string(100000, '\x91')}) {       // Deep nesting.
    EXPECT_THAT(ErrorOf([&] { UnpackRecord(bytes); }), HasSubstr("limits"));
  }
}

class CheckRecordTest : public testing::Test {
 protected:
  /// Returns a game whose last move wins by the rules: the king moves to the edge.
  static GameRecord WonGame() {
    GameRecord record;
    record.game_id = 7;
    record.start = "9/9/t8/9/4K4/9/9/9/9 d";
    record.result = Result::kDefendersWin;
    record.reason = Reason::kKingEscaped;
    record.turns.resize(1);
    record.turns[0].move = M("e5-e9");
    return record;
  }
  static std::string Check(const GameRecord& record) {
    return ErrorOf([&] { CheckRecord(record, Variant("linnaeus")); });
  }
};

TEST_F(CheckRecordTest, AcceptsWhatTheRulesSay) { EXPECT_EQ(Check(WonGame()), ""); }

TEST_F(CheckRecordTest, FindsIllegalMoves) {
  GameRecord record = WonGame();
  record.turns[0].move = M("b1-b2");
  EXPECT_THAT(Check(record), HasSubstr("game 7, ply 0: illegal move b1-b2"));
  record.turns[0].move = M("a7-a8");
  EXPECT_THAT(Check(record), HasSubstr("illegal move a7-a8"));
}

TEST_F(CheckRecordTest, FindsWrongResultsAndReasons) {
  GameRecord record = WonGame();
  record.result = Result::kAttackersWin;
  EXPECT_THAT(Check(record), HasSubstr("game 7, ply 1: result attackers"));
  record = WonGame();
  record.reason = Reason::kNoAttackers;
  EXPECT_THAT(Check(record), HasSubstr("by the rules defenders (king escaped)"));
  record = WonGame();
  record.turns[0].move = M("e5-e8");
  EXPECT_THAT(Check(record), HasSubstr("by the rules ongoing"));
}

TEST_F(CheckRecordTest, FindsMovesAfterTheEnd) {
  GameRecord record = WonGame();
  record.turns.emplace_back().move = M("a7-a8");
  EXPECT_THAT(Check(record), HasSubstr("ply 1: a move after the end"));
}

TEST_F(CheckRecordTest, FindsIllegalAndDisorderedVisits) {
  GameRecord record = WonGame();
  record.turns[0].visits = {{M("e5-e9"), 3}, {M("b1-b2"), 1}};
  EXPECT_THAT(Check(record), HasSubstr("visited"));
  record.turns[0].visits = {{M("e5-e9"), 3}, {M("e5-d5"), 1}};
  EXPECT_THAT(Check(record), HasSubstr("out of order"));
  record.turns[0].visits = {{M("e5-e9"), 0}};
  EXPECT_THAT(Check(record), HasSubstr("no visits of e5-e9"));
  record.turns[0].visits = {{M("e5-d5"), 1}, {M("e5-e9"), 3}};
  record.turns[0].full_search = true;
  EXPECT_EQ(Check(record), "");
  record.turns[0].visits.clear();
  EXPECT_THAT(Check(record), HasSubstr("a full search without visits"));
  record.turns[0].full_search = false;
  record.turns[0].surprise = 0.5f;
  EXPECT_THAT(Check(record), HasSubstr("a surprise without a full search"));
}

TEST_F(CheckRecordTest, AcceptsResignationsAndOwnLimitsOfOngoingGamesOnly) {
  GameRecord record = WonGame();
  record.turns[0].move = M("e5-e8");
  record.reason = Reason::kResigned;
  for (const Result result : {Result::kAttackersWin, Result::kDefendersWin}) {
    record.result = result;
    EXPECT_EQ(Check(record), "");
  }
  record.result = Result::kDraw;
  EXPECT_NE(Check(record), "");
  record.reason = Reason::kPlyLimit;
  EXPECT_EQ(Check(record), "");
  record.turns[0].move = M("e5-e9");
  EXPECT_NE(Check(record), "");
}

}  // namespace
}  // namespace raichi
