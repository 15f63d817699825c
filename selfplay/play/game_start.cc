#include "selfplay/play/game_start.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/rng.h"

namespace raichi {
namespace {

constexpr int kDraws = 16;

/// Plays up to `plies` moves that `choose` chooses. Returns false if the game ended first.
template <typename Choose>
bool PlayMoves(int plies, Game* game, Choose choose) {
  MoveList moves;
  for (int i = 0; i < plies; ++i) {
    moves.Clear();
    game->LegalMoves(&moves);
    if (moves.empty()) return false;
    game->Play(choose(moves));
  }
  return !game->IsOver();
}

bool NextMoveCanEnd(Game* game) {
  MoveList moves;
  game->LegalMoves(&moves);
  for (const Move move : moves) {
    game->Play(move);
    const bool over = game->IsOver();
    game->TakeBack();
    if (over) return true;
  }
  return false;
}

using Value = std::function<double(const Game&)>;

/// Of one draw of an opening: how likely it is kept, and the mean value times that.
struct Kept {
  double probability = 0, value = 0;
};

void AddKept(int plies, double probability, const Value& value, Game* game, Kept* kept) {
  if (game->IsOver()) return;
  if (plies == 0) {
    if (NextMoveCanEnd(game)) return;
    kept->probability += probability;
    kept->value += probability * value(*game);
    return;
  }
  MoveList moves;
  game->LegalMoves(&moves);
  for (const Move move : moves) {
    game->Play(move);
    AddKept(plies - 1, probability / static_cast<double>(moves.size()), value, game, kept);
    game->TakeBack();
  }
}

}  // namespace

double MeanAfterRandomOpening(int plies, const Value& value, Game* game) {
  if (plies <= 0) return value(*game);
  Kept kept;
  AddKept(plies, 1, value, game, &kept);
  const double none = std::pow(std::max(0.0, 1 - kept.probability), kDraws);
  return none * value(*game) + (none < 1 ? (1 - none) * kept.value / kept.probability : 0);
}

namespace {

/// Plays an opening of moves that `choose` chooses, or none if all draws fail.
template <typename Choose>
void PlayOpening(int plies, Game* game, Choose choose) {
  if (plies <= 0) return;
  const int start = game->ply();
  for (int draw = 0; draw < kDraws; ++draw) {
    if (PlayMoves(plies, game, [&](const MoveList& moves) { return choose(draw, moves); }) &&
        !NextMoveCanEnd(game))
      return;
    game->Rewind(start);
  }
}

}  // namespace

void PlayRandomOpening(int plies, Rng* rng, Game* game) {
  PlayOpening(plies, game, [rng](int, const MoveList& moves) {
    return moves[rng->Below(static_cast<uint32_t>(moves.size()))];
  });
}

void PlaySharedOpening(int plies, uint64_t opening, Game* game) {
  PlayOpening(plies, game, [opening, game](int draw, const MoveList& moves) {
    const uint64_t of_ply = Mix64(opening ^ Mix64(static_cast<uint64_t>(draw) << 32 ^
                                                  static_cast<uint64_t>(game->ply() + 1)));
    return *std::ranges::min_element(
        moves, {}, [of_ply](Move move) { return Mix64(of_ply ^ Mix64(uint64_t{move.code()})); });
  });
}

namespace {

constexpr size_t kWindow = 60, kFewest = 10;  // games

size_t CountNamed(const SelfPlaySetup& setup) { return setup.rules.size() - setup.random_rules; }

/// Returns an index with a probability in proportion to its weight.
size_t DrawWeighted(std::span<const double> weights, double uniform) {
  double left = uniform * std::accumulate(weights.begin(), weights.end(), 0.0);
  size_t drawn = 0;
  while (drawn + 1 < weights.size() && (left -= weights[drawn]) >= 0) ++drawn;
  return drawn;
}

}  // namespace

Rng StreamOfGame(const SelfPlaySetup& setup, uint64_t id) {
  return StreamOf(setup.seed, RandomDomain::kGame, id);
}

size_t DrawRuleSet(const SelfPlaySetup& setup, Rng* rng) {
  const size_t named = CountNamed(setup);
  const bool is_random = setup.random_rules > 0 && rng->Uniform() < setup.random_share;
  if (is_random) return named + rng->Below(static_cast<uint32_t>(setup.random_rules));
  if (setup.rule_weights.empty()) return rng->Below(static_cast<uint32_t>(named));
  return DrawWeighted(std::span(setup.rule_weights).first(named), rng->Uniform());
}

const RulesPtr& RulesOfGame(const SelfPlaySetup& setup, uint64_t id) {
  Rng rng = StreamOfGame(setup, id);
  return setup.rules[DrawRuleSet(setup, &rng)];
}

double EvenShareOf(const SelfPlaySetup& setup, size_t index) {
  const size_t named = CountNamed(setup);
  const double of_random = setup.random_rules > 0 ? setup.random_share : 0;
  double share = 0;
  for (size_t i = 0; i < setup.rules.size(); ++i) {
    if (setup.rules[i]->fingerprint() != setup.rules[index]->fingerprint()) continue;
    share += i < named ? (1 - of_random) / static_cast<double>(named)
                       : of_random / static_cast<double>(setup.random_rules);
  }
  return share;
}

void ValueCorrection::Add(const GameRecord& record) {
  double sum = 0;
  int searches = 0;
  for (const TurnRecord& turn : record.turns) {
    if (turn.visits.empty()) continue;
    sum += std::abs(static_cast<double>(turn.root_value) - static_cast<double>(turn.raw_value));
    ++searches;
  }
  if (searches == 0) return;
  games_.push_back(sum / searches);
  if (games_.size() > kWindow) games_.pop_front();
}

std::optional<double> ValueCorrection::Mean() const {
  if (games_.size() < kFewest) return std::nullopt;
  return std::accumulate(games_.begin(), games_.end(), 0.0) / static_cast<double>(games_.size());
}

std::vector<double> RuleWeights(std::span<const std::optional<double>> corrections, double floor) {
  double sum = 0, known = 0;
  for (const std::optional<double>& correction : corrections) {
    sum += correction.value_or(0);
    known += correction ? 1 : 0;
  }
  if (floor >= 1 || sum <= 0) return {};
  const double mean = sum / known;
  std::vector<double> weights;
  for (const std::optional<double>& correction : corrections) {
    weights.push_back(floor + (1 - floor) * correction.value_or(mean) / mean);
  }
  return weights;
}

}  // namespace raichi
