#include "app/truth/make_truth.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <set>

#include "app/truth/bench_truth.h"
#include "base/checksum.h"
#include "base/rng.h"
#include "base/threads.h"
#include "mcts/alphabeta/alphabeta.h"
#include "mcts/players/players.h"
#include "rules/files/rule_file.h"
#include "selfplay/play/game_start.h"
#include "solve/answers.h"
#include "solve/truth/answers_to_truth.h"

namespace raichi {
namespace {

constexpr int kMostOpeningPlies = 8;
constexpr int kLongestGame = 120;
constexpr uint32_t kMovesPerSlip = 12;  // one of so many moves is random
constexpr int kOtherAnswers = 3;
constexpr size_t kMostUnproven = 2;  // positions in a row, before the rest of a game is left
constexpr uint64_t kTableSample = 50'000;

bool IsTooEasy(const TruthPosition& truth, const MakeTruthSettings& settings) {
  return settings.easy_visits > 0 && IsEasy(truth, settings.easy_visits);
}

/// A side of a game that is played for its positions: alpha-beta of a small depth, or greedy.
class Mover {
 public:
  explicit Mover(Rng* rng) : depth_(std::array{0, 1, 1, 2}[rng->Below(4)]) {
    if (depth_ == 0) return;
    engine_ = std::make_unique<AlphaBeta>(AlphaBetaConfig{.depth = depth_, .table_bits = 12});
    engine_->NewGame((*rng)());
  }

  Move Choose(const Game& game, Rng* rng) {
    if (rng->Below(kMovesPerSlip) == 0) return ChooseRandomMove(game, rng);
    return depth_ == 0 ? ChooseGreedyMove(game, rng) : engine_->Think(game).move;
  }

 private:
  int depth_;
  std::unique_ptr<AlphaBeta> engine_;
};

Game PlayGame(const RulesPtr& rules, Rng* rng) {
  Game game(rules);
  PlayRandomOpening(static_cast<int>(rng->Below(kMostOpeningPlies + 1)), rng, &game);
  std::array<Mover, 2> movers{Mover(rng), Mover(rng)};
  while (!game.IsOver() && game.ply() < kLongestGame) {
    game.Play(movers[static_cast<size_t>(game.to_move())].Choose(game, rng));
  }
  return game;
}

/// The positions under one rule set.
class Finder {
 public:
  Finder(const RulesPtr& rules, const MakeTruthSettings& settings, std::atomic<size_t>* found)
      : rules_(rules),
        settings_(settings),
        found_(*found),
        prover_(rules, 17),
        cells_(*rules, settings.per_class) {}

  std::vector<TruthPosition> Find(const std::vector<GameRecord>& records,
                                  const std::stop_token& stop) {
    for (const GameRecord& record : records) {
      if (IsDone(stop)) break;
      if (RecordedRules(rules_->data()) != record.rules_yaml) continue;
      Game game = StartOf(record, rules_);
      for (const TurnRecord& turn : record.turns) game.Play(turn.move);
      TakeGame(game, Mix64(record.run_seed) ^ Mix64(record.game_id + 1));
    }
    const uint64_t stream = Mix64(settings_.seed) ^ Checksum(rules_->data().name);
    for (int i = 0; i < settings_.own_games && !IsDone(stop); ++i) {
      const uint64_t seed = stream ^ Mix64(static_cast<uint64_t>(i) + 1);
      Rng rng(seed);
      TakeGame(PlayGame(rules_, &rng), seed);
    }
    return cells_.positions();
  }

 private:
  bool IsDone(const std::stop_token& stop) const {
    return stop.stop_requested() || cells_.IsFull(settings_.examine.most_plies);
  }

