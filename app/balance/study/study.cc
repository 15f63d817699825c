#include "app/balance/study/study.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/guard.h"
#include "base/files/output_file.h"
#include "base/files/paths.h"
#include "base/json.h"
#include "base/yaml/yaml.h"
#include "console/interrupt.h"
#include "console/log.h"
#include "console/match_json.h"
#include "console/output.h"
#include "console/version.h"
#include "nn/model/model.h"
#include "rules/notation.h"
#include "run/config/pinned_rules.h"
#include "run/files/folder.h"
#include "run/files/state.h"
#include "run/players/find_model.h"
#include "run/players/players.h"
#include "run/sharing/blocks.h"
#include "run/sharing/folder_kind.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMaxIdentityBytes = 1 << 24;

/// Returns a folder name for a rule set that no other rule set has.
std::string FolderNameOf(const Rules& rules) {
  constexpr size_t kLongest = 40;
  std::string name = rules.data().name.substr(0, kLongest);
  std::ranges::replace_if(
      name, [](char c) { return std::string_view("+=[]{},/").find(c) != std::string_view::npos; },
      '_');
  return fmt::format("{}-{:08x}", name, rules.fingerprint() >> 32);
}

/// Returns the path of each model. A word that names a run stands for the model that was its newest
/// when the study began, which `begun` notes (AddModels; empty before it begins).
std::vector<fs::path> PathsOf(const std::vector<std::string>& words, const Json& begun) {
  std::vector<fs::path> paths;
  for (const std::string& word : words) {
    const std::string noted = begun.value("paths", Json::object()).value(word, word);
    const auto model = LookForModel(noted);
    paths.push_back(model ? *model : FindModel(word));
  }
  return paths;
}

/// Adds the paths and checksums of models to an identity. Throws Error if two have the same
/// weights; `expected` says what should differ.
void AddModels(const std::vector<std::string>& words, const std::vector<fs::path>& paths,
               std::string_view expected, Json* identity) {
  std::map<std::string, std::string> by_weights;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string weights = WeightsChecksum(paths[i]);
    const auto [other, is_new] = by_weights.emplace(weights, words[i]);
    if (!is_new) {
      throw Error(fmt::format("players: models '{}' and '{}' have the same weights; expected {}",
                              other->second, words[i], expected));
    }
    (*identity)["models"][words[i]] = weights;
    (*identity)["paths"][words[i]] = ShowModel(paths[i]);
  }
}

Json IdentityOf(const StudyPlan& plan, const StudyDesign& design) {
  Json rules = Json::object();
  for (const StudiedRules& studied : design.rules) rules[studied.word] = RulesId(*studied.rules);
  return {{"program", Version()},
          {"plan", ChecksumText(ToYaml(plan))},
          {"rules", std::move(rules)},
          {"models", Json::object()},
          {"paths", Json::object()}};
}

void CheckBoards(const std::vector<fs::path>& models, const StudyDesign& design) {
  for (const fs::path& model : models) {
    for (const StudiedRules& studied : design.rules) CheckFits(model.string(), *studied.rules);
  }
}

/// Warns if another version of the program began the study. Throws Error naming the plan, or the
/// first rule set or model, that is no longer what it was. Studies of older programs do not note
/// their program and their plan.
void CheckSame(const Json& begun, const Json& now, const fs::path& folder) {
  const std::string program = begun.value("program", Version());
  if (program != Version()) {
    PrintWarning(
        fmt::format("{}: raichi {} began this study; players of raichi {} may choose "
                    "other moves, so begin it anew in another --dir",
                    folder.string(), program, Version()));
  }
  if (begun.value("plan", now.at("plan")) != now.at("plan")) {
    throw Error(folder.string() +
                ": plan.yaml changed since the study began; restore it, or choose another --dir");
  }
  for (const char* kind : {"rules", "models"}) {
    for (const auto& [name, checksum] : begun.at(kind).items()) {
      if (now.at(kind).value(name, "") == checksum) continue;
      throw Error(fmt::format(
          "{}: {} '{}' changed since the study began; restore it, or choose another --dir",
          folder.string(), kind == std::string("rules") ? "rules" : "model", name));
    }
  }
}

}  // namespace

fs::path StudyPlanFile(const fs::path& folder) { return folder / "plan.yaml"; }

