#include "run/metrics/progress_log.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "console/match_json.h"
#include "run/files/folder.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {

bool IsModelName(const std::string& player) { return ParseNumberedName(player).has_value(); }

void CheckProgressLine(const Json& line) {
  line.at("iteration").get<int>();
  line.at("time").get<double>();
  if (const auto rating = line.find("rating"); rating != line.end()) {
    for (const char* key : {"elo", "error"}) rating->at(key).get<double>();
  }
}

Json WithoutMeasurements(Json line) {
  line.erase("rating");
  line.erase("truth");
  return line;
}

void CheckMatchLine(const Json& line) {
  const std::string player = MatchResultFromJson(line).a;
  if (!IsModelName(player)) throw Error(player + " is not a model");
}

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
  AddMeasured(model, "rating", {{"elo", rated->rating.elo}, {"error", rated->rating.error}});
}

void ProgressLog::AddMeasured(int model, const char* name, Json measured) {
  if (newest() == nullptr || newest()->value("iteration", 0) != model) return;
  Json line = *newest();
  if (line.value(name, Json()) == measured) return;
  tensorboard_.Add({{"iteration", model}, {"time", line["time"]}, {name, measured}});
  line[name] = std::move(measured);
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
