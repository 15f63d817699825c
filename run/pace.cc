#include "run/pace.h"

#include <limits>

namespace raichi {
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
