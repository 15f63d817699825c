#include "app/status/status_text.h"

#include "base/text.h"
#include "console/output.h"
#include "run/files/folder.h"
#include "stats/ratings/match_result.h"

namespace raichi {
namespace {

template <typename Value>
Json OrNull(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

Json ProcessToJson(const ProcessStatus& process) {
  Json json = ToJson(process.beat);
  json["age"] = process.age;
  json["lag"] = process.lag < 0 ? Json() : Json(process.lag);
  json["silent"] = process.is_silent;
  return json;
}

std::string RateText(double rate, const char* unit) {
  return (rate < 10 ? fmt::format("{:.2f}", rate) : FormatCount(rate)) + " " + unit + "/s";
}

std::string SpeedOf(const Beat& beat) {
  std::vector<std::string> parts;
  if (beat.rates.games > 0) parts.push_back(RateText(beat.rates.games, "games"));
  if (beat.rates.samples > 0) parts.push_back(RateText(beat.rates.samples, "samples"));
  return parts.empty() ? "-" : Join(parts, ", ");
}

std::string ProcessLine(const ProcessStatus& process) {
  const Beat& beat = process.beat;
  return fmt::format("{:<9} {:<20} {:>6} {:>6} {:>4}  {:<22} {:<28} {}", beat.role, beat.Place(),
                     beat.stream ? std::to_string(*beat.stream) : "-",
                     beat.work.model < 0 ? "-" : RunFolder::Numbered(beat.work.model),
                     process.lag < 0 ? "-" : std::to_string(process.lag),
                     process.is_silent ? "silent" : beat.work.state,
                     process.is_silent ? "-" : SpeedOf(beat), FormatSeconds(process.age));
}

std::string GamesText(const RunStatus& status) {
  std::string text = std::to_string(status.games) + " so far";
  if (status.unread_games) text += ", " + std::to_string(*status.unread_games) + " unread";
  return text + fmt::format("; {} of {}", RateText(status.games_per_second, "games"),
                            Counted(status.players, "player"));
}

std::string ModelsText(const RunStatus& status) {
  if (status.newest_model < 0) return "none yet";
  std::string text = RunFolder::Numbered(status.newest_model) + " is the newest";
  if (status.model_age) text += ", made " + FormatSeconds(*status.model_age) + " ago";
  if (status.model_seconds) text += "; one every " + FormatSeconds(*status.model_seconds);
  return text;
}

std::string ShardsText(const RunStatus& status) {
  std::string text = std::to_string(status.set_aside) + " set aside";
  if (status.late) text += ", " + std::to_string(*status.late) + " late";
  if (status.duplicates) {
    text += ", " + std::to_string(*status.duplicates) + " refused because they repeat games";
  }
  return text;
}

}  // namespace

Json ToJson(const RunStatus& status) {
  Json json = {{"run", status.run},
               {"health", ToString(status.health)},
               {"reasons", status.reasons},
               {"warnings", status.warnings},
               {"games", status.games},
               {"unread_games", OrNull(status.unread_games)},
               {"games_per_second", status.games_per_second},
               {"players", status.players},
               {"models", status.models},
               {"newest_model", status.newest_model < 0 ? Json() : Json(status.newest_model)},
               {"model_age", OrNull(status.model_age)},
               {"model_seconds", OrNull(status.model_seconds)},
               {"staleness", Json()},
               {"rating", Json()},
               {"set_aside", status.set_aside},
               {"late", OrNull(status.late)},
               {"duplicates", OrNull(status.duplicates)},
               {"processes", Json::array()}};
  if (status.staleness) {
    json["staleness"] = {{"mean", status.staleness->mean}, {"p95", status.staleness->p95}};
  }
  if (status.rating) {
    json["rating"] = {{"model", status.rating->model},
                      {"elo", status.rating->rating.elo},
                      {"error", status.rating->rating.error}};
  }
  for (const ProcessStatus& process : status.processes) {
    json["processes"].push_back(ProcessToJson(process));
  }
  return json;
}

std::vector<std::string> FormatStatus(const RunStatus& status) {
  std::vector<std::string> lines = {status.run + ": " + ToString(status.health)};
  for (const std::string& reason : status.reasons) lines.push_back("stalled: " + reason);
  for (const std::string& warning : status.warnings) lines.push_back("warning: " + warning);
  lines.push_back("");
  if (!status.processes.empty()) {
    lines.push_back(fmt::format("{:<9} {:<20} {:>6} {:>6} {:>4}  {:<22} {:<28} {}", "role", "where",
                                "stream", "model", "lag", "state", "speed", "last beat"));
    for (const ProcessStatus& process : status.processes) lines.push_back(ProcessLine(process));
    lines.push_back("");
  }
  lines.push_back("games      " + GamesText(status));
  lines.push_back("models     " + ModelsText(status));
  if (status.staleness) {
    lines.push_back(
        fmt::format("staleness  new games are {:.1f} models old on average, 95% of them at most {}",
                    status.staleness->mean, status.staleness->p95));
  }
  if (status.rating) {
    lines.push_back(fmt::format("rating     {:.0f} ± {:.0f} ({})",
                                WholeElo(status.rating->rating.elo), status.rating->rating.error,
                                RunFolder::Numbered(status.rating->model)));
  }
  lines.push_back("shards     " + ShardsText(status));
  return lines;
}

}  // namespace raichi
