#include "app/ablate/plan.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/json.h"
#include "base/process.h"
#include "base/text.h"
#include "console/log.h"
#include "nn/backend/devices.h"
#include "run/config/auto_values.h"
#include "run/config/pinned_rules.h"
#include "run/files/fork.h"
#include "run/sharing/folder_kind.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

/// Converts `3072` (games), `90s`, `10m` or `1.5h` to a change of the configuration.
std::string ParseBudget(const std::string& text) {
  std::string_view unit = text;
  const double number = TakeNumber<double>(&unit).value_or(0);
  if (number >= 1 && number <= 1e15 && number == std::floor(number) && unit.empty()) {
    return fmt::format("budget={{games: {:.0f}}}", number);
  }
  const double minutes = unit == "s" ? 1.0 / 60 : unit == "m" ? 1 : unit == "h" ? 60 : 0;
  if (number > 0 && minutes > 0) return fmt::format("budget={{minutes: {}}}", number * minutes);
  throw UsageError("--budget: expected games or a time, as in 3072, 90s, 10m or 1.5h, got '" +
                   text + "'");
}

void RequireSettled(const AblateWords& words) {
  if (words.overrides.empty() && words.variants.vary.empty() && words.variants.named.empty() &&
      !words.variants.one_at_a_time && words.budget.empty() && words.from.empty() &&
      words.dir.empty()) {
    return;
  }
  throw UsageError(
      words.config +
      " is an ablation already, whose variants, budget and folder are fixed; only "
      "--seeds, --looks, --at-once, --opponents, --predict, --pairs and --visits can be given");
}

/// Returns the number of runs to train side by side: the one that is asked for, that of a plan that
/// was begun, or one for each core. With a GPU, and in plans of older programs, runs follow one
/// another.
int RunsAtOnce(int asked, const AblatePlan& begun) {
  if (asked > 0) return asked;
  if (begun.at_once > 0) return begun.at_once;
  const bool is_begun = !begun.command.empty();
  return is_begun || CountGpus() > 0 ? 1 : CountCores();
}

/// Returns the plan of the arguments. What this machine decides is as in `begun`, the plan of the
/// same ablation, if that has it.
AblatePlan NewPlan(const AblateWords& words, const AblatePlan& begun) {
  AblatePlan plan;
  plan.command = CommandLine();
  plan.settled = begun.settled;
  plan.at_once = RunsAtOnce(words.at_once, begun);
  if (plan.at_once > 1) {
    plan.overrides = {"workers.workers=1", "train.threads=1", "train.loader_threads=1",
                      "workers.bench=false"};
  }
  if (!words.budget.empty()) plan.overrides.push_back(ParseBudget(words.budget));
  plan.overrides.insert(plan.overrides.end(), words.overrides.begin(), words.overrides.end());
  plan.variants = ParseVariants(words.variants);
  std::erase_if(plan.variants, [&](const Variant& variant) {
    return !words.only.empty() && std::ranges::find(words.only, variant.name) == words.only.end();
  });
  plan.from = words.from;
  return plan;
}

/// Removes variants that change nothing, because the configuration already has their one value.
/// Keeps the last `named` variants, which the user asked for by name.
void DropRepeatsOfBase(const Ablation& ablation, size_t named, std::vector<Variant>* variants) {
  const std::string base = ToYaml(ablation.base);
  const auto end = variants->end() - static_cast<std::ptrdiff_t>(named);
  const auto is_repeat = [&](const Variant& variant) {
    return !variant.overrides.empty() &&
           ToYaml(LoadRunConfig(ablation.config_file, ablation.plan.ChangesOf(variant))) == base;
  };
  variants->erase(std::remove_if(variants->begin(), end, is_repeat), end);
}

/// Returns the configuration without any variant's changes.
RunConfig BaseOf(const Ablation& ablation) {
  return LoadRunConfig(ablation.config_file, ablation.plan.ChangesOf({}));
}

/// Whether a budget is one of time alone, which would give variants different numbers of games.
bool NeedsGames(const Budget& budget) {
  return budget.minutes > 0 && budget.games == 0 && budget.steps == 0;
}

