#include "selfplay/match/match_worker.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/error.h"
#include "base/rng.h"
#include "rules/canonical_yaml.h"
#include "rules/notation.h"
#include "selfplay/play/game_start.h"

namespace raichi {

MatchGame::MatchGame(std::unique_ptr<Player> attackers, std::unique_ptr<Player> defenders)
    : players_{std::move(attackers), std::move(defenders)} {}

void MatchGame::Begin(Game game, int max_plies, uint64_t seed) {
  game_.emplace(std::move(game));
  max_plies_ = max_plies;
  thinking_ = false;
  values_.assign(static_cast<size_t>(game_->ply()), 0);
  for (uint64_t side = 0; side < 2; ++side) {
    players_[side]->NewGame(*game_, Mix64(seed) ^ Mix64(side + 1));
  }
}

std::span<const LeafRequest> MatchGame::SelectLeaves() {
  while (!IsOver()) {
    if (!thinking_) {
      player().BeginTurn(*game_);
      thinking_ = true;
      asked_ = false;
    }
    if (const auto leaves = player().SelectLeaves(); !leaves.empty()) {
      asked_ = true;
      return leaves;
    }
    thinking_ = false;
    const Move move = player().ChooseMove();
    values_.push_back(QuantiseValue(player().Value()));
    game_->Play(move);
    if (!asked_) return {};
  }
  return {};
}

std::vector<TurnRecord> MatchGame::Turns() const {
  std::vector<TurnRecord> turns(values_.size());
  for (size_t ply = 0; ply < turns.size(); ++ply) {
    turns[ply].move = game_->moves()[ply];
    turns[ply].root_value = values_[ply];
  }
  return turns;
}

namespace {

MatchGame NewGame(const MatchConfig& config, size_t game, const PlayerKind& a,
                  const PlayerKind& b) {
  const bool a_attacks = SideOfA(config, game) == Side::kAttackers;
  return a_attacks ? MatchGame(a.NewPlayer(), b.NewPlayer())
                   : MatchGame(b.NewPlayer(), a.NewPlayer());
}

}  // namespace

MatchWorker::MatchWorker(const MatchConfig* config, const PlayerKind& a, const PlayerKind& b)
    : config_(config), names_{a.name(), b.name()} {
  batches_[0].Use(a.evaluator());
  batches_[1].Use(b.evaluator());
  batch_of_ = {0, a.evaluator() == b.evaluator() ? size_t{0} : size_t{1}};
  // Without evaluators there is nothing to batch.
  const bool alone = a.evaluator() == nullptr && b.evaluator() == nullptr;
  const bool one = alone || config->one_game_at_a_time;
  const auto wanted = one ? uint64_t{1} : static_cast<uint64_t>(config->concurrent_pairs);
  for (uint64_t i = 0; i < std::min(wanted, std::max<uint64_t>(config->pairs, 1)); ++i) {
    pairs_.push_back({.games = {NewGame(*config, 0, a, b), NewGame(*config, 1, a, b)},
                      .index = 0,
                      .busy = false});
  }
}

bool MatchWorker::Step(const NextPair& next_pair, const PairOver& pair_over) {
  for (Pair& pair : pairs_) Advance(&pair, next_pair, pair_over);
  for (LeafBatch<MatchGame>& batch : batches_) batch.Run();
  return more_pairs_ ||
         std::any_of(pairs_.begin(), pairs_.end(), [](const Pair& p) { return p.busy; });
}

/// Adds the next leaves of the pair's games to the batches. If the pair is over, its slot takes up
/// another pair only in the next step.
void MatchWorker::Advance(Pair* pair, const NextPair& next_pair, const PairOver& pair_over) {
  if (!pair->busy) {
    const std::optional<uint64_t> index = more_pairs_ ? next_pair() : std::nullopt;
    more_pairs_ = index.has_value();
    if (!index) return;
    Begin(*index, pair);
  }
  SelectLeaves(pair);
  if (!pair->games[0].IsOver() || !pair->games[1].IsOver()) return;
  pair->busy = false;
  pair_over(ResultOf(*pair));
}

void MatchWorker::SelectLeaves(Pair* pair) {
  for (size_t i = 0; i < 2; ++i) {
    MatchGame& game = pair->games[i];
    if (i == 1 && config_->one_game_at_a_time && !pair->games[0].IsOver()) break;
    const std::span<const LeafRequest> leaves = game.SelectLeaves();
    if (leaves.empty()) continue;
    const size_t kind = game.to_move() == SideOfA(*config_, i) ? 0 : 1;
    batches_[batch_of_[kind]].Add(&game, leaves);
  }
}

void MatchWorker::Begin(uint64_t index, Pair* pair) {
  Rng rng = StreamOf(config_->seed, RandomDomain::kGame, config_->first_pair + index);
  const std::array<uint64_t, 2> seeds = {rng(), rng()};
  Game game(config_->rules, config_->start.value_or(config_->rules->start()));
  if (!config_->first_moves.empty()) {
    game.Play(config_->first_moves[(config_->first_pair + index) % config_->first_moves.size()]);
  }
  if (const auto& shared = config_->shared_opening_seed) {
    const uint64_t opening = Mix64(*shared ^ Mix64(config_->first_pair + index + 1));
    PlaySharedOpening(config_->opening_random_plies, opening, &game);
  } else {
    PlayRandomOpening(config_->opening_random_plies, &rng, &game);
  }
  for (size_t i = 0; i < 2; ++i) pair->games[i].Begin(game, config_->max_plies, seeds[i]);
  pair->index = index;
  pair->busy = true;
}

PairResult MatchWorker::ResultOf(const Pair& pair) const {
  PairResult result;
  result.index = pair.index;
  for (size_t i = 0; i < 2; ++i) {
    result.a_sides[i] = SideOfA(*config_, i);
    result.results[i] = pair.games[i].result();
    result.plies[i] = pair.games[i].ply();
    if (config_->keep_records) result.records.push_back(RecordOf(pair, i));
  }
  return result;
}

GameRecord MatchWorker::RecordOf(const Pair& pair, size_t game) const {
  GameRecord record;
  record.run_seed = config_->seed;
  record.game_id = 2 * (config_->first_pair + pair.index) + game;
  record.rules_yaml = RecordedRules(config_->rules->data());
  const size_t attackers = SideOfA(*config_, game) == Side::kAttackers ? 0 : 1;
  record.attackers = names_[attackers];
  record.defenders = names_[1 - attackers];
  const Rules& rules = *config_->rules;
  if (config_->start && *config_->start != rules.start()) {
    record.start = ToString(rules, *config_->start);
  }
  record.result = pair.games[game].result();
  record.reason = pair.games[game].reason();
  record.turns = pair.games[game].Turns();
  return record;
}

}  // namespace raichi
