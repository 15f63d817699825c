#include "app/engine/engine.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/process.h"
#include "mcts/search/tactics.h"

namespace raichi {
namespace {

// Visits between two checks of the clock if no leaf needs an evaluation.
constexpr int kVisitsAtOnce = 4096;
constexpr size_t kMostTreeBytes = size_t{1} << 30;
constexpr int kWarmBatches = 3;
// A clear lead may end a turn once the time passed is at least this share of the time left.
constexpr double kLeastThought = 0.3;

bool Has(std::span<const Move> moves, Move move) {
  return std::ranges::find(moves, move) != moves.end();
}

}  // namespace

Engine::Engine(std::unique_ptr<PlayerKind> kind, uint64_t seed, Interrupted interrupted)
    : kind_(std::move(kind)),
      searcher_(dynamic_cast<const SearchPlayerKind*>(kind_.get())),
      seed_(seed),
      interrupted_(std::move(interrupted)) {
  if (searcher_ != nullptr) return;
  player_ = kind_->NewPlayer();
  player_->StopWhen([this] { return IsOutOfTime() || (interrupted_ && interrupted_()); });
}

void Engine::Warm(const Game& game) {
  if (searcher_ == nullptr) return;
  MoveList moves;
  game.LegalMoves(&moves);
  const std::vector<LeafRequest> leaves(static_cast<size_t>(searcher_->config().budget.in_flight),
                                        LeafRequest{&game, {moves.data(), moves.size()}});
  for (int i = 0; i < kWarmBatches; ++i) {
    const Clock::time_point start = Clock::now();
    Evaluate(leaves);
    batch_seconds_ = SecondsSince(start);
  }
}

void Engine::Begin(const Game& game, const EngineLimits& limits) {
  RAICHI_CHECK(!game.IsOver());
  begun_ = Clock::now();
  Limit(limits);
  const bool is_new = !game_ || game_->rules().fingerprint() != game.rules().fingerprint();
  game_ = game;
  decided_ = Move();
  is_done_ = false;
  batch_seconds_ /= 2;  // the old measurement may be too large by now
  if (searcher_ != nullptr) {
    BeginSearch();
  } else if (is_new) {
    player_->NewGame(game, seed_);
  }
}

void Engine::BeginSearch() {
  if (!search_) {
    search_.emplace(searcher_->config().search, *game_, seed_);
  } else if (!Follow(*game_, &*search_)) {
    search_->Reset(*game_, seed_);
  }
  visits_at_begin_ = Visits();
  StartSearch();
}

void Engine::StartSearch() {
  search_->Start({.visits = std::min(VisitsAllowed(), Visits() + kVisitsAtOnce),
                  .in_flight = searcher_->config().budget.in_flight});
}

void Engine::Limit(const EngineLimits& limits) {
  limits_ = limits;
  limited_ = Clock::now();
}

bool Engine::Step() {
  if (is_done_) return false;
  if (searcher_ != nullptr) {
    is_done_ = !Simulate();
  } else {
    player_->BeginTurn(*game_);
    decided_ = player_->ChooseMove();
    is_done_ = true;
  }
  return !is_done_;
}

bool Engine::Simulate() {
  if (IsOutOfTime() || IsDecided() || Visits() >= VisitsAllowed()) return false;
  const Clock::time_point start = Clock::now();
  const std::span<const LeafRequest> leaves = search_->SelectLeaves();
  if (leaves.empty()) return Extend();
  Evaluate(leaves);
  search_->Answer({answers_.data(), leaves.size()});
  batch_seconds_ = SecondsSince(start);
  return true;
}

/// Raises the visits of a search that has reached its visits so far but not the turn's limit.
bool Engine::Extend() {
  const bool is_proven = search_->RootResult().proof != Proof::kNone;
  if (is_proven || search_->tree().Bytes() > kMostTreeBytes) return false;
  StartSearch();
  return true;
}

void Engine::Evaluate(std::span<const LeafRequest> leaves) {
  if (answers_.size() < leaves.size()) answers_.resize(leaves.size());
  searcher_->evaluator()->Evaluate(leaves, std::span(answers_).first(leaves.size()));
}

double Engine::SecondsOfLimits() const {
  const double own = searcher_ != nullptr ? searcher_->config().seconds : 0;
  return own > 0 ? std::min(limits_.seconds, own) : limits_.seconds;
}

int Engine::VisitsAllowed() const {
  return std::min(limits_.visits, searcher_->config().budget.visits);
}

/// Whether another batch would end too late.
bool Engine::IsOutOfTime() const {
  return SecondsSince(limited_) + batch_seconds_ >= SecondsOfLimits();
}

/// Whether more time is useless: there is one legal move, or no move can overtake the best one.
bool Engine::IsDecided() const {
  if (!limits_.may_end_early) return false;
  const SearchResult result = search_->RootResult();
  if (result.moves.size() <= 1) return result.moves.size() == 1;
  const double passed = SecondsSince(limited_), left = SecondsOfLimits() - passed;
  if (NewVisits() == 0 || passed < kLeastThought * left) return false;
  const double speed = NewVisits() / Seconds();
  uint32_t best = 0, others = 0;
  for (size_t i = 0; i < result.moves.size(); ++i) {
    uint32_t& most = result.moves[i] == result.best ? best : others;
    most = std::max(most, result.visits[i]);
  }
  return best > others + left * speed;
}

Move Engine::Choose(std::span<const Move> refused) const {
  for (const Line& line : Lines(static_cast<int>(refused.size()) + 1)) {
    if (!Has(refused, line.move)) return line.move;
  }
  MoveList moves;
  game_->LegalMoves(&moves);
  const std::span<const Move> all(moves.data(), moves.size());
  const Move win = WinInOne(game_->rules(), game_->position(), all);
  if (!win.IsNone() && !Has(refused, win)) return win;
  const auto first = std::ranges::find_if(all, [&](Move move) { return !Has(refused, move); });
  return first == all.end() ? Move() : *first;
}

std::vector<Line> Engine::Lines(int count) const {
  if (search_) return BestLines(*search_, count);
  if (decided_.IsNone() || count < 1) return {};
  const float value = player_->Value();
  return {{.move = decided_, .value = std::isnan(value) ? 0 : value, .moves = {decided_}}};
}

int Engine::Visits() const { return search_ ? search_->Visits() : 0; }

int Engine::NewVisits() const { return Visits() - visits_at_begin_; }

double Engine::Seconds() const { return SecondsSince(begun_); }

double Engine::PliesLeft() const {
  return search_ ? static_cast<double>(search_->RootResult().moves_left) : 0;
}

}  // namespace raichi
