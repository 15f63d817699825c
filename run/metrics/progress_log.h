#pragma once

#include <filesystem>
#include <optional>
#include <utility>

#include "run/files/json_log.h"
#include "run/metrics/tensorboard_file.h"
#include "selfplay/ratings/ratings.h"

namespace raichi {

/// The newest rating in a run's metrics.
struct NotedRating {
  int model = 0;
  double elo = 0;
  double error = 0;
};

/// The lines of a run's iterations: metrics/progress.jsonl, and the same for TensorBoard. Only for
/// the run's owner.
class ProgressLog {
 public:
  explicit ProgressLog(const std::filesystem::path& metrics);

  /// The line of the newest iteration; null before the first.
  const Json* newest() const;
  void Add(Json line);
  /// Adds the newest model's rating to its line, unless the table or the log lacks it.
  void AddRating(int model, const RatingTable& ratings);
  /// Adds what the newest model says of proven positions to its line, unless the log lacks it.
  void AddTruth(int model, Json shares) { AddMeasured(model, "truth", std::move(shares)); }
  std::optional<NotedRating> LastRating() const;

 private:
  void AddMeasured(int model, const char* name, Json measured);

  JsonLog log_;
  TensorBoardFile tensorboard_;
};

}  // namespace raichi
