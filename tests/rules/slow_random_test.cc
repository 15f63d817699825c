// Checks what holds by any rules on random games of the slow engine, and that the random rule sets
// use every key.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "rules/rule_keys.h"
#include "tests/support/compare.h"
#include "tests/support/random_rules.h"
#include "tests/support/slow_game.h"

namespace raichi {
namespace {

/// Collects the names of the keys that have another value than their default, and the words of
/// lists.
class KeysUsed {
 public:
  explicit KeysUsed(std::map<std::string, int>* used) : used_(used) {}

  void Name(const RuleKey&, const std::string&) {}
  void Text(const RuleKey&, const std::string&) {}
  void Texts(const RuleKey&, const std::vector<std::string>&) {}
  void Size(const RuleKey& key, int size) { Count(key, size != RuleSet().size); }
  void Setup(const RuleKey& key, const std::string& setup) {
    ++(*used_)[std::string(key.name) + (setup.find('b') == std::string::npos ? "" : ".royal")];
  }
  template <typename T, size_t N>
  void Word(const RuleKey& key, T value, const std::array<RuleWord<T>, N>& table) {
    ++(*used_)[path_ + std::string(key.name) + "." + std::string(WordOf(table, value))];
  }
  template <size_t N>
  void Classes(const RuleKey& key, ClassSet set,
               const std::array<RuleWord<ClassSet::Word>, N>& table) {
    for (const auto& [word, value] : table) {
      const bool has = (set.words & value) != 0;
      (*used_)[path_ + std::string(key.name) + "." + std::string(word)] += has ? 1 : 0;
    }
  }
  void Squares(const RuleKey& key, const std::vector<Square>& squares) {
    Count(key, !squares.empty());
  }
  void Count(const RuleKey& key, int count) { Count(key, count != 0); }
  void Limit(const RuleKey& key, int limit, PlyCount) { Count(key, limit != 0); }
  void Number(const RuleKey& key, int number, NumberRange range) {
    Count(key, number != range.least);
  }
  template <typename Visit>
  void Section(const RuleKey& key, Visit visit) {
    const std::string above = path_;
    path_ += std::string(key.name) + ".";
    visit(*this);
    path_ = above;
  }
  template <typename T, typename Visit>
  void OptionalSection(const RuleKey& key, const std::optional<T>& section, Layout, Visit visit) {
    if (section) Section(key, [&](auto& visitor) { visit(visitor, *section); });
  }

 private:
  void Count(const RuleKey& key, bool is_used) {
    (*used_)[path_ + std::string(key.name)] += is_used ? 1 : 0;
  }

  std::string path_;
  std::map<std::string, int>* used_;
};

TEST(RandomRules, UseEveryKeyAndWord) {
  Rng rng(31);
  std::map<std::string, int> used;
  for (int i = 0; i < 300; ++i) {
    const RuleSet rules = RandomRuleSet(&rng);
    KeysUsed visitor(&used);
    VisitRuleKeys(visitor, rules);
  }
  EXPECT_GT(used.at("setup.royal"), 0);
  for (const char* word : {"draw", "attackers", "defenders"}) {
    EXPECT_GT(used[std::string("ply_limit_result.") + word], 0);
  }
  for (const auto& [key, count] : used) EXPECT_GT(count, 0) << key;
}

void ExpectMovesWithinSpeed(const slow::SlowEngine& engine, const slow::Board& board) {
  for (const slow::SlowMove move : engine.Moves(board)) {
    const char piece = board.Get(move.from);
    const SpeedRules& speed = engine.rules().speed;
    const int limit = piece == 'K' ? speed.king : piece == 'T' ? speed.defenders : speed.attackers;
    const int distance = std::abs(move.to.x - move.from.x) + std::abs(move.to.y - move.from.y);
    EXPECT_TRUE(limit == 0 || distance <= limit) << slow::Text(move);
  }
}

void ExpectEmptyCampsAreClosed(const slow::SlowEngine& engine, const slow::Board& board) {
  for (const slow::At at : slow::AllSquares(board)) {
    const int camp = engine.CampOf(at);
    if (camp == 0 || !engine.rules().camps->close || board.closed.count(camp) > 0) continue;
    bool attackers = false;
    for (const slow::At other : slow::AllSquares(board)) {
      attackers |= engine.CampOf(other) == camp && slow::OwnerOf(board.Get(other)) == 'a';
    }
    EXPECT_TRUE(attackers) << slow::Text(at) << " on " << engine.FullText(board);
  }
}

/// Returns a random move, most often one that captures if there is one.
slow::SlowMove PickMove(const slow::SlowEngine& engine, const slow::SlowGame& game, Rng* rng) {
  const std::vector<slow::SlowMove> moves = game.Moves();
  slow::SlowMove move;
  for (int i = 0; i < 8; ++i) {
    move = moves[rng->Below(static_cast<uint32_t>(moves.size()))];
    if (!engine.Play(game.board(), move).captured.empty()) return move;
  }
  return move;
}

/// Plays a random game and returns the reason of its end, if it has one.
std::string PlayRandomGame(const slow::SlowEngine& engine, Rng* rng) {
  slow::SlowGame game(&engine, engine.Start());
  for (int ply = 0; ply < 80 && game.result().empty(); ++ply) {
    const slow::Board before = game.board();
    EXPECT_EQ(engine.Parse(engine.FullText(before)), before) << engine.FullText(before);
    ExpectMovesWithinSpeed(engine, before);
    ExpectEmptyCampsAreClosed(engine, before);
    game.Play(PickMove(engine, game, rng));
    EXPECT_TRUE(std::includes(game.board().closed.begin(), game.board().closed.end(),
                              before.closed.begin(), before.closed.end()));
    const bool royal_lost =
        FindRoyal(before) != slow::At{} && FindRoyal(game.board()) == slow::At{};
    EXPECT_EQ(royal_lost, game.reason() == "royal attacker captured") << game.reason();
  }
  return game.reason();
}

TEST(RandomRules, GamesKeepWhatTheTextsSay) {
  Rng rng(33);
  std::map<std::string, int> ends;
  const int rule_sets = Scaled(200);
  for (int i = 0; i < rule_sets && !HasFailure(); ++i) {
    const slow::SlowEngine engine(RandomRuleSet(&rng));
    ++ends[PlayRandomGame(engine, &rng)];
  }
  if (rule_sets < 200) return;
  EXPECT_GT(ends["royal attacker captured"], 3);
  EXPECT_GT(ends["ply limit"], 3);
}

}  // namespace
}  // namespace raichi
