#include "run/players/study_figure.h"

#include <cmath>
#include <filesystem>

#include "base/yaml/value.h"
#include "base/yaml/yaml.h"
#include "rules/files/program_data.h"
#include "rules/files/rule_file.h"

namespace raichi {
namespace {

StudyFigure ReadFigure(const YamlValue& value) {
  constexpr int kMostVisits = 1 << 30;
  const YamlMap map(value);
  const auto share = [&](std::string_view key) { return map.Get(key).Real(0, 1); };
  return {share("score"), share("low"), share("high"), map.Get("visits").Int(1, kMostVisits)};
}

std::string Percent(double share) { return std::to_string(std::lround(100 * share)); }

}  // namespace

std::optional<StudyFigure> FindStudyFigure(const Rules& rules) {
  const auto file = FindProgramData("configs/figures.yaml");
  if (!file || !IsShipped(rules)) return std::nullopt;
  const YamlNode document = LoadYaml(*file);
  const auto found = YamlMap(YamlValue(document, "")).Find(rules.data().name);
  return found ? std::optional(ReadFigure(*found)) : std::nullopt;
}

std::string ToString(const StudyFigure& figure) {
  return "attackers score " + Percent(figure.score) + " % (" + Percent(figure.low) + " to " +
         Percent(figure.high) + ") between equal networks at " + std::to_string(figure.visits) +
         " visits";
}

}  // namespace raichi
