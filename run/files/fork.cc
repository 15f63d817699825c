#include "run/files/fork.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/guard.h"
#include "base/files/paths.h"
#include "base/json.h"
#include "base/text.h"
#include "run/config/config.h"
#include "run/config/pinned_rules.h"
#include "run/files/folder.h"
#include "run/files/ledger.h"
#include "run/files/state.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

fs::path ForkFile(const fs::path& run_folder) { return run_folder / "fork.json"; }

/// Normalises the path of a folder: `./runs/x/` becomes `runs/x`.
std::string Normal(const std::string& folder) {
  std::string normal = fs::path(folder).lexically_normal().string();
  if (normal.size() > 1 && normal.back() == '/') normal.pop_back();
  return normal;
}

/// The parts of `runs/x@000118`. Without a number, `model` is -1.
struct ForkWord {
  std::string run;
  int model = -1;
};
ForkWord ParseForkWord(const std::string& word) {
  ForkWord parsed{.run = word};
  const size_t mark = word.rfind('@');
  if (mark != std::string::npos && !IsFolder(word)) {
    const auto model = ParseNumber(std::string_view(word).substr(mark + 1), 0);
    if (model) parsed = {word.substr(0, mark), *model};
  }
  parsed.run = Normal(parsed.run);
  return parsed;
}

int FindState(const std::string& word, const fs::path& run, int wanted) {
  const std::vector<int> states = NumbersInFolder(run / "optimizer");
  if (states.empty()) {
    throw UsageError("--fork " + word + ": expected the folder of a run with a trainer state");
  }
  if (wanted < 0) return states.back();
  if (std::ranges::find(states, wanted) != states.end()) return wanted;
  throw UsageError("--fork " + word + ": the run keeps no trainer state of model " +
                   RunFolder::Numbered(wanted) + ", but of " +
                   Join(states, ", ", RunFolder::Numbered));
}

/// Links or copies a file or folder: makes hard links, or copies if `to` is on another file system.
/// (Links are safe because shards and models are never changed in place.)
void Link(const fs::path& from, const fs::path& to) {
  constexpr uint64_t kMaxCopyBytes = uint64_t{1} << 32;
  if (IsFolder(from)) {
    EnsureFolder(to);
    for (const fs::path& entry : ListFolder(from)) Link(entry, to / entry.filename());
    return;
  }
  std::error_code error;
  fs::create_hard_link(from, to, error);
  if (error) AtomicWrite(to, ReadFile(from, kMaxCopyBytes));
}

}  // namespace

std::string ForkOrigin::Name() const { return run + "@" + RunFolder::Numbered(model); }

bool ForkOrigin::IsNamedBy(const std::string& word) const {
  const ForkWord parsed = ParseForkWord(word);
  return parsed.run == Normal(run) && (parsed.model < 0 || parsed.model == model);
}

std::string RunOfForkWord(const std::string& word) { return ParseForkWord(word).run; }

std::optional<ForkOrigin> LoadForkOrigin(const fs::path& run_folder) {
  const fs::path file = ForkFile(run_folder);
  if (!Exists(file)) return std::nullopt;
  constexpr uint64_t kMaxOriginBytes = 1 << 16;
  return ReadJson(file.string() + ": ", [&] {
    Json json =
        ParseJson(ReadPatiently(Patience(), [&] { return ReadFile(file, kMaxOriginBytes); }));
    TakeSum(&json);
    return ForkOrigin{.run = json.at("run"),
                      .model = json.at("model"),
                      .games = json.at("games"),
                      .positions = json.at("positions"),
                      .steps = json.at("steps")};
  });
}

ForkPoint::ForkPoint(const std::string& word) {
  const ForkWord parsed = ParseForkWord(word);
  run_ = parsed.run;
  ForbidLinksIn(run_);
  model_ = FindState(word, run_, parsed.model);
  state_ = ReadTrainerState(fs::path(run_) / "optimizer" / RunFolder::Numbered(model_));
}

