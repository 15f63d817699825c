#include "run/metrics/progress_log.h"

#include <algorithm>
#include <utility>

#include "run/files/folder.h"
#include "run/metrics/metric_lines.h"

namespace raichi {

ProgressLog::ProgressLog(const std::filesystem::path& metrics)
    : log_(metrics / "progress.jsonl", CheckProgressLine),
      tensorboard_(metrics / "events.out.tfevents.raichi", log_.lines()) {}

const Json* ProgressLog::newest() const {
  return log_.lines().empty() ? nullptr : &log_.lines().back();
}

void ProgressLog::Add(Json line) {
  tensorboard_.Add(line);
  log_.Append(std::move(line));
}

void ProgressLog::AddRating(int model, const RatingTable& ratings) {
  const auto rated =
      std::ranges::find(ratings.ratings, RunFolder::Numbered(model), &Rating::player);
  if (rated == ratings.ratings.end()) return;
  if (newest() == nullptr || newest()->value("iteration", 0) != model) return;
  Json line = *newest();
  const Json measured = {{"elo", rated->rating.elo}, {"error", rated->rating.error}};
  if (line.value("rating", Json()) == measured) return;
  line["rating"] = measured;
  tensorboard_.Add({{"iteration", model}, {"time", line["time"]}, {"rating", measured}});
  log_.ReplaceLast(std::move(line));
}

std::optional<NotedRating> ProgressLog::LastRating() const {
  for (auto line = log_.lines().rbegin(); line != log_.lines().rend(); ++line) {
    const auto rating = line->find("rating");
    if (rating == line->end()) continue;
    return NotedRating{
        .model = line->at("iteration"), .elo = rating->at("elo"), .error = rating->at("error")};
  }
  return std::nullopt;
}

}  // namespace raichi
