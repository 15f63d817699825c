#include "app/balance/study/pairing.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include "base/checksum.h"
#include "base/rng.h"
#include "rules/files/rule_changes.h"
#include "rules/notation.h"

namespace raichi {
namespace {

constexpr uint64_t kPairsOfUnit = 16;

uint64_t CeilDivide(uint64_t number, uint64_t by) { return (number + by - 1) / by; }

/// Returns how many of the games of a cross-play each ordered pair of seeds has.
uint64_t GamesOfCell(int games, uint64_t seeds) {
  return CeilDivide(static_cast<uint64_t>(games), seeds * seeds);
}

/// The levels of a family, in the order of the plan.
std::vector<int> LevelsOf(std::string_view family, const StudyPlan& plan) {
  const StudyPlan::Players& players = plan.players;
  if (family == "network") return players.models.empty() ? std::vector<int>() : players.visits;
  if (family == "checkpoint") {
    std::vector<int> levels(players.checkpoints.size());
    std::iota(levels.begin(), levels.end(), 1);
    return levels;
  }
  return family == "alphabeta" ? players.alphabeta : players.playouts;
}

StudyPlayer PlayerOf(std::string_view family, int seed, int level) {
  const bool is_model = family == "network" || family == "checkpoint";
  return {is_model ? "" : fmt::format("{}:{}", family, level), seed, level};
}

/// Returns the changes by which no repetition or limit draws, but the attackers win.
std::string WithoutDraws(const RuleSet& rules) {
  std::string changes;
  if (rules.repetition.count > 0 && rules.repetition.result == RepetitionResult::kDraw) {
    changes += "+repetition.result=defenders_lose";
  }
  if (rules.quiet_limit > 0 && rules.quiet_limit_result == LimitResult::kDraw) {
    changes += "+quiet_limit_result=attackers";
  }
  return changes;
}

/// Collects the units of a round for one rule set.
class Round {
 public:
  Round(const StudiedRules& rules, size_t index, const StudyPlan& plan)
      : rules_(rules), plan_(plan) {
    base_.rules = index;
    base_.played = rules.rules;
  }

  /// Adds games between equals: `games` of them, in the round with this number.
  void AddEquals(std::string_view family, int level, Treatment treatment, int games, int round) {
    StudyPairing pairing = base_;
    pairing.family = family;
    pairing.treatment = treatment;
    AddCrossPlay(std::move(pairing), level, {games, round});
  }

  /// Adds games after each first move: `games` of them after each.
  void AddFirstMoves(int games) {
    StudyPairing pairing = base_;
    pairing.family = MainFamilyOf(plan_);
    pairing.treatment = Treatment::kFirstMoves;
    AddCrossPlay(std::move(pairing), TopLevelOf(plan_),
                 {.games = games, .openings = FirstMoves(rules_.rules).size()});
  }

  /// Adds the games that show what a doubling of the search is worth: each player at the top level
  /// meets itself with two doublings less, if there is so weak a level.
  void AddHandicap() {
    StudyPairing pairing = base_;
    pairing.family = MainFamilyOf(plan_);
    pairing.purpose = Purpose::kHandicap;
    pairing.treatment = plan_.main;
    const int top = TopLevelOf(plan_), few = WeakerLevel(pairing.family, top);
    if (few == top) return;
    const int seeds = SeedsOf(plan_);
    for (int seed = 0; seed < seeds; ++seed) {
      pairing.a = PlayerOf(pairing.family, seed, top);
      pairing.b = PlayerOf(pairing.family, seed, few);
      AddPairs(pairing, 0, CeilDivide(Games(plan_.handicap), 2 * static_cast<uint64_t>(seeds)));
    }
  }

  void AddBid(int turns) {
    StudyPairing pairing = base_;
    pairing.family = MainFamilyOf(plan_);
    pairing.purpose = Purpose::kBid;
    pairing.treatment = plan_.main;
    pairing.turns = turns;
    // The king's side has moved `turns` times after this many plies.
    const int plies = 2 * turns - (rules_.rules->data().first == Side::kDefenders ? 1 : 0);
    const std::string limit = fmt::format("+ply_limit={}+ply_limit_result=attackers", plies);
    const RuleSet& rules = rules_.rules->data();
    pairing.played =
        std::make_shared<const Rules>(ChangeRules(rules, limit + WithoutDraws(rules), rules.name));
    AddCrossPlay(std::move(pairing), TopLevelOf(plan_), {.games = plan_.bids.games});
  }