void ForkPoint::Check(const RunConfig& config) const {
  RunConfig kept = config;
  kept.network = state_.network;
  kept.train.optimizer = state_.optimizer;
  for (const KeyChange& change : ChangesBetween(kept, config)) {
    throw Error(change.key + ": expected " + change.before + ", which a run forked from " + run_ +
                " keeps, found " + change.now);
  }
  const auto check = [&](const char* key, int64_t budget, int64_t before) {
    if (budget == 0 || budget > before) return;
    throw Error(
        fmt::format("{}: expected more than {}, what {} had when its model {} was made; "
                    "found {}",
                    key, before, run_, RunFolder::Numbered(model_), budget));
  };
  check("budget.steps", config.budget.steps, state_.step);
  const Ledger ledger(run_);
  if (const LedgerRecord* record = ledger.Find(model_)) {
    check("budget.games", config.budget.games, record->games);
  }
}

void ForkPoint::Begin(const RunConfig& config, const fs::path& folder) const {
  CreateFolders(folder.parent_path());
  const fs::path temporary = folder.string() + ".tmp";
  RemoveTree(temporary);
  RunConfig pinned = config;
  OpenRuleSets(run_, &pinned);
  const RunFolder made(temporary, pinned);
  const ForkOrigin origin = CopyTo(temporary);
  CopyPastModelTo(temporary, config);
  TrainerState state = state_;
  state.seed = config.seed;
  state.learning_rate = config.train.learning_rate;  // whatever it is, the moments are kept
  WriteTrainerState(made.Optimizer(model_), state);
  CopyLedgerTo(temporary, pinned);
  SaveRunState(temporary, {.model = model_});
  const Json json = {{"run", origin.run},
                     {"model", origin.model},
                     {"games", origin.games},
                     {"positions", origin.positions},
                     {"steps", origin.steps}};
  AtomicWrite(ForkFile(temporary), JsonText(WithSum(json)) + "\n");
  MoveFile(temporary, folder);
}

/// Copies the frozen model that the run pinned, if the fork names the same one.
void ForkPoint::CopyPastModelTo(const fs::path& folder, const RunConfig& config) const {
  const std::string& word = config.selfplay.past_models.model;
  const auto pinned = LoadPinnedModel(PastModelFile(run_));
  if (!word.empty() && pinned && pinned->word == word) {
    SavePinnedModel(PastModelFile(folder), *pinned);
  }
}

ForkOrigin ForkPoint::CopyTo(const fs::path& folder) const {
  ForkOrigin origin{.run = run_,
                    .model = model_,
                    .games = 0,
                    .positions = state_.window.positions_made,
                    .steps = state_.step};
  for (const fs::path& shard : RunShards(fs::path(run_) / "games").All()) {
    const auto name = ShardName::Parse(shard.filename());
    if (!name || name->model >= model_) continue;  // played after this state
    try {
      origin.games += static_cast<int64_t>(ShardReader(shard).size());
    } catch (const Error& error) {
      PrintWarning(std::string(error.what()) + "; the fork goes on without these games");
      continue;
    }
    const fs::path copy = NewShardPath(folder / "games", shard.filename());
    CreateFolders(copy.parent_path());
    Link(shard, copy);
  }
  for (const int model : NumbersInFolder(fs::path(run_) / "models")) {
    const fs::path path = fs::path("models") / RunFolder::Numbered(model);
    if (model <= model_) Link(run_ / path, folder / path);
  }
  return origin;
}

void ForkPoint::CopyLedgerTo(const fs::path& folder, const RunConfig& config) const {
  std::vector<LedgerRecord> records = Ledger(run_).records();
  std::erase_if(records, [this](const LedgerRecord& record) { return record.model > model_; });
  for (LedgerRecord& record : records) {
    record.seconds = 0;  // counts only the fork's own work
    record.progress = {};
  }
  Ledger ledger(folder);
  ledger.PinRules(OpenRulesOf(config), FixedValues(config));
  ledger.Insert(std::move(records));
}

}  // namespace raichi