Study::Study(const StudyPlan& plan, const fs::path& folder)
    : plan_(plan), design_(DesignOf(plan)), folder_(folder) {
  ForbidLinksIn(folder_);
  const std::string text = ToYaml(plan_);
  const fs::path plan_file = StudyPlanFile(folder_), identity_file = folder_ / "identity.json";
  const bool is_begun = Exists(plan_file);  // first: others may begin it now, and write it last
  Json begun = Json::object();
  ReadJson(identity_file.string() + ": ", [&] {
    if (Exists(identity_file)) begun = ParseJson(ReadFile(identity_file, kMaxIdentityBytes));
    TakeSum(&begun);
    models_ = PathsOf(plan_.players.models, begun);
    checkpoints_ = PathsOf(plan_.players.checkpoints, begun);
  });
  Json identity = IdentityOf(plan_, design_);
  AddModels(plan_.players.models, models_, "one model for each training seed", &identity);
  AddModels(plan_.players.checkpoints, checkpoints_, "different models of one run", &identity);
  CheckBoards(models_, design_);
  CheckBoards(checkpoints_, design_);
  if (!is_begun) {
    RequireKind(folder_, FolderKind::kStudy);
    CreateFolders(folder_ / "games");
    PublishNew(identity_file, JsonText(WithSum(identity), 1) + "\n");  // others may begin it too
    PublishNew(plan_file, text);
    return;
  }
  if (!Exists(identity_file)) {
    throw Error(folder_.string() +
                ": holds the results of a study without its games (identity.json); --report writes "
                "its page; copy its plan to another place to play it anew");
  }
  if (ToYaml(ParsePlan(ReadFile(plan_file, kMaxYamlBytes), plan_file.string())) != text) {
    throw Error(folder_.string() + ": holds a study with another plan; choose another --dir");
  }
  ReadJson(identity_file.string() + ": ", [&] { CheckSame(begun, identity, folder_); });
  const fs::path record = GamesRecordFile(folder_);
  if (!Exists(folder_ / "games") && Exists(record)) record_ = GamesRecord::Read(record);
}

std::string Study::NameOf(const StudyUnit& unit) const {
  return fmt::format("{}/{}-{:06}.games", FolderNameOf(*design_.rules[unit.pairing.rules].rules),
                     unit.pairing.Name(), unit.first_pair);
}

fs::path Study::FileOf(const StudyUnit& unit) const { return folder_ / "games" / NameOf(unit); }

fs::path Study::BestResponseRun(size_t rules, Side side) const {
  return folder_ / "best-responses" /
         fmt::format("{}-{}", FolderNameOf(*design_.rules[rules].rules), ToString(side));
}

std::string Study::WordOf(const StudyPairing& pairing, const StudyPlayer& player) const {
  if (pairing.family == "checkpoint") {
    return fmt::format("{}@{}", ShowModel(checkpoints_[static_cast<size_t>(player.level) - 1]),
                       TopLevelOf(plan_));
  }
  if (pairing.family != "network") return player.word;
  const std::string model = player.best_response
                                ? BestResponseRun(pairing.rules, *player.best_response).string()
                                : ShowModel(models_[static_cast<size_t>(player.seed)]);
  return fmt::format("{}@{}", model, player.level);
}

bool Study::IsDone(const StudyUnit& unit) const {
  return record_ ? Recorded(unit) != nullptr : Exists(FileOf(unit));
}

std::vector<StudyUnit> Study::DoneUnits(size_t rules, int rounds) const {
  std::vector<StudyUnit> done;
  for (int round = 0; round < rounds; ++round) {
    const size_t before = done.size();
    for (StudyUnit& unit : UnitsOfRound(design_, rules, round, plan_)) {
      if (IsDone(unit)) done.push_back(std::move(unit));
    }
    if (round > 0 && done.size() == before) break;
  }
  return done;
}

void Study::RemoveTemporaries() const {
  RemoveDeadTemporaries(folder_);
  for (const fs::path& games : ListFolder(folder_ / "games")) {
    if (IsFolder(games)) RemoveDeadTemporaries(games);
  }
}

