#include "app/analysis/analyst.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "app/analysis/lock_step.h"
#include "base/error.h"
#include "base/process.h"
#include "base/threads.h"
#include "mcts/evaluators/cached_evaluator.h"
#include "mcts/evaluators/plain_evaluators.h"
#include "mcts/players/players.h"
#include "mcts/players/search_player.h"
#include "nn/backend/devices.h"
#include "run/players/players.h"

namespace raichi {

AnalysisDesk::AnalysisDesk(std::span<const Subject> subjects)
    : subjects_(subjects), found_(subjects.size()) {
  for (size_t i = 0; i < subjects.size(); ++i) {
    missing_.push_back(subjects[i].end_ply() - subjects[i].first_ply());
    found_[i].resize(static_cast<size_t>(missing_[i]));
    positions_ += found_[i].size();
  }
}

std::optional<LockStep::Job> AnalysisDesk::Next() {
  while (next_.subject < subjects_.size()) {
    const Subject& subject = subjects_[next_.subject];
    const int ply = subject.first_ply() + next_.ply;
    if (ply < subject.end_ply()) {
      ++next_.ply;
      return LockStep::Job{{next_.subject, ply}, subject.At(ply)};
    }
    next_ = {next_.subject + 1, 0};
  }
  return std::nullopt;
}

void AnalysisDesk::Put(Place place, Analysis analysis) {
  const int index = place.ply - subjects_[place.subject].first_ply();
  found_[place.subject][static_cast<size_t>(index)] = std::move(analysis);
  --missing_[place.subject];
  ++done_;
}

std::optional<std::pair<const Subject*, std::vector<Analysis>>> AnalysisDesk::Take() {
  if (taken_ == subjects_.size() || missing_[taken_] > 0) return std::nullopt;
  const size_t i = taken_++;
  return std::pair(&subjects_[i], std::move(found_[i]));
}

namespace {

constexpr const char* kPlayouts = "playouts";  // the number of playouts comes from --visits
constexpr int kMostAtOnce = 32;
constexpr int kVisitsAtOnce = 1'000'000;  // limits memory: a visit takes about 600 bytes of tree

}  // namespace

Analyst::Analyst(AnalystSettings settings, const Rules& rules) : settings_(std::move(settings)) {
  std::string& word = settings_.model;
  if (word.empty()) {
    word = DefaultOpponent(rules, "runs");
    if (ParsePlayer(word)) word = kPlayouts;
  }
  if (PlainWord(word) != word) {
    throw UsageError("analyze: '" + word + "': expected a model, a run's folder or playouts; " +
                     "--certificate FILE shows what is proven");
  }
  if (word != kPlayouts) {
    if (const auto built_in = ParsePlayer(word)) TakeBuiltIn(*built_in);
  }
  PlayerSettings& players = settings_.players;
  if (word != kPlayouts) {
    name_ = PlayerName(word, players);
    visits_ = VisitsOf(word, players);
    by_clock_ = ThinksByTheClock(word, players);
  } else {
    by_clock_ = players.seconds > 0;
    visits_ = by_clock_ ? kMaxVisits : players.visits;
    name_ = by_clock_ ? kPlayouts : fmt::format("{}:{}", kPlayouts, visits_);
  }
}

/// Accepts `playouts` and `playouts:N` (N visits). Other players without a network do not search.
void Analyst::TakeBuiltIn(const PlayerKind& kind) {
  if (kind.evaluator() == nullptr) {
    throw UsageError("analyze: '" + kind.name() + "' does not search: expected a model, " +
                     "a run's folder or playouts");
  }
  if (settings_.players.seconds > 0) {
    throw UsageError("analyze: '" + kind.name() +
                     "' sets a number of visits: expected playouts with --move-time");
  }
  settings_.players.visits = std::stoi(kind.name().substr(kind.name().find(':') + 1));
  settings_.model = kPlayouts;
}

std::unique_ptr<PlayerKind> Analyst::Open(const PlayerSettings& players) const {
  if (settings_.model != kPlayouts) return OpenPlayer(settings_.model, players);
  SearchPlayerConfig config;
  config.budget.visits = visits_;
  config.budget.in_flight = players.in_flight;
  config.seconds = players.seconds;
  return std::make_unique<SearchPlayerKind>(name_, config,
                                            std::make_shared<PlayoutEvaluator>(PlayoutConfig()));
}

/// A single position gets all cores and several leaves in flight. Of many positions, each gets one
/// leaf.
Analyst::Plan Analyst::PlanFor(size_t positions) const {
  const int cores = settings_.workers > 0 ? settings_.workers : CountCores();
  const auto wanted = static_cast<int>(std::min<size_t>(positions, 1'000'000));
  Plan plan{.workers = by_clock_ ? 1 : std::clamp(wanted, 1, cores),
            .at_once = 1,
            .players = settings_.players};
  const int share = (wanted + plan.workers - 1) / plan.workers;
  const int most = std::clamp(kVisitsAtOnce / visits_, 1, kMostAtOnce);
  if (!by_clock_) plan.at_once = std::clamp(share, 1, most);
  if (plan.players.in_flight == 0) {
    const bool fills_batch = plan.at_once * plan.workers == 1 && settings_.model != kPlayouts;
    const int lone = by_clock_ ? LoneInFlight(cores) : kLoneInFlight;
    plan.players.in_flight = fills_batch ? lone : 1;
  }
  plan.players.network.batch = plan.at_once;
  plan.players.network.threads = plan.workers == 1 ? cores : 1;
  return plan;
}

/// Warns of rules that the model was not trained on.
void Analyst::Warn(std::span<const Subject> subjects) const {
  if (settings_.model == kPlayouts) return;
  std::set<uint64_t> seen;
  for (const Subject& subject : subjects) {
    const Rules& rules = *subject.rules;
    if (seen.insert(rules.fingerprint()).second) WarnOfUntrained({settings_.model}, rules);
  }
}

Analyst::Outcome Analyst::Analyse(std::span<const Subject> subjects, const Hooks& hooks,
                                  const Interrupt& interrupt) const {
  Warn(subjects);
  AnalysisDesk desk(subjects);
  const Plan plan = PlanFor(desk.positions());
  EvaluationCache cache({.history = 2});  // the last two moves are inputs of the network
  Crew crew;
  const auto next = [&] {
    const std::scoped_lock lock(crew.mutex());
    return desk.Next();
  };
  const auto done = [&](Place place, Analysis analysis) {
    const std::scoped_lock lock(crew.mutex());
    desk.Put(place, std::move(analysis));
    crew.Notify();
  };
  std::atomic<int> visits = 0;  // of the search of a single position
  std::atomic<bool> gave_up = false;
  const auto work = [&](int worker, const std::stop_token& stop) {
    PlayerSettings own = plan.players;
    own.network.device = DeviceOfWorker(own.network.device, worker);
    own.cache = false;  // the workers share one
    const std::unique_ptr<PlayerKind> kind = Open(own);
    CachedEvaluator evaluator(kind->evaluator(), &cache);
    LockStep positions(*kind, &evaluator, plan.at_once, settings_.lines);
    while (!stop.stop_requested() && positions.Step(next, done)) visits = positions.Visits();
    if (desk.positions() == 1 && positions.GiveUp(done)) gave_up = true;
  };
  const auto take = [&] {
    const std::scoped_lock lock(crew.mutex());
    return desk.Take();
  };
  crew.Run(plan.workers, work, [&] {
    while (const auto subject = take()) hooks.on_subject(*subject->first, subject->second);
    const std::unique_lock lock(crew.mutex());
    if (desk.positions() == 1) {
      hooks.show_single(visits, by_clock_ ? 0 : static_cast<double>(visits) / visits_);
    } else {
      hooks.show(desk.done(), desk.positions());
    }
    return !interrupt.IsRequested();
  });
  return {.done = desk.taken(), .gave_up = gave_up};
}

}  // namespace raichi
