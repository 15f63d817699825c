#include <algorithm>
#include <cctype>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "app/analysis/analysis.h"
#include "app/draw/board_view.h"
#include "base/checksum.h"
#include "base/error.h"
#include "base/text.h"
#include "console/log.h"
#include "console/output.h"
#include "console/rule_json.h"
#include "rules/files/rule_changes.h"
#include "rules/files/rule_file.h"
#include "rules/opentafl/opentafl.h"
#include "rules/rule_set.h"
#include "rules/words/words.h"
#include "run/players/find_model.h"
#include "run/players/proofs.h"
#include "run/players/study_figure.h"
#include "tools/commands/commands.h"

namespace raichi {

/// A shipped rule set, and the earliest year (1000 to 2099) that its sources name, if any.
struct ListedRules {
  RuleSet rules;
  std::optional<int> year;
};

/// Returns the shipped rule sets, sorted by size of the board, then by year (those without one
/// last), then by name.
std::vector<ListedRules> ListShippedRules();

namespace {

constexpr int kAfterAllYears = 10000;

/// Returns the earliest word that is a year.
std::optional<int> EarliestYear(const std::vector<std::string>& sources) {
  int earliest = kAfterAllYears;
  for (std::string source : sources) {
    std::ranges::replace_if(
        source, [](unsigned char c) { return std::isalnum(c) == 0; }, ' ');
    std::istringstream words(source);
    for (std::string word; words >> word;) {
      earliest = std::min(earliest, ParseNumber<int>(word, 1000, 2099).value_or(kAfterAllYears));
    }
  }
  return earliest == kAfterAllYears ? std::nullopt : std::optional(earliest);
}

}  // namespace

std::vector<ListedRules> ListShippedRules() {
  std::vector<ListedRules> listed;
  for (const std::string& name : RuleSetNames()) {
    const RuleSet rules = OpenRules(name)->data();
    listed.push_back({rules, EarliestYear(rules.sources)});
  }
  std::ranges::stable_sort(listed, {}, [](const ListedRules& one) {
    return std::tuple(one.rules.size, one.year.value_or(kAfterAllYears));
  });
  return listed;
}

namespace {

struct RulesOptions {
  std::string name;
  std::string check;
  std::string diff;
  bool opentafl = false;
  std::string from_opentafl;
  bool words = false;
  bool names = false;
  bool json = false;
};

/// `proven: attackers win within 19 plies`; empty if no proof comes with the program.
std::string ProvenText(const std::optional<FoundProof>& found) {
  if (!found) return "";
  const Certificate& proof = found->certificate;
  return "proven: " + ClaimText(proof.claim, proof.owner, proof.plies);
}

/// ProvenToJson of the setup, with the file.
Json ProvenAsJson(const std::optional<FoundProof>& found) {
  if (!found) return Json();
  const Certificate& proof = found->certificate;
  Json json = ProvenToJson(Proven{proof.claim, proof.owner, proof.plies, Move()});
  json.erase("move");
  json["certificate"] = found->file;
  return json;
}

/// The study's figure of the rules; null if no study has measured them.
Json StudyAsJson(const Rules& rules) {
  const auto figure = FindStudyFigure(rules);
  if (!figure) return Json();
  return {{"score", figure->score},
          {"low", figure->low},
          {"high", figure->high},
          {"visits", figure->visits},
          {"openings", figure->is_from_setup ? "setup" : "random"}};
}

Json Describe(const RuleSet& rules) {
  return {{"name", rules.name}, {"size", rules.size}, {"title", rules.title}};
}

void ListNames() {
  for (const std::string& name : RuleSetNames()) PrintLine(name);
}

void ListRulesAsJson() {
  for (const auto& [rules, year] : ListShippedRules()) {
    Json object = Describe(rules);
    object["year"] = year ? Json(*year) : Json();
    object["proven"] = ProvenAsJson(FindProof(Rules(rules), ""));
    object["study"] = StudyAsJson(Rules(rules));
    object["fingerprint"] = ChecksumText(Rules(rules).fingerprint());
    PrintJson(object);
  }
}

/// Prints the shipped rule sets in groups of one size of the board, each by year.
void ListRules() {
  int size = 0;
  for (const auto& [rules, year] : ListShippedRules()) {
    if (rules.size != size) {
      if (size > 0) PrintLine("");
      PrintLine(fmt::format("{}x{}", rules.size, rules.size));
      size = rules.size;
    }
    const std::string proven = ProvenText(FindProof(Rules(rules), ""));
    PrintLine(fmt::format("  {:<30} {:>4}  {}{}", rules.name, year ? std::to_string(*year) : "",
                          rules.title, proven.empty() ? "" : "; " + proven));
  }
}

/// `name` is what the user calls the rule set.
void ShowRules(const std::string& name, const RuleSet& rule_set, bool json) {
  const Rules rules(rule_set);
  const auto proof = FindProof(rules, "");
  if (json) {
    Json object = Describe(rule_set);
    object["proven"] = ProvenAsJson(proof);
    object["study"] = StudyAsJson(rules);
    object["fingerprint"] = ChecksumText(rules.fingerprint());
    object["setup"] = rule_set.setup;
    object["sources"] = rule_set.sources;
    object["assumed"] = rule_set.assumed;
    object["yaml"] = ToYaml(rule_set);
    object["rules"] = RulesToJson(rule_set);
    return PrintJson(object);
  }
  const BoardStyle style = StyleOfOutput();
  PrintText(ToYaml(rule_set));
  // As comments, so that the output is a rule file.
  std::istringstream drawing(DrawBoard(rules, rules.start(), {}, style) + "\n" +
                             BoardLegend(rules, style));
  for (std::string line; std::getline(drawing, line);) PrintDrawing("# " + line);
  PrintLine("#");
  if (proof) PrintLine("# " + ProvenText(proof) + " (" + proof->file + ")");
  if (const auto figure = FindStudyFigure(rules)) {
    PrintLine("# " + ToString(*figure) + " (docs/balance.md)");
  }
  PrintLine("# In plain English: raichi rules " + name + " --words");
}

void CheckRules(const std::string& file, bool json) {
  const RulesPtr rules = LoadRules(file);
  const RuleSet& rule_set = rules->data();
  if (const Game game(rules); game.IsOver()) {
    throw Error(file + ": board.setup: the game is over before the first move (" +
                DescribeResult(game) + ")");
  }
  std::vector<std::string> warnings = OversightsOf(rule_set);
  if (std::string shared = DescribeSharedName(*rules); !shared.empty()) {
    warnings.push_back(std::move(shared));
  }
  for (const std::string& warning : warnings) PrintWarning(warning);
  if (!json) return PrintLine(fmt::format("{}: good", file));
  Json object = Describe(rule_set);
  object["warnings"] = warnings;
  PrintJson(object);
}

/// Prints the keys in which two rule sets differ, one to a line.
void PrintDifferences(const RuleSet& first, const RuleSet& second, bool json) {
  const auto differences = DifferencesOf(first, second);
  if (differences.empty()) PrintInfo("these rule sets do not differ");
  for (const auto& [key, here, there] : differences) {
    json ? PrintJson(Json{{"key", key}, {"first", here}, {"second", there}})
         : PrintLine(
               fmt::format("{:<28} {}  |  {}", key, RuleValueText(here), RuleValueText(there)));
  }
}

void PrintAsOpenTafl(const RuleSet& rules, bool json) {
  const OpenTaflRecord converted = ToOpenTafl(rules);
  for (const std::string& warning : converted.warnings) PrintWarning(warning);
  json
      ? PrintJson(Json{
            {"name", rules.name}, {"opentafl", converted.record}, {"warnings", converted.warnings}})
      : PrintLine(converted.record);
}

void PrintWords(const Rules& rules, bool json) {
  if (!json) return PrintText(RulesAsText(rules));
  Json chapters = Json::array();
  for (const RuleChapter& chapter : RulesInWords(rules)) {
    chapters.push_back({{"heading", chapter.heading}, {"paragraphs", chapter.paragraphs}});
  }
  Json object = Describe(rules.data());
  object["words"] = chapters;
  PrintJson(object);
}

void PrintFromOpenTafl(const std::string& record, bool json) {
  const OpenTaflConversion converted = FromOpenTafl(record);
  for (const std::string& warning : converted.warnings) PrintWarning(warning);
  for (const std::string& warning : OversightsOf(converted.rule_set)) PrintWarning(warning);
  const std::string yaml = ToYaml(Rules(converted.rule_set).data());
  json ? PrintJson(Json{{"yaml", yaml}, {"warnings", converted.warnings}}) : PrintText(yaml);
}

void RunRules(const RulesOptions& options) {
  if (!options.check.empty()) return CheckRules(options.check, options.json);
  if (!options.from_opentafl.empty()) {
    return PrintFromOpenTafl(options.from_opentafl, options.json);
  }
  if (options.name.empty()) {
    if (options.opentafl) throw UsageError("rules: --opentafl needs the name of a rule set");
    if (options.words) throw UsageError("rules: --words needs the name of a rule set");
    if (!options.diff.empty()) throw UsageError("rules: --diff needs two rule sets: A --diff B");
    if (options.names) return ListNames();
    return options.json ? ListRulesAsJson() : ListRules();
  }
  const RulesPtr rules = OpenRules(options.name);
  if (options.opentafl) return PrintAsOpenTafl(rules->data(), options.json);
  if (options.words) return PrintWords(*rules, options.json);
  if (!options.diff.empty()) {
    return PrintDifferences(rules->data(), OpenRules(options.diff)->data(), options.json);
  }
  ShowRules(options.name, rules->data(), options.json);
}

}  // namespace

void AddRulesCommand(Program& program) {
  Command command = program.AddCommand("rules", "List, show, check and convert rule sets");
  auto options = std::make_shared<RulesOptions>();
  const Option name =
      command.Add("name", &options->name, "Rule set to show: a name or a file (default: list all)");
  const Option check =
      command.Add("--check", &options->check, "Check a rule file").Value("FILE").Excludes(name);
  const Option opentafl =
      command.AddFlag("--opentafl", &options->opentafl, "Print as an OpenTafl rules record")
          .Excludes(check);
  const Option diff =
      command.Add("--diff", &options->diff, "Print the keys in which another rule set differs")
          .Value("RULES")
          .Excludes(check)
          .Excludes(opentafl);
  const Option from =
      command
          .Add("--from-opentafl", &options->from_opentafl,
               "Print an OpenTafl rules record (\"dim:9 name:Tablut …\") as a rule file")
          .Value("RECORD")
          .Excludes(name)
          .Excludes(check)
          .Excludes(opentafl)
          .Excludes(diff);
  command.AddFlag("--words", &options->words, "Print the rules in plain English")
      .Excludes(check)
      .Excludes(opentafl)
      .Excludes(diff)
      .Excludes(from);
  const Option names =
      command.AddFlag("--names", &options->names, "Print only the names of all rule sets")
          .Excludes(name)
          .Excludes(check)
          .Excludes(opentafl)
          .Excludes(diff)
          .Excludes(from);
  command.AddFlag("--json", &options->json, "Print one JSON object per line").Excludes(names);
  command.Footer(
      "Examples:\n"
      "  raichi rules brandubh --words\n"
      "  raichi rules saami --diff skalk\n"
      "  raichi rules --check my.yaml");
  command.Run([options] { RunRules(*options); });
}

}  // namespace raichi