  /// Adds the games of the first model against its best responses. In half of them the best
  /// response plays the side that it did not learn, since pairs swap sides; these count for
  /// nothing.
  void AddSandwich() {
    StudyPairing pairing = base_;
    pairing.family = "network";
    pairing.purpose = Purpose::kSandwich;
    const int level = TopLevelOf(plan_);
    pairing.a = PlayerOf(pairing.family, 0, level);
    for (const Side side : {Side::kAttackers, Side::kDefenders}) {
      pairing.b = {.word = "", .seed = 0, .level = level, .best_response = side};
      AddPairs(pairing, 0, Games(plan_.sandwiches.games));
    }
  }

  std::vector<StudyUnit> Take() { return std::move(units_); }

 private:
  static uint64_t Games(int games) { return static_cast<uint64_t>(games); }

  /// How many games a cross-play has, all seeds together.
  struct Amount {
    int games = 0;  // after each opening
    int round = 0;
    uint64_t openings = 1;  // each pair of seeds plays all of them equally often
  };

  static int WeakerLevel(const std::string& family, int level) {
    constexpr int kDoublings = 2;
    // A ply of alpha-beta counts as a doubling.
    return std::max(1, family == "alphabeta" ? level - kDoublings : level >> kDoublings);
  }

  /// Adds games of every seed against every seed, on each side equally many.
  void AddCrossPlay(StudyPairing pairing, int level, const Amount& amount) {
    const int seeds = pairing.family == "network" ? SeedsOf(plan_) : 1;
    const uint64_t of_cell = GamesOfCell(amount.games, static_cast<uint64_t>(seeds));
    for (int i = 0; i < seeds; ++i) {
      for (int j = i; j < seeds; ++j) {
        pairing.a = PlayerOf(pairing.family, i, level);
        pairing.b = PlayerOf(pairing.family, j, level);
        // A pair of a seed with itself is two games of its cell.
        const uint64_t pairs = amount.openings * (i == j ? CeilDivide(of_cell, 2) : of_cell);
        AddPairs(pairing, static_cast<uint64_t>(amount.round) * pairs, pairs);
      }
    }
  }

  void AddPairs(const StudyPairing& pairing, uint64_t first, uint64_t pairs) {
    for (uint64_t begin = 0; begin < pairs; begin += kPairsOfUnit) {
      units_.push_back({pairing, first + begin, std::min(kPairsOfUnit, pairs - begin)});
    }
  }