/// Chooses the values of the keys that are `auto` in `ablation->base`, and the games that a budget
/// of time would be expected to allow, and adds them to the plan.
void SettleAutoValues(const std::function<MachineSpeed(const RunConfig&)>& measure,
                      bool gives_games, Ablation* ablation) {
  RunConfig settled = ablation->base;
  const fs::path begun = ablation->FolderOfRules() / "config.yaml";
  if (Exists(begun)) {
    const RunConfig run = LoadRunConfig(begun, {});
    settled.machine = run.machine;
    TakeAutoValues(run, &settled);
  }
  if (!settled.auto_keys.empty() || (gives_games && !settled.machine.IsKnown())) {
    settled.machine = measure(settled);
    ChooseAutoValues(&settled);
  }
  std::vector<std::string>& changes = ablation->plan.settled;
  changes = AutoValuesOf(settled, ablation->base);
  if (gives_games) {
    changes.push_back(fmt::format("budget={{games: {:.0f}}}", ToTwoDigits(ExpectedGames(settled))));
  }
  if (!settled.machine.IsKnown()) return;
  for (std::string& change : ToChanges(settled.machine)) changes.push_back(std::move(change));
}

/// Throws Error if the folder holds a run or another ablation.
void CheckFolder(const Ablation& ablation) {
  RequireKind(ablation.dir, FolderKind::kAblation);
  if (!Exists(PlanFile(ablation.dir))) return;
  const AblatePlan before = LoadAblatePlan(PlanFile(ablation.dir));
  if (before.variants == ablation.plan.variants && before.overrides == ablation.plan.overrides) {
    return;
  }
  throw Error(ablation.dir.string() +
              ": an ablation with other variants or overrides; choose another --dir");
}

std::vector<int> ParseLooks(const std::vector<std::string>& words) {
  std::vector<int> looks;
  for (const std::string& word : words) {
    const int least = looks.empty() ? 1 : looks.back() + 1;
    const std::optional<int> look = ParseNumber<int>(word, least, kMostSeeds);
    if (!look) {
      throw UsageError("--looks '" + word + "': expected increasing numbers of seeds up to " +
                       std::to_string(kMostSeeds) + ", as in 7,14,28,36");
    }
    looks.push_back(*look);
  }
  return looks;
}

/// Sets how the models are measured: by the arguments, or else by the existing plan, or else by the
/// evaluation settings of the configuration.
void SettleMeasuring(const AblateWords& words, const EvaluationConfig& defaults, AblatePlan* plan) {
  if (words.seeds > 0 || !words.looks.empty()) plan->looks = ParseLooks(words.looks);
  if (words.seeds > 0) plan->seeds = words.seeds;
  if (!plan->looks.empty()) plan->seeds = plan->looks.back();
  if (words.at_once > 0) plan->at_once = words.at_once;
  if (!words.opponents.empty()) plan->opponents = words.opponents;
  if (!words.games.empty()) plan->games = AbsolutePath(words.games);
  if (words.pairs > 0) plan->pairs = words.pairs;
  if (plan->pairs == 0) {
    plan->pairs = static_cast<uint64_t>(std::max(defaults.pairs, defaults.final_pairs));
  }
  if (words.visits > 0) plan->visits = words.visits;
  if (plan->visits == 0) plan->visits = defaults.visits;
}

fs::path DefaultFolder(const fs::path& config_file, bool of_a_run) {
  const fs::path name = of_a_run ? config_file.parent_path().filename() : config_file.stem();
  return fs::path("runs") / ("ablate-" + name.string());
}

/// Warns if variants learn other rules than those by which the matches are played.
void WarnOfOtherRules(const Ablation& ablation) {
  for (const Variant& variant : ablation.plan.variants) {
    for (const std::string& change : variant.overrides) {
      if (!change.starts_with("rules=")) continue;
      PrintWarning(
          fmt::format("{}: this variant learns other rules, but all matches are played by {}",
                      variant.name, Join(ablation.base.rules, ", ")));
    }
  }
}

}  // namespace

std::vector<std::string> AblatePlan::ChangesOf(const Variant& variant) const {
  std::vector<std::string> changes = overrides;
  changes.insert(changes.end(), settled.begin(), settled.end());
  changes.insert(changes.end(), variant.overrides.begin(), variant.overrides.end());
  return changes;
}

