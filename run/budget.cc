#include "run/budget.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/process.h"
#include "console/output.h"
#include "run/files/state.h"

namespace raichi {
namespace {

using Clock = std::chrono::steady_clock;

double Share(double part, double whole) { return whole > 0 ? part / whole : 0; }

}  // namespace

RunBudget::RunBudget(const Budget& config, const std::filesystem::path& run_folder)
    : config_(config),
      run_folder_(run_folder),
      seconds_before_(ReadRunState(run_folder).seconds),
      saved_seconds_(seconds_before_),
      start_(Clock::now()) {}

double RunBudget::Seconds() const { return seconds_before_ + SecondsSince(start_); }

double RunBudget::Spent(int64_t games, int64_t steps) const {
  const double of_time = Share(Seconds(), config_.minutes * 60);
  const double of_games = Share(static_cast<double>(games), static_cast<double>(config_.games));
  const double of_steps = Share(static_cast<double>(steps), static_cast<double>(config_.steps));
  return std::min(1.0, std::max({of_time, of_games, of_steps}));
}

std::string RunBudget::DescribeLeft(double spent) const {
  if (!HasEnd()) return "no end set";
  if (spent <= 0) return "0% of the budget spent";
  if (spent >= 1) return "budget spent";
  return FormatTimeLeft(Seconds() * (1 - spent) / spent);
}

std::string RunBudget::ProposeLarger(int64_t games, int64_t steps) const {
  std::string changes;
  const auto add = [&](const char* limit, double value, double spent) {
    if (value > 0) changes += fmt::format(" budget.{}={:.15g}", limit, 2 * std::max(value, spent));
  };
  add("minutes", config_.minutes, std::ceil(Seconds() / 60));
  add("games", static_cast<double>(config_.games), static_cast<double>(games));
  add("steps", static_cast<double>(config_.steps), static_cast<double>(steps));
  return changes;
}

void RunBudget::Save(int model, bool finished) {
  saved_seconds_ = Seconds();
  SaveRunState(run_folder_, {.model = model, .seconds = saved_seconds_, .finished = finished});
}

void RunBudget::SaveNowAndThen(int model) {
  constexpr double kSeconds = 30;
  if (Seconds() >= saved_seconds_ + kSeconds) Save(model);
}

namespace {

constexpr double kLeastIteration = 0.25;  // of the last one, else another is not worth while

}  // namespace

double Pace::SecondsLeft() const {
  if (config_.budget.minutes == 0) return std::numeric_limits<double>::infinity();
  return config_.budget.minutes * 60 - budget_.Seconds();
}

void Pace::ExpectTraining(double samples_per_second) {
  if (training_per_ply_ || !(samples_per_second > 0)) return;
  const double samples_per_ply = config_.loop.samples_per_position *
                                 static_cast<double>(config_.selfplay.full_search_fraction);
  training_per_ply_ = samples_per_ply / samples_per_second;
}

void Pace::Learn(const Json& iteration) {
  const Json games = iteration.value("selfplay", Json::object());
  const double own_plies = games.value("games", 0.0) * games.value("plies", 0.0);
  const double plies = iteration.value("new_plies", own_plies);
  const double training = iteration.value("train", Json::object()).value("seconds", 0.0);
  if (plies > 0) training_per_ply_ = training / plies;
  const double selfplay = games.value("seconds", 0.0);
  iteration_ = selfplay + training;
  // Neither an earlier start nor another process played a part of the games.
  const bool is_whole = own_plies > 0 && own_plies > 0.99 * plies;
  if (is_whole && iteration_ > 0) selfplay_share_ = selfplay / iteration_;
}

bool Pace::EndsSelfPlay(double seconds, double plies) const {
  if (config_.budget.minutes == 0) return false;
  const double training = training_per_ply_ ? *training_per_ply_ * plies : seconds;
  if (!HasTimeFor(training)) return true;
  if (config_.loop.iteration_share == 0) return false;
  return seconds + training >= config_.loop.iteration_share * config_.budget.minutes * 60;
}

bool Pace::IsOver() const { return SecondsLeft() <= kLeastIteration * iteration_; }

}  // namespace raichi
