#include "app/balance/study/study_words.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "app/balance/study/study.h"
#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/text.h"
#include "base/yaml/yaml.h"
#include "rules/files/program_data.h"
#include "rules/files/rule_changes.h"
#include "rules/files/rule_file.h"
#include "run/players/find_model.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

const fs::path kStudies = "balance";

/// Whether the file is a plan; otherwise it is taken for a rule file, which has a board.
bool IsPlan(const fs::path& path) {
  if (path.extension() != ".yaml" || !IsFile(path)) return false;
  const YamlNode root = LoadYaml(path);
  return std::ranges::none_of(root.keys, [](const YamlNode& key) { return key.text == "board"; });
}

NamedStudy OpenPlan(const fs::path& file, const std::string& dir) {
  NamedStudy study{ParsePlan(ReadFile(file, kMaxYamlBytes), file.string()), dir};
  if (study.plan.name.empty()) study.plan.name = file.stem().string();
  if (study.folder.empty()) study.folder = kStudies / study.plan.name;
  return study;
}

/// Reads a number from 1 to `most`. `what` says in errors what was expected: `--visits: expected
/// numbers`.
int ParseLevel(std::string_view text, int most, const std::string& what) {
  if (const auto level = ParseNumber(text, 1, most)) return *level;
  throw UsageError(fmt::format("{} from 1 to {}, found '{}'", what, most, text));
}

/// Adds a player to the family that its word names: alpha-beta, playouts or, by default, models.
void AddPlayer(const std::string& word, StudyPlan::Players* players) {
  const auto add = [&](std::string_view prefix, int most, std::vector<int>* levels) {
    if (!word.starts_with(prefix)) return false;
    levels->push_back(ParseLevel(std::string_view(word).substr(prefix.size()), most,
                                 fmt::format("--players: expected {}N, N", prefix)));
    return true;
  };
  if (add("alphabeta:", kMostStudyDepth, &players->alphabeta)) return;
  if (add("playouts:", kMostStudyVisits, &players->playouts)) return;
  if (!LookForModel(word)) {
    throw UsageError("--players " + word + ": expected alphabeta:N, playouts:N or a model" +
                     WhyNoModel(word));
  }
  players->models.push_back(word);
}

/// Returns a published model that plays all of these rules (or those that they change), or an empty
/// text if there is none.
std::string CommonModelOf(const std::vector<std::string>& words) {
  std::vector<std::string> names;
  for (const std::string& word : words) {
    names.push_back(ShippedName(*OpenRules(SplitRuleName(word).base)));
  }
  return PublishedModelOf(names);
}

/// Throws UsageError if an option lists something twice: its games would count twice.
template <typename Item>
void CheckDifferent(const std::string& option, const std::vector<Item>& items) {
  if (std::set<Item>(items.begin(), items.end()).size() == items.size()) return;
  throw UsageError(option + ": expected each only once");
}

/// Throws UsageError if the words say more than a plan or a study allows.
void CheckAlone(const StudyWords& words, bool is_study) {
  const std::string what = is_study ? "a study" : "a plan";
  if (words.what.size() > 1) throw UsageError("expected " + what + " alone, or rule sets by name");
  if (!words.players.empty()) throw UsageError("--players: not with " + what);
  if (!words.visits.empty()) throw UsageError("--visits: not with " + what);
  if (words.games) throw UsageError("--games: not with " + what);
  if (words.seed) throw UsageError("--seed: not with " + what);
  if (is_study && !words.dir.empty()) throw UsageError("--dir: not with a study's folder");
}

StudyPlan::Players PlayersOf(const StudyWords& words) {
  StudyPlan::Players players;
  for (const std::string& word : words.players) AddPlayer(word, &players);
  if (words.players.empty()) {
    const std::string model = CommonModelOf(words.what);
    if (model.empty()) {
      players.alphabeta = {1, 3};
    } else {
      players.models = {model};
    }
  }
  if (players.models.empty() && !words.visits.empty()) {
    throw UsageError("--visits: only models have visits; name models with --players");
  }
  players.visits = {50, 200};
  if (!words.visits.empty()) players.visits.clear();
  for (const std::string& text : words.visits) {
    players.visits.push_back(ParseLevel(text, kMostStudyVisits, "--visits: expected numbers"));
  }
  return players;
}

/// Returns the plan of the short answer.
StudyPlan PlanOf(const StudyWords& words) {
  StudyPlan plan;
  plan.seed = words.seed.value_or(1);
  plan.rules = words.what;
  CheckDifferent("rules", plan.rules);
  plan.players = PlayersOf(words);
  CheckDifferent("--players", plan.players.models);
  CheckDifferent("--players", plan.players.alphabeta);
  CheckDifferent("--players", plan.players.playouts);
  CheckDifferent("--visits", plan.players.visits);
  constexpr int kMostOfRound = 200;
  const auto games = static_cast<int>(words.games.value_or(kDefaultStudyGames));
  const int rounds = (games + kMostOfRound - 1) / kMostOfRound;
  plan.main = Treatment::kRandom4;
  plan.openings.random4 = plan.openings.setup = (games + rounds - 1) / rounds;
  plan.openings.shared_between_rules = true;
  plan.stop.games = games;
  const std::string text = ToYaml(plan);
  plan.name = "quick-" + ChecksumText(text).substr(0, 8);
  return plan;
}

}  // namespace

NamedStudy OpenStudyWords(const StudyWords& words) {
  const std::vector<std::string> shipped = RuleSetNames();
  for (const std::string& word : words.what) {
    const fs::path path = OwnOrShipped(word);
    const fs::path begun = StudyPlanFile(path);
    // A folder may have the name of a shipped rule set, as those in models/ do.
    const bool is_study =
        IsFolder(path) && std::ranges::find(shipped, path.string()) == shipped.end();
    if (!is_study && !IsPlan(path)) continue;
    CheckAlone(words, is_study);
    if (!is_study) return OpenPlan(path, words.dir);
    if (IsFile(begun)) return OpenPlan(begun, path.string());
    throw UsageError(path.string() + ": holds no study (plan.yaml)");
  }
  NamedStudy study{PlanOf(words), words.dir};
  if (study.folder.empty()) study.folder = kStudies / study.plan.name;
  return study;
}

}  // namespace raichi
