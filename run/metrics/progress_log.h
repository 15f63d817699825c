#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "console/output.h"
#include "run/files/json_log.h"
#include "run/metrics/tensorboard.h"
#include "stats/ratings/ratings.h"

namespace raichi {

/// Whether a player of a run is one of its models, such as `000120`.
bool IsModelName(const std::string& player);

/// Throws if an object is not a line of metrics/progress.jsonl (IterationToJson).
void CheckProgressLine(const Json& line);
/// Returns such a line without what is measured after it was written: the model's rating, and what
/// it says of proven positions.
Json WithoutMeasurements(Json line);
/// Throws if an object is not a line of metrics/matches.jsonl: a match result whose player `a` is a
/// model.
void CheckMatchLine(const Json& line);

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
