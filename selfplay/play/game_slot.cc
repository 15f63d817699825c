#include "selfplay/play/game_slot.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "base/error.h"
#include "rules/canonical_yaml.h"
#include "selfplay/play/game_start.h"

namespace raichi {

void RecordSearch(const SearchResult& result, TurnRecord* turn) {
  turn->root_value = QuantiseValue(result.value);
  turn->raw_value = QuantiseValue(result.raw_value);
  const std::span<const uint32_t> policy = result.policy;
  const auto without = std::count(policy.begin(), policy.end(), 0u);
  turn->visits.clear();
  turn->visits.reserve(policy.size() - static_cast<size_t>(without));
  for (size_t i = 0; i < policy.size(); ++i) {
    if (policy[i] > 0) turn->visits.emplace_back(result.moves[i], policy[i]);
  }
}

std::optional<float> PolicySurprise(const SearchResult& result) {
  constexpr float kLeastPrior = 1e-9f;
  const double total = std::accumulate(result.policy.begin(), result.policy.end(), 0.0);
  if (total <= 0 || result.priors.empty()) return std::nullopt;
  double divergence = 0;
  for (size_t i = 0; i < result.policy.size(); ++i) {
    if (result.policy[i] == 0) continue;
    const double target = result.policy[i] / total;
    const auto prior = static_cast<double>(std::max(result.priors[i], kLeastPrior));
    divergence += target * std::log(target / prior);
  }
  return static_cast<float>(std::max(divergence, 0.0));  // rounding may make it negative
}

namespace {

/// The largest handicap with which both sides search one tree. A side always inherits what the
/// other side searched below the move that it played; with this handicap that is half as much
/// again.
constexpr float kMildHandicap = 1.5f;

/// Adds a model to the names of those that played a side. Only the first and the last are kept:
/// `000011-000012`.
void AddModel(const std::string& model, std::string* names) {
  const std::string first = names->substr(0, names->find('-'));
  *names = first == model ? first : first + "-" + model;
}

}  // namespace

GameSlot::GameSlot(const SelfPlaySetup* setup) : setup_(setup) {
  RAICHI_CHECK(!setup->rules.empty());
}

void GameSlot::Begin(const GameTicket& ticket) {
  RAICHI_CHECK(!playing_);
  playing_ = true;
  searching_ = false;
  rng_ = StreamOfGame(*setup_, ticket.id);
  if (ticket.begun) return GoOn(ticket);
  const SelfPlayConfig& config = setup_->config;
  rules_ = DrawRuleSet(*setup_, &rng_);
  may_resign_ = rng_.Uniform() >= static_cast<double>(config.resign_playout_fraction);
  const auto plies = rng_.Below(static_cast<uint32_t>(config.opening_random_plies) + 1);
  const uint64_t search_seed = rng_();

  Game game(setup_->rules[rules_]);
  PlayRandomOpening(static_cast<int>(plies), &rng_, &game);
  BeginRecord(ticket, game);
  past_side_ = ticket.past_model.empty() ? std::nullopt : std::optional(ticket.past_side);
  bad_turns_[0] = bad_turns_[1] = 0;
  BeginSearches(game, search_seed);
}

void GameSlot::GoOn(const GameTicket& ticket) {
  const BegunGame& begun = *ticket.begun;
  rules_ = begun.rules;
  past_side_ = begun.past_side;
  may_resign_ = !begun.record.resign_disabled;
  finished_ = FinishedGame{.record = begun.record};
  finished_.record.run_seed = setup_->seed;
  finished_.record.game_id = ticket.id;
  Rename(ticket.model, ticket.past_model);
  Game game = StartOf(begun.record, setup_->rules[rules_]);
  finished_.first = game.to_move();
  for (const TurnRecord& turn : begun.record.turns) {
    if (game.ply() == begun.record.would_resign_ply) finished_.would_resign = game.to_move();
    finished_.searched_turns += turn.visits.empty() ? 0 : 1;
    for (const auto& [move, visits] : turn.visits) finished_.visits += visits;
    game.Play(turn.move);
  }
  for (const Side side : {Side::kAttackers, Side::kDefenders}) {
    bad_turns_[static_cast<size_t>(side)] = BadTurnsAtEnd(side, game);
  }
  BeginSearches(game, rng_());
}

/// Counts the last searched turns of a side that were below the resign threshold, without a gap.
int GameSlot::BadTurnsAtEnd(Side side, const Game& end) const {
  const std::vector<TurnRecord>& turns = finished_.record.turns;
  int count = 0;
  for (size_t i = end.to_move() == side ? 2 : 1; i <= turns.size(); i += 2, ++count) {
    const TurnRecord& turn = turns[turns.size() - i];
    if (turn.visits.empty() || !(turn.root_value < -setup_->config.resign_threshold)) break;
  }
  return side == past_side_ ? 0 : count;
}

const GameRecord* GameSlot::InProgress() const {
  const auto was_searched = [](const TurnRecord& turn) { return !turn.visits.empty(); };
  const GameRecord& record = finished_.record;
  return playing_ && std::ranges::any_of(record.turns, was_searched) ? &record : nullptr;
}

void GameSlot::BeginRecord(const GameTicket& ticket, const Game& game) {
  finished_ = FinishedGame{};
  finished_.first = game.ply() % 2 == 0 ? game.to_move() : Opponent(game.to_move());
  GameRecord& record = finished_.record;
  record.run_seed = setup_->seed;
  record.game_id = ticket.id;
  record.rules_yaml = RecordedRules(game.rules().data());
  record.attackers = record.defenders = ticket.model;
  if (!ticket.past_model.empty()) NameOf(ticket.past_side) = ticket.past_model;
  record.resign_disabled = !may_resign_ && setup_->config.resign_threshold < 1;
  for (const Move move : game.moves()) {
    record.turns.emplace_back();
    record.turns.back().move = move;
  }
}

void GameSlot::BeginSearches(const Game& game, uint64_t seed) {
  for (size_t i = 0; i < (past_side_ ? 2 : 1); ++i, seed = Mix64(seed)) {
    if (searches_[i]) {
      searches_[i]->Reset(game, seed);
    } else {
      searches_[i].emplace(setup_->config.search, game, seed);
    }
  }
}

std::string& GameSlot::NameOf(Side side) {
  GameRecord& record = finished_.record;
  return side == Side::kAttackers ? record.attackers : record.defenders;
}

void GameSlot::Rename(const std::string& model, const std::string& past_model) {
  for (const Side side : {Side::kAttackers, Side::kDefenders}) {
    AddModel(side == past_side_ ? past_model : model, &NameOf(side));
  }
}

ModelRole GameSlot::role() const {
  return game().to_move() == past_side_ ? ModelRole::kPast : ModelRole::kNewest;
}

std::span<const LeafRequest> GameSlot::SelectLeaves() {
  while (playing_) {
    if (!searching_) StartTurn();
    if (!playing_) break;
    const std::span<const LeafRequest> leaves = search().SelectLeaves();
    if (!leaves.empty()) return leaves;
    FinishTurn();
  }
  return {};
}

void GameSlot::StartTurn() {
  if (game().IsOver()) return End(game().result(), game().reason());
  const SelfPlayConfig& config = setup_->config;
  if (game().ply() >= config.max_plies) return End(Result::kDraw, Reason::kPlyLimit);
  full_search_ = rng_.Uniform() < static_cast<double>(config.full_search_fraction) &&
                 role() == ModelRole::kNewest;
  searching_ = true;
  const auto visits = static_cast<float>(full_search_ ? config.full_visits : config.fast_visits);
  constexpr float kMost = 1e9;
  const float wanted = std::min(kMost, visits * VisitFactor(game().to_move()));
  const bool noise = full_search_ && config.noise;
  search().Start({.visits = std::max(1, static_cast<int>(std::lround(wanted))),
                  .noise = noise,
                  .in_flight = noise && config.search.root == RootRule::kGumbel ? kMostLeaves : 1});
}

void GameSlot::FinishTurn() {
  searching_ = false;
  const SearchResult result = search().RootResult();
  ++finished_.searched_turns;
  finished_.visits = std::accumulate(result.visits.begin(), result.visits.end(), finished_.visits);
  finished_.proven_turns += result.proof != Proof::kNone ? 1 : 0;
  const Side side = game().to_move();
  if (Resigns(result.value)) return End(WinFor(Opponent(side)), Reason::kResigned);
  const Move move = search().ChooseMove();
  RecordTurn(result, move);
  for (size_t i = 0; i < (past_side_ ? 2 : 1); ++i) searches_[i]->Play(move);
  // A search budget counts kept visits too, so the extra visits of a large handicap must not count
  // towards the other side's budget. Past models have a tree of their own.
  const float lead = VisitFactor(side) / VisitFactor(Opponent(side));
  if (!past_side_ && lead > kMildHandicap) search().Forget();
}

float GameSlot::VisitFactor(Side side) const {
  if (setup_->visit_factors.empty()) return 1;
  return setup_->visit_factors[rules_][static_cast<size_t>(side)];
}

bool GameSlot::Resigns(float value) {
  const SelfPlayConfig& config = setup_->config;
  if (config.resign_threshold >= 1 || role() == ModelRole::kPast) return false;
  const Side side = game().to_move();
  int& bad_turns = bad_turns_[static_cast<size_t>(side)];
  bad_turns = value < -config.resign_threshold ? bad_turns + 1 : 0;
  if (bad_turns < config.resign_consecutive) return false;
  if (finished_.record.would_resign_ply < 0) {
    finished_.record.would_resign_ply = game().ply();
    finished_.would_resign = side;
  }
  return may_resign_;
}

void GameSlot::RecordTurn(const SearchResult& result, Move move) {
  TurnRecord& turn = finished_.record.turns.emplace_back();
  turn.move = move;
  RecordSearch(result, &turn);
  turn.full_search = full_search_ && !turn.visits.empty();
  if (!turn.full_search || !setup_->record_surprise) return;
  const std::optional<float> surprise = PolicySurprise(result);
  if (surprise) turn.surprise = QuantiseSurprise(*surprise);
}

void GameSlot::End(Result result, Reason reason) {
  finished_.record.result = result;
  finished_.record.reason = reason;
  playing_ = false;
}

FinishedGame GameSlot::Take() {
  RAICHI_CHECK(!playing_);
  return std::move(finished_);
}

}  // namespace raichi