namespace {

namespace fs = std::filesystem;

/// A best response of a study.
struct Response {
  size_t rules = 0;
  Side side = Side::kAttackers;
  fs::path run;
};

/// Whether all games of a best response are played.
bool IsPlayed(const Study& study, const Response& response) {
  const auto units = UnitsOfRound(study.design(), response.rules, 0, study.plan());
  return std::ranges::all_of(units, [&](const StudyUnit& unit) {
    return unit.pairing.b.best_response != response.side || study.IsDone(unit);
  });
}

std::vector<Response> NeededResponses(const Study& study) {
  std::vector<Response> needed;
  for (size_t i = 0; i < study.design().rules.size(); ++i) {
    if (!study.design().rules[i].is_sandwiched) continue;
    for (const Side side : {Side::kAttackers, Side::kDefenders}) {
      Response response{i, side, study.BestResponseRun(i, side)};
      if (!IsPlayed(study, response)) needed.push_back(std::move(response));
    }
  }
  return needed;
}

/// The file that notes which weights a finished run has.
fs::path NoteOf(const Response& response) { return response.run.string() + ".weights"; }

/// Notes which weights a finished run has, or compares them with the note.
void NoteWeights(const Response& response) {
  constexpr uint64_t kMostBytes = 64;
  const fs::path note = NoteOf(response);
  const std::string weights = WeightsChecksum(FindModel(response.run)) + "\n";
  if (!Exists(note)) return PublishNew(note, weights);
  if (ReadFile(note, kMostBytes) == weights) return;
  throw Error(response.run.string() +
              ": its newest model is not the one that it ended with; put that one back, or choose "
              "another --dir");
}

bool Train(const Study& study, const Response& response, const RunChanges& changes,
           const std::stop_token& stop) {
  const bool is_begun = IsBegun(response.run);
  std::vector<std::string> arguments =
      is_begun ? std::vector<std::string>{"run", response.run.string()}
               : BestResponseArguments(study, response.rules, response.side);
  arguments.insert(arguments.end(), changes.begin(), changes.end());
  const int status = RunThisProgram(arguments, stop);
  if (LoadRunState(response.run).finished) return true;
  if (stop.stop_requested()) return false;
  throw Error(fmt::format("{}: this run ended with status {}; the same command goes on with it",
                          response.run.string(), status));
}

}  // namespace

std::vector<std::string> BestResponseArguments(const Study& study, size_t rules, Side side) {
  const StudyPlan& plan = study.plan();
  const std::string model = ShowModel(study.models().front());
  const int visits = TopLevelOf(plan);
  return {"run", "configs/runs/tablut-cpu.yaml", "--from", model, "--dir",
          study.BestResponseRun(rules, side).string(),
          fmt::format("rules=[\"{}\"]", study.design().rules[rules].word),
          fmt::format("seed={}", plan.seed),
          fmt::format("budget={{games: {}}}", plan.sandwiches.training), "network={}",
          "workers.bench=false", "loop={games_per_iteration: 64, samples_per_position: 6}",
          "window.min_positions=5000", "train.learning_rate=0.001",
          "evaluation={every: 0, final_pairs: 0}",
          fmt::format("selfplay.max_plies={}", MatchConfig().max_plies),
          fmt::format("selfplay.full_visits={}", 2 * visits),
          fmt::format("selfplay.fast_visits={}", visits), "selfplay.handicap={max_factor: 1}",
          // A tenth of the evaluations go to games without the frozen model, lest the network
          // forget how the other side plays.
          fmt::format("selfplay.past_models={{model: \"{}\", side: {}, fraction: 0.9}}", model,
                      ToString(Opponent(side)))};
}

bool TrainBestResponses(const Study& study, const RunChanges& changes, const std::stop_token& stop,
                        Progress* progress) {
  const std::vector<Response> needed = NeededResponses(study);
  BlockQueue queue(study.folder());
  for (size_t i = 0; i < needed.size(); ++i) queue.Add(NoteOf(needed[i]), i);
  while (const std::optional<BlockQueue::Turn> turn = queue.Wait(stop)) {
    const Response& response = needed[turn->number];
    if (turn->claim && !LoadRunState(response.run).finished) {
      progress->Print(fmt::format("best response {} of {}: {} of {} learn to beat the first model",
                                  turn->number + 1, needed.size(), ToString(response.side),
                                  study.design().rules[response.rules].word));
      if (!Train(study, response, changes, stop)) return false;
    }
    NoteWeights(response);
  }
  return !stop.stop_requested();
}

}  // namespace raichi
