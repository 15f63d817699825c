#include "app/balance/study/study_words.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <system_error>

#include "app/balance/study/study.h"
#include "base/error.h"
#include "base/yaml/yaml.h"
#include "rules/files/program_data.h"
#include "rules/files/rule_changes.h"
#include "rules/files/rule_file.h"
#include "run/find_model.h"
#include "selfplay/records/files.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

const fs::path kStudies = "balance";

/// Whether the file is a plan; otherwise it is taken for a rule file, which has a board.
bool IsPlan(const fs::path& path) {
  if (path.extension() != ".yaml" || !fs::is_regular_file(path)) return false;
  const YamlNode root = LoadYaml(path);
  return std::ranges::none_of(root.keys, [](const YamlNode& key) { return key.text == "board"; });
}

NamedStudy OpenPlan(const fs::path& file, const std::string& dir) {
  NamedStudy study{ParsePlan(ReadFile(file, kMaxYamlBytes), file.string()), dir};
  if (study.plan.name.empty()) study.plan.name = file.stem().string();
  if (study.folder.empty()) study.folder = kStudies / study.plan.name;
  return study;
}

int ParseVisits(const std::string& text) {
  int visits = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, visits);
  if (error != std::errc() || stop != end || visits < 1 || visits > 1'000'000) {
    throw UsageError("--visits: expected numbers from 1 to 1000000, found '" + text + "'");
  }
  return visits;
}

/// Returns the published model that all of these rules (or those that they change) share, or an
/// empty text if they share none.
std::string CommonModelOf(const std::vector<std::string>& words) {
  std::set<std::string> models;
  for (const std::string& word : words) {
    const RulesPtr rules = OpenRules(SplitRuleName(word).base);
    models.insert(PublishedModelOf(ShippedName(*rules)));
  }
  return models.size() == 1 ? *models.begin() : "";
}

/// Throws UsageError if an option lists something twice: its games would count twice.
template <typename Item>
void CheckDifferent(const std::string& option, const std::vector<Item>& items) {
  if (std::set<Item>(items.begin(), items.end()).size() == items.size()) return;
  throw UsageError(option + ": expected different values");
}

/// Throws UsageError if the words say more than a plan or a study allows.
void CheckAlone(const StudyWords& words, bool is_study) {
  const std::string what = is_study ? "a study" : "a plan";
  if (words.what.size() > 1) throw UsageError("expected " + what + " alone, or rule sets by name");
  if (!words.models.empty()) throw UsageError("--players: not with " + what);
  if (!words.visits.empty()) throw UsageError("--visits: not with " + what);
  if (is_study && !words.dir.empty()) throw UsageError("--dir: not with a study's folder");
}

/// Returns the plan of the short answer.
StudyPlan PlanOf(const StudyWords& words) {
  StudyPlan plan;
  plan.seed = words.seed;
  plan.rules = words.what;
  plan.players.models = words.models;
  if (plan.players.models.empty()) {
    const std::string model = CommonModelOf(words.what);
    if (!model.empty()) plan.players.models = {model};
  }
  plan.players.visits = {50, 200};
  if (!words.visits.empty()) plan.players.visits.clear();
  for (const std::string& text : words.visits) plan.players.visits.push_back(ParseVisits(text));
  CheckDifferent("--players", plan.players.models);
  CheckDifferent("--visits", plan.players.visits);
  if (plan.players.models.empty()) plan.players.alphabeta = {1, 3};
  plan.openings.setup = std::min(200, words.games);
  plan.stop.games = words.games;
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
        fs::is_directory(path) && std::ranges::find(shipped, path.string()) == shipped.end();
    if (!is_study && !IsPlan(path)) continue;
    CheckAlone(words, is_study);
    if (!is_study) return OpenPlan(path, words.dir);
    if (fs::is_regular_file(begun)) return OpenPlan(begun, path.string());
    throw UsageError(path.string() + ": holds no study (plan.yaml)");
  }
  NamedStudy study{PlanOf(words), words.dir};
  if (study.folder.empty()) study.folder = kStudies / study.plan.name;
  return study;
}

}  // namespace raichi