  const StudiedRules& rules_;
  const StudyPlan& plan_;
  StudyPairing base_;
  std::vector<StudyUnit> units_;
};

}  // namespace

std::string_view ToString(Treatment treatment) {
  constexpr std::string_view kWords[] = {"setup", "random4", "first-moves"};
  return kWords[static_cast<size_t>(treatment)];
}

std::string_view ToString(Purpose purpose) {
  constexpr std::string_view kWords[] = {"level", "handicap", "bid", "sandwich"};
  return kWords[static_cast<size_t>(purpose)];
}

std::string StudyPairing::Name() const {
  const std::string side = b.best_response ? "-" + std::string(ToString(*b.best_response)) : "";
  return fmt::format("{}-{}{}-{}{}-{}.{}-{}.{}", family, ToString(purpose), side,
                     ToString(treatment), turns > 0 ? std::to_string(turns) : "", a.level, a.seed,
                     b.level, b.seed);
}

std::string MainFamilyOf(const StudyPlan& plan) {
  if (!plan.players.models.empty()) return "network";
  return plan.players.alphabeta.empty() ? "playouts" : "alphabeta";
}

int GamesOf(Treatment treatment, const StudyPlan& plan) {
  const StudyPlan::Openings& games = plan.openings;
  if (treatment == Treatment::kSetup) return games.setup;
  return treatment == Treatment::kRandom4 ? games.random4 : games.first_moves;
}

bool IsAtTop(const StudyPairing& pairing, const StudyPlan& plan) {
  return pairing.purpose == Purpose::kLevel && pairing.family == MainFamilyOf(plan) &&
         pairing.a.level == TopLevelOf(plan);
}

bool IsMain(const StudyPairing& pairing, const StudyPlan& plan) {
  return pairing.treatment == plan.main && IsAtTop(pairing, plan);
}

int TopLevelOf(const StudyPlan& plan) {
  const std::vector<int> levels = LevelsOf(MainFamilyOf(plan), plan);
  return *std::max_element(levels.begin(), levels.end());
}

int SeedsOf(const StudyPlan& plan) {
  return std::max(1, static_cast<int>(plan.players.models.size()));
}

int MostRounds(const StudyPlan& plan) {
  const auto seeds = static_cast<uint64_t>(MainFamilyOf(plan) == "network" ? SeedsOf(plan) : 1);
  const uint64_t of_cell = GamesOfCell(GamesOf(plan.main, plan), seeds);
  const uint64_t of_round = seeds * (seeds - 1) * of_cell + seeds * 2 * CeilDivide(of_cell, 2);
  return static_cast<int>(CeilDivide(static_cast<uint64_t>(plan.stop.games), of_round));
}

bool HasOneRound(const StudiedRules& rules, const StudyPlan& plan) {
  return plan.factorial.games > 0 && rules.group == "factorial";
}

MatchConfig MatchOf(const StudyUnit& unit, const StudyPlan& plan) {
  const StudyPairing& pairing = unit.pairing;
  MatchConfig match;
  match.rules = pairing.played;
  match.pairs = unit.pairs;
  match.first_pair = unit.first_pair;
  match.concurrent_pairs = static_cast<int>(unit.pairs);
  match.keep_records = true;
  // A bid may be longer than the limit of other games.
  if (pairing.purpose == Purpose::kBid) {
    match.max_plies = std::max(match.max_plies, pairing.played->data().ply_limit);
  }
  std::string stream(ToString(pairing.treatment));
  match.opening_random_plies = pairing.treatment == Treatment::kRandom4 ? kRandomPlies : 0;
  if (pairing.treatment == Treatment::kFirstMoves) match.first_moves = FirstMoves(match.rules);
  if (pairing.treatment == Treatment::kSetup) stream += pairing.Name();
  match.seed = Mix64(plan.seed) ^ Mix64(pairing.played->fingerprint()) ^ Checksum(stream);
  if (pairing.treatment == Treatment::kRandom4 && plan.openings.shared_between_rules) {
    const std::string seeds = fmt::format("shared {}.{}", pairing.a.seed, pairing.b.seed);
    match.shared_opening_seed = Mix64(plan.seed) ^ Checksum(seeds);
  }
  return match;
}

std::vector<StudyUnit> UnitsOfRound(const StudyDesign& design, size_t rules, int round,
                                    const StudyPlan& plan) {
  const StudiedRules& studied = design.rules[rules];
  Round units(studied, rules, plan);
  const std::string main = MainFamilyOf(plan);
  const int top = TopLevelOf(plan);
  const int games = HasOneRound(studied, plan) ? plan.factorial.games : GamesOf(plan.main, plan);
  units.AddEquals(main, top, plan.main, games, round);
  if (round > 0 || !studied.IsVariant()) return units.Take();
  for (const Treatment treatment : {Treatment::kSetup, Treatment::kRandom4}) {
    const bool is_main = treatment == plan.main;
    if (GamesOf(treatment, plan) == 0) continue;
    for (const std::string_view family : kStudyFamilies) {
      for (const int level : LevelsOf(family, plan)) {
        const bool is_top = family == main && level == top;
        if (is_top ? is_main : !is_main && !plan.openings.both_at_all_levels) continue;
        units.AddEquals(family, level, treatment, GamesOf(treatment, plan), 0);
      }
    }
  }
  if (plan.openings.first_moves > 0) units.AddFirstMoves(plan.openings.first_moves);
  if (plan.handicap > 0) units.AddHandicap();
  for (const int turns : plan.bids.turns) units.AddBid(turns);
  if (studied.is_sandwiched) units.AddSandwich();
  return units.Take();
}

}  // namespace raichi
