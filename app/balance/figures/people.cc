#include "app/balance/figures/people.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/yaml/value.h"
#include "rules/files/rule_file.h"
#include "run/find_model.h"

namespace raichi {

std::vector<PeopleFigure> ParsePeopleFigures(const std::string& text, const std::string& origin) {
  constexpr std::array<std::string_view, 4> kKeys = {"rules", "score", "games", "source"};
  constexpr int kMostGames = 1'000'000;
  const YamlNode node = ParseYaml(text, origin);
  std::vector<PeopleFigure> figures;
  for (const YamlValue& item : YamlValue(node, "").Items("figures")) {
    const YamlMap map(item);
    map.CheckKeys(kKeys);
    PeopleFigure figure{map.Get("rules").Text(), map.Get("score").Real(0, 1), 0,
                        map.Get("source").Text()};
    if (const auto games = map.Find("games")) figure.games = games->Int(1, kMostGames);
    figures.push_back(std::move(figure));
  }
  return figures;
}

std::optional<PeopleFigure> FindPeopleFigure(const Rules& rules) {
  const std::filesystem::path file = RulesFolder().parent_path() / "studies" / "people.yaml";
  if (!Exists(file)) return std::nullopt;  // a program without its data
  const std::vector<PeopleFigure> figures =
      ParsePeopleFigures(ReadFile(file, kMaxYamlBytes), file.string());
  const auto found = std::ranges::find(figures, ShippedName(rules), &PeopleFigure::rules);
  return found == figures.end() ? std::nullopt : std::optional(*found);
}

}  // namespace raichi
