#include <string>
#include <string_view>
#include <vector>

#include "rules/files/rule_file.h"
#include "rules/files/rule_words.h"
#include "rules/notation.h"
#include "rules/yaml/text.h"

namespace raichi {
namespace {

std::string List(const std::vector<std::string>& items) {
  std::string list;
  for (const std::string& item : items) list += (list.empty() ? "" : ", ") + item;
  return "[" + list + "]";
}

std::string Texts(std::string_view key, const std::vector<std::string>& texts) {
  std::string yaml = std::string(key) + ":" + (texts.empty() ? " []\n" : "\n");
  for (const std::string& text : texts) yaml += "  - " + QuoteYaml(text) + "\n";
  return yaml;
}

std::string Classes(ClassSet set) {
  std::vector<std::string> words;
  for (const auto& [word, value] : kCampClassWords) {
    if ((set.words & value) != 0) words.emplace_back(word);
  }
  return List(words);
}

std::string Squares(const std::vector<Square>& squares) {
  std::vector<std::string> names;
  for (const Square s : squares) names.push_back(ToString(s));
  return List(names);
}

std::string King(const KingRules& king, bool throne) {
  const auto word = [](KingCapture how) { return std::string(WordOf(kKingCaptureWords, how)); };
  std::string capture = "open: " + word(king.open);
  if (throne) {
    capture += ", beside_throne: " + word(king.beside_throne);
    capture += ", on_throne: " + word(king.on_throne);
  }
  capture += ", at_edge: " + word(king.at_edge);
  return "king: {armed: " + std::string(WordOf(kArmedWords, king.armed)) + ", capture: {" +
         capture + "}}\n";
}

std::string Throne(const ThroneRules& throne) {
  return "throne: {stop: " + Classes(throne.stop) + ", pass: " + Classes(throne.pass) +
         ", hostile_empty: " + Classes(throne.hostile_empty) +
         ", hostile_occupied: " + Classes(throne.hostile_occupied) +
         ", linnaean: " + std::string(WordOf(kBoolWords, throne.linnaean)) + "}\n";
}

std::string Corners(const CornerRules& corners) {
  return "corners: {stop: " + Classes(corners.stop) + ", hostile: " + Classes(corners.hostile) +
         "}\n";
}

std::string Camps(const CampRules& camps) {
  return "camps:\n  squares: " + Squares(camps.squares) + "\n  stop: " + Classes(camps.stop) +
         "\n  pass: " + Classes(camps.pass) + "\n  hostile: " + Classes(camps.hostile) +
         "\n  neutral: " + Squares(camps.neutral) + "\n";
}

std::string Repetition(const RepetitionRules& repetition) {
  return "repetition: {count: " + std::to_string(repetition.count) +
         ", result: " + std::string(WordOf(kRepetitionWords, repetition.result)) + "}\n";
}

}  // namespace

std::string ToYaml(const RuleSet& r) {
  const auto line = [](std::string_view key, std::string_view value) {
    return std::string(key) + ": " + std::string(value) + "\n";
  };
  std::string yaml = line("name", r.name) + line("title", QuoteYaml(r.title));
  yaml += Texts("sources", r.sources) + Texts("assumed", r.assumed);
  yaml += "board: {size: " + std::to_string(r.size) + ", setup: " + r.setup + "}\n";
  yaml += line("first", WordOf(kSideWords, r.first)) + King(r.king, r.throne.has_value());
  if (r.throne) yaml += Throne(*r.throne);
  if (r.corners) yaml += Corners(*r.corners);
  if (r.camps) yaml += Camps(*r.camps);
  yaml += line("goal", WordOf(kGoalWords, r.goal));
  if (r.encirclement) yaml += line("encirclement", "true");
  if (r.shieldwall) yaml += line("shieldwall", "true");
  if (r.exit_forts) yaml += line("exit_forts", "true");
  yaml += Repetition(r.repetition) + line("no_moves", WordOf(kNoMovesWords, r.no_moves));
  if (r.quiet_limit != 0) yaml += line("quiet_limit", std::to_string(r.quiet_limit));
  if (r.ply_limit != 0) yaml += line("ply_limit", std::to_string(r.ply_limit));
  return yaml;
}

}  // namespace raichi
