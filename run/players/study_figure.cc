#include "run/players/study_figure.h"

#include <spdlog/fmt/fmt.h>

#include <filesystem>

#include "base/checksum.h"
#include "base/text.h"
#include "base/yaml/value.h"
#include "base/yaml/yaml.h"
#include "rules/files/program_data.h"

namespace raichi {
namespace {

StudyFigure ReadFigure(const YamlValue& value) {
  constexpr int kMostVisits = 1 << 30;
  const YamlMap map(value);
  const auto share = [&](std::string_view key) { return map.Get(key).Real(0, 1); };
  return {share("score"), share("low"), share("high"), map.Get("visits").Int(1, kMostVisits),
          map.Get("openings").Text() == "setup"};
}

}  // namespace

std::optional<StudyFigure> FindStudyFigure(const Rules& rules) {
  const auto file = FindProgramData("configs/figures.yaml");
  if (!file) return std::nullopt;
  const YamlNode document = LoadYaml(*file);
  const auto found = YamlMap(YamlValue(document, "")).Find(rules.data().name);
  if (!found) return std::nullopt;
  const std::string measured = YamlMap(*found).Get("fingerprint").Text();
  return measured == ChecksumText(rules.fingerprint()) ? std::optional(ReadFigure(*found))
                                                       : std::nullopt;
}

std::string ToString(const StudyFigure& figure) {
  return fmt::format("attackers score {} % ({} to {}) between equal networks at {} visits, {}",
                     WholePercent(figure.score), WholePercent(figure.low),
                     WholePercent(figure.high), figure.visits,
                     figure.is_from_setup ? "from the setup" : "from random openings");
}

}  // namespace raichi
