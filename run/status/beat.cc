#include "run/status/beat.h"

#include <algorithm>
#include <cerrno>
#include <cmath>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/json.h"
#include "run/files/folder.h"

namespace raichi {

std::optional<Staleness> StalenessOf(const std::map<std::string, int64_t>& shards, int newest) {
  std::map<int, int64_t> games_of_age;
  int64_t games = 0, sum = 0;
  for (const auto& [name, count] : shards) {
    const auto shard = ShardName::Parse(name);
    if (!shard) continue;
    const int age = std::max(newest - shard->model, 0);
    games_of_age[age] += count;
    games += count;
    sum += age * count;
  }
  if (games == 0) return std::nullopt;
  Staleness staleness{.mean = static_cast<double>(sum) / static_cast<double>(games)};
  int64_t seen = 0;
  for (const auto& [age, count] : games_of_age) {
    seen += count;
    staleness.p95 = age;
    if (seen * 20 >= games * 19) break;
  }
  return staleness;
}

namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMaxBeatBytes = 1 << 16;
constexpr int kBeatVersion = 1;

/// Numbers too large for that remain numbers, which infinity is not in JSON.
double Rounded(double value) {
  const double thousandths = std::round(value * 1000);
  return std::isfinite(thousandths) ? thousandths / 1000 : value;
}
int64_t Rounded(int64_t value) { return value; }

template <typename Number>
Json NumbersToJson(const WorkNumbers<Number>& numbers) {
  Json json;
  for (const auto& [name, field] : kWorkNumbers<Number>) json[name] = Rounded(numbers.*field);
  return json;
}

template <typename Number>
WorkNumbers<Number> NumbersFromJson(const Json& json) {
  WorkNumbers<Number> numbers;
  for (const auto& [name, field] : kWorkNumbers<Number>) numbers.*field = json.at(name);
  return numbers;
}

Json TrainingToJson(const TrainingFacts& facts) {
  Json json = {{"run_games", facts.run_games}, {"unread_games", facts.unread_games}};
  if (facts.staleness) {
    json["staleness"] = {{"mean", Rounded(facts.staleness->mean)}, {"p95", facts.staleness->p95}};
  }
  if (facts.set_aside) json["set_aside"] = *facts.set_aside;
  if (facts.late) json["late"] = *facts.late;
  if (facts.duplicates) json["duplicates"] = *facts.duplicates;
  return json;
}

std::optional<int64_t> CountIn(const Json& json, const char* key) {
  return json.contains(key) ? std::optional<int64_t>(json.at(key)) : std::nullopt;
}

TrainingFacts TrainingFromJson(const Json& json) {
  TrainingFacts facts{.run_games = json.at("run_games"), .unread_games = json.at("unread_games")};
  if (const auto staleness = json.find("staleness"); staleness != json.end()) {
    facts.staleness = {.mean = staleness->at("mean"), .p95 = staleness->at("p95")};
  }
  facts.set_aside = CountIn(json, "set_aside");
  facts.late = CountIn(json, "late");
  facts.duplicates = CountIn(json, "duplicates");
  return facts;
}

Beat BeatFromJson(const Json& json) {
  Beat beat{.role = json.at("role"),
            .process = {json.at("host"), json.at("pid"), json.at("start")},
            .started = json.at("started"),
            .work = {.state = json.at("state"),
                     .model = json.at("model"),
                     .totals = NumbersFromJson<int64_t>(json.at("totals"))},
            .state_seconds = json.at("state_seconds"),
            .rates = NumbersFromJson<double>(json.at("rates")),
            .model_age = json.at("model_age"),
            .model_seconds = json.at("model_seconds"),
            .count = json.at("count"),
            .time = json.at("time")};
  if (json.contains("stream")) beat.stream = json.at("stream");
  for (const auto& [name, value] : json.at("job").items()) beat.job[name] = value;
  if (json.contains("training")) beat.work.training = TrainingFromJson(json.at("training"));
  return beat;
}

}  // namespace

bool Beat::HasEnded() const {
  return work.state == work_state::kEnded || work.state == work_state::kFailed;
}

Json ToJson(const Beat& beat) {
  Json json = {{"role", beat.role},
               {"host", beat.process.host},
               {"pid", beat.process.process},
               {"start", beat.process.start},
               {"started", Rounded(beat.started)},
               {"job", Json::object()}};
  for (const auto& [name, value] : beat.job) json["job"][name] = value;
  if (beat.stream) json["stream"] = *beat.stream;
  json["state"] = beat.work.state;
  json["state_seconds"] = Rounded(beat.state_seconds);
  json["model"] = beat.work.model;
  json["totals"] = NumbersToJson(beat.work.totals);
  json["rates"] = NumbersToJson(beat.rates);
  json["model_age"] = Rounded(beat.model_age);
  json["model_seconds"] = Rounded(beat.model_seconds);
  if (beat.work.training) json["training"] = TrainingToJson(*beat.work.training);
  json["count"] = beat.count;
  json["time"] = Rounded(beat.time);
  return json;
}

std::string BeatText(const Beat& beat) {
  Json json = {{"beat", kBeatVersion}};
  json.update(ToJson(beat));
  json["sum"] = ChecksumText(JsonText(json));
  return JsonText(json) + "\n";
}

Beat ParseBeat(const std::string& text, const fs::path& file) {
  return ReadJson<DamagedError>(file.string() + ": ", [&] {
    Json json = ParseJson(text);
    const std::string sum = json.at("sum");
    json.erase("sum");
    if (sum != ChecksumText(JsonText(json))) {
      throw DamagedError(file.string() + ": its checksum is wrong");
    }
    if (json.at("beat") != kBeatVersion) {
      throw VersionError(file.string() + ": unknown version " + JsonText(json.at("beat")));
    }
    return BeatFromJson(json);
  });
}

fs::path StatusFolder(const fs::path& run_folder) { return run_folder / "status"; }

fs::path BeatFile(const fs::path& run_folder, const Beat& beat) {
  const ProcessId& id = beat.process;
  return StatusFolder(run_folder) /
         fmt::format("{}-{}-{}-{}.json", beat.role, id.host, id.process, id.start);
}

Beats ReadBeats(const fs::path& run_folder) {
  return ReadBeats(run_folder, ListFolder(StatusFolder(run_folder)));
}

Beats ReadBeats(const fs::path& run_folder, const std::vector<fs::path>& files) {
  Beats found;
  for (const fs::path& file : files) {
    if (file.extension() != ".json") continue;
    try {
      Beat beat = ParseBeat(ReadFile(file, kMaxBeatBytes), file);
      if (BeatFile(run_folder, beat) != file) {  // it may say that it is a file elsewhere
        throw DamagedError(file.string() + ": its name is not that of the process in it");
      }
      found.beats.push_back(std::move(beat));
    } catch (const ReadError& error) {
      if (error.code() != ENOENT) found.faults.push_back(error.what());
    } catch (const Error& error) {
      found.faults.push_back(error.what());
    }
  }
  return found;
}

}  // namespace raichi
