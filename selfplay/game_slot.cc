#include "selfplay/game_slot.h"

#include <algorithm>
#include <span>
#include <utility>

#include "rules/check.h"
#include "rules/error.h"
#include "selfplay/opening.h"

namespace raichi {
namespace {

void Require(bool condition, const char* key, const char* expected) {
  if (!condition) throw UsageError(std::string("self-play: ") + key + ": expected " + expected);
}

bool IsFraction(float value) { return value >= 0 && value <= 1; }

void RecordVisits(const SearchResult& result, TurnRecord* turn) {
  const std::span<const uint32_t> visits = result.visits;
  const auto unvisited = std::count(visits.begin(), visits.end(), 0u);
  turn->visits.reserve(visits.size() - static_cast<size_t>(unvisited));
  for (size_t i = 0; i < visits.size(); ++i) {
    if (visits[i] > 0) turn->visits.emplace_back(result.moves[i], visits[i]);
  }
}

}  // namespace

void CheckConfig(const SelfPlayConfig& config) {
  Require(config.full_visits >= 1, "full_visits", "at least 1");
  Require(config.fast_visits >= 1, "fast_visits", "at least 1");
  Require(IsFraction(config.full_search_fraction), "full_search_fraction", "0 to 1");
  Require(config.opening_random_plies >= 0, "opening_random_plies", "0 or more");
  Require(config.resign_threshold > 0, "resign_threshold", "more than 0 (1: never resign)");
  Require(config.resign_consecutive >= 1, "resign_consecutive", "at least 1");
  Require(IsFraction(config.resign_playout_fraction), "resign_playout_fraction", "0 to 1");
  Require(config.max_plies >= 1 && config.max_plies <= static_cast<int>(kMaxRecordTurns),
          "max_plies", "1 to 32767");
  Require(config.opening_random_plies < config.max_plies, "opening_random_plies",
          "fewer than max_plies");
}

GameSlot::GameSlot(const SelfPlaySetup* setup) : setup_(setup) {
  RAICHI_CHECK(!setup->rules.empty());
  for (const RulesPtr& rules : setup->rules) rules_yaml_.push_back(RecordedRules(rules->data()));
}

void GameSlot::Begin(const GameTicket& ticket) {
  RAICHI_CHECK(!playing_);
  const SelfPlayConfig& config = setup_->config;
  rng_ = Rng(Mix64(setup_->seed) ^ Mix64(ticket.id + 1));
  const auto rules = rng_.Below(static_cast<uint32_t>(setup_->rules.size()));
  may_resign_ = rng_.Uniform() >= static_cast<double>(config.resign_playout_fraction);
  const auto plies = rng_.Below(static_cast<uint32_t>(config.opening_random_plies) + 1);
  const uint64_t search_seed = rng_();

  Game game(setup_->rules[rules]);
  PlayRandomOpening(static_cast<int>(plies), &rng_, &game);
  finished_ = FinishedGame{};
  finished_.record.run_seed = setup_->seed;
  finished_.record.game_id = ticket.id;
  finished_.record.rules_yaml = rules_yaml_[rules];
  finished_.record.attackers = finished_.record.defenders = ticket.model;
  finished_.record.resign_disabled = !may_resign_ && config.resign_threshold < 1;
  RecordOpening(game);
  bad_turns_[0] = bad_turns_[1] = 0;
  playing_ = true;
  searching_ = false;
  if (search_) {
    search_->Reset(game, search_seed);
  } else {
    search_.emplace(config.search, std::move(game), search_seed);
  }
}

void GameSlot::RecordOpening(const Game& game) {
  for (const Move move : game.moves()) {
    finished_.record.turns.emplace_back();
    finished_.record.turns.back().move = move;
  }
}

void GameSlot::Rename(const std::string& model) {
  std::string& name = finished_.record.attackers;
  const std::string first = name.substr(0, name.find('-'));
  name = first == model ? first : first + "-" + model;
  finished_.record.defenders = name;
}

const LeafRequest* GameSlot::SelectLeaf() {
  while (playing_) {
    if (!searching_) StartTurn();
    if (!playing_) break;
    if (const LeafRequest* leaf = search_->SelectLeaf()) return leaf;
    FinishTurn();
  }
  return nullptr;
}

void GameSlot::StartTurn() {
  const Game& game = search_->game();
  if (game.IsOver()) return End(game.result(), game.reason());
  const SelfPlayConfig& config = setup_->config;
  if (game.ply() >= config.max_plies) return End(Result::kDraw, Reason::kPlyLimit);
  full_search_ = rng_.Uniform() < static_cast<double>(config.full_search_fraction);
  searching_ = true;
  search_->Start({.visits = full_search_ ? config.full_visits : config.fast_visits,
                  .noise = full_search_ && config.noise});
}

void GameSlot::FinishTurn() {
  searching_ = false;
  const SearchResult result = search_->Result();
  ++finished_.searched_turns;
  finished_.proven_turns += result.proof != Proof::kNone ? 1 : 0;
  const Side side = search_->game().to_move();
  if (Resigns(result.value)) return End(WinFor(Opponent(side)), Reason::kResigned);
  const Move move = search_->ChooseMove();
  RecordTurn(result, move);
  search_->Play(move);
}

bool GameSlot::Resigns(float value) {
  const SelfPlayConfig& config = setup_->config;
  if (config.resign_threshold >= 1) return false;
  const Side side = search_->game().to_move();
  int& bad_turns = bad_turns_[static_cast<size_t>(side)];
  bad_turns = value < -config.resign_threshold ? bad_turns + 1 : 0;
  if (bad_turns < config.resign_consecutive) return false;
  if (finished_.record.would_resign_ply < 0) {
    finished_.record.would_resign_ply = search_->game().ply();
    finished_.would_resign = side;
  }
  return may_resign_;
}

void GameSlot::RecordTurn(const SearchResult& result, Move move) {
  TurnRecord& turn = finished_.record.turns.emplace_back();
  turn.move = move;
  turn.root_value = QuantiseValue(result.value);
  turn.raw_value = QuantiseValue(result.raw_value);
  RecordVisits(result, &turn);
  turn.full_search = full_search_ && !turn.visits.empty();
}

void GameSlot::End(::raichi::Result result, Reason reason) {
  finished_.record.result = result;
  finished_.record.reason = reason;
  playing_ = false;
}

FinishedGame GameSlot::Take() {
  RAICHI_CHECK(!playing_);
  return std::move(finished_);
}

}  // namespace raichi