Ablation OpenAblation(const AblateWords& words,
                      const std::function<MachineSpeed(const RunConfig&)>& measure) {
  const fs::path config = words.config;
  const bool goes_on = Exists(PlanFile(config));
  if (goes_on) RequireSettled(words);
  const bool is_folder = IsFolder(config);
  Ablation ablation;
  ablation.config_file = is_folder ? config / "config.yaml" : config;
  ablation.dir = goes_on             ? config
                 : words.dir.empty() ? DefaultFolder(ablation.config_file, is_folder)
                                     : fs::path(words.dir);
  const bool is_begun = Exists(PlanFile(ablation.dir));
  if (is_begun) ablation.plan = LoadAblatePlan(PlanFile(ablation.dir));
  if (!goes_on) ablation.plan = NewPlan(words, ablation.plan);
  ablation.base = BaseOf(ablation);
  const bool gives_games = words.budget.empty() && !is_begun && NeedsGames(ablation.base.budget);
  if (!ablation.base.auto_keys.empty() || gives_games) {
    SettleAutoValues(measure, gives_games, &ablation);
    ablation.base = BaseOf(ablation);
  }
  if (const fs::path rules = ablation.FolderOfRules(); !rules.empty()) {
    OpenRuleSets(rules, &ablation.base);
  }
  if (words.variants.one_at_a_time) {
    DropRepeatsOfBase(ablation, words.variants.named.size(), &ablation.plan.variants);
  }
  CheckFolder(ablation);
  SettleMeasuring(words, ablation.base.evaluation, &ablation.plan);
  WarnOfOtherRules(ablation);
  return ablation;
}

fs::path Ablation::RunFolderOf(const std::string& variant, uint64_t seed) const {
  return dir / variant / fmt::format("seed-{}", seed);
}

fs::path Ablation::FolderOfRules() const {
  if (plan.variants.empty()) return {};
  const fs::path first = RunFolderOf(plan.variants.front().name, base.seed);
  if (Exists(first / "config.yaml")) return first;
  return plan.from.empty() ? fs::path() : fs::path(RunOfForkWord(plan.from));
}

namespace {

namespace fs = std::filesystem;

/// Reads a part of the file.
template <typename Read>
auto ReadPlanFile(const fs::path& file, const Read& read) {
  constexpr uint64_t kMaxPlanBytes = 1 << 26;
  return ReadJson(file.string() + ": ", [&] {
    Json json = ParseJson(ReadFile(file, kMaxPlanBytes));
    TakeSum(&json);
    return read(json);
  });
}

AblatePlan PlanFromJson(const Json& json) {
  AblatePlan plan;
  plan.command = json.at("command");
  plan.overrides = json.at("changes").get<std::vector<std::string>>();
  plan.settled = json.value("settled", std::vector<std::string>());
  for (const Json& variant : json.at("variants")) {
    plan.variants.push_back({.name = variant.at("name"),
                             .overrides = variant.at("changes").get<std::vector<std::string>>()});
  }
  plan.from = json.at("from");
  plan.seeds = json.at("seeds");
  plan.looks = json.value("looks", std::vector<int>());
  plan.at_once = json.value("at_once", 0);
  plan.opponents = json.at("opponents").get<std::vector<std::string>>();
  plan.games = json.value("games", "");
  plan.pairs = json.at("pairs");
  plan.visits = json.at("visits");
  return plan;
}

}  // namespace

fs::path PlanFile(const fs::path& dir) { return dir / "ablation.json"; }

Json ToJson(const AblatePlan& plan) {
  Json variants = Json::array();
  for (const Variant& variant : plan.variants) {
    variants.push_back({{"name", variant.name}, {"changes", variant.overrides}});
  }
  return {{"command", plan.command}, {"changes", plan.overrides}, {"settled", plan.settled},
          {"variants", variants},    {"from", plan.from},         {"seeds", plan.seeds},
          {"looks", plan.looks},     {"at_once", plan.at_once},   {"opponents", plan.opponents},
          {"games", plan.games},     {"pairs", plan.pairs},       {"visits", plan.visits}};
}

AblatePlan LoadAblatePlan(const fs::path& file) {
  return ReadPlanFile(file, [](const Json& json) { return PlanFromJson(json.at("plan")); });
}

void SavePlan(const Ablation& ablation, const std::optional<std::vector<Json>>& table) {
  const fs::path file = PlanFile(ablation.dir);
  Json json = {{"plan", ToJson(ablation.plan)}, {"table", Json::array()}};
  if (table) {
    json["table"] = *table;
  } else if (Exists(file)) {
    json["table"] =
        ReadPlanFile(file, [](const Json& saved) { return saved.value("table", Json::array()); });
  }
  AtomicWrite(file, JsonText(WithSum(json), 1) + "\n");
  constexpr uint64_t kMaxConfigBytes = 1 << 20;
  AtomicWrite(ablation.dir / "config.yaml",
              WithSumLine(ReadFile(ablation.config_file, kMaxConfigBytes)));
}

}  // namespace raichi