  /// Goes back from the end of a game until a few positions in a row are not proven. Looks also at
  /// some other answers of a side that loses.
  void TakeGame(const Game& game, uint64_t id) {
    Rng rng(id);
    part_ = rng.Below(2) == 0 ? TruthPart::kChoice : TruthPart::kHeldOut;
    taken_.clear();
    size_t unproven = 0;
    for (int ply = game.ply() - 1; ply >= 0 && unproven < kMostUnproven; --ply) {
      const Position& position = game.PositionAt(ply);
      const int plies = Consider(position);
      unproven = plies > 0 ? 0 : unproven + 1;
      for (int i = 0; i < kOtherAnswers && plies > 0 && plies % 2 == 0; ++i) {
        Position after = position;
        const Move answer = RandomMove(*rules_, position, &rng);
        if (Play(*rules_, answer, &after).result == Result::kOngoing) Consider(after);
      }
    }
  }

  /// Adds a position if it can be proven, is telling, and the game gave none of its distance yet.
  /// Returns the plies to its end, or 0.
  int Consider(const Position& position) {
    const int plies = PliesToEnd(position, settings_.examine, &prover_).value_or(0);
    if (plies == 0 || taken_.contains(plies) || !cells_.HasRoomFor(position, plies)) return plies;
    auto truth = Examine(position, plies, settings_.examine, &prover_);
    if (!truth || IsTooEasy(*truth, settings_)) return plies;
    truth->part = part_;
    taken_.insert(plies);
    cells_.Add(std::move(*truth));
    ++found_;
    return plies;
  }

  const RulesPtr rules_;
  const MakeTruthSettings& settings_;
  std::atomic<size_t>& found_;
  Prover prover_;
  TruthCells cells_;
  TruthPart part_ = TruthPart::kChoice;  // of the present game
  std::set<int> taken_;                  // distances of its positions
};

/// The shipped rules that differ from those of a table in the setup alone, or the table's.
RulesPtr ShippedRulesOf(const SolveTable& table) {
  const RuleSet& data = table.rules().data();
  const RulesPtr shipped = FindShippedRules(data.name.substr(0, data.name.find('+')));
  if (!shipped) return table.rules_ptr();
  RuleSet changed = shipped->data();
  changed.setup = data.setup;
  const bool is_same = Rules(changed).fingerprint() == table.rules().fingerprint();
  return is_same ? shipped : table.rules_ptr();
}

}  // namespace

std::vector<TruthPosition> MakeTruth(const MakeTruthSettings& settings,
                                     const std::vector<GameRecord>& records,
                                     const MakeTruthAttend& attend) {
  std::vector<std::vector<TruthPosition>> found(settings.rules.size());
  std::atomic<size_t> begun = 0, done = 0, positions = 0;
  bool is_stopped = false;
  Crew().Run(
      settings.workers,
      [&](int, const std::stop_token& stop) {
        for (size_t i = begun++; i < found.size() && !stop.stop_requested(); i = begun++) {
          found[i] = Finder(settings.rules[i], settings, &positions).Find(records, stop);
          ++done;
        }
      },
      [&] {
        is_stopped |= !attend(done, positions);
        return !is_stopped;
      });
  std::vector<TruthPosition> all;
  if (is_stopped) return all;
  for (std::vector<TruthPosition>& of_rules : found) {
    std::ranges::move(of_rules, std::back_inserter(all));
  }
  return all;
}

std::vector<TruthPosition> TruthOfTable(const SolveTable& table,
                                        const MakeTruthSettings& settings) {
  const RulesPtr rules = ShippedRulesOf(table);
  TruthCells cells(*rules, settings.per_class);
  Rng rng(Mix64(settings.seed) ^ table.rules().fingerprint());
  for (const uint64_t index : SamplePositions(table, kTableSample, /*min_plies=*/1, &rng)) {
    const Position position = table.PositionAt(index);
    const Solved value = table.ValueAt(index);
    if (!value.plies || !cells.HasRoomFor(position, *value.plies)) continue;
    auto truth = Examine(position, table);
    if (!truth || IsTooEasy(*truth, settings)) continue;
    truth->rules = rules;
    truth->part = rng.Below(2) == 0 ? TruthPart::kChoice : TruthPart::kHeldOut;
    cells.Add(std::move(*truth));
  }
  return cells.positions();
}

}  // namespace raichi
