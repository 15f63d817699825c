#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "selfplay/ratings/elo_text.h"
#include "selfplay/ratings/ratings.h"

namespace raichi {
namespace {

template <typename... Values>
std::string Text(const char* format, Values... values) {
  std::array<char, 256> text;
  std::snprintf(text.data(), text.size(), format, values...);
  return text.data();
}

/// Describes the weakest and the strongest level, or the only one. `describe` returns the text of a
/// level, given whether it is the first.
template <typename Describe>
std::string LineOf(const SideTerm& side, Describe describe) {
  const auto at = [&](const EqualPlayers& level, bool first) {
    return describe(level, first) + Text(" between players of %.0f", WholeElo(level.rating));
  };
  const std::string line = side.rules + ": " + at(side.levels.front(), true);
  return side.levels.size() == 1 ? line : line + ", " + at(side.levels.back(), false);
}

std::string AdvantageLine(const SideTerm& side) {
  return LineOf(side, [](const EqualPlayers& level, bool first) {
    return Text(first ? "attackers %+.0f ± %.0f elo" : "%+.0f ± %.0f",
                WholeElo(level.advantage.elo), level.advantage.error);
  });
}

std::string ScoreLine(const SideTerm& side) {
  return LineOf(side, [](const EqualPlayers& level, bool first) {
    const auto& [score, low, high] = level.score;
    return Text(first ? "attackers score %.0f%% (%.0f to %.0f%%) with %.0f%% draws"
                      : "%.0f%% (%.0f to %.0f%%) with %.0f%%",
                100 * score, 100 * low, 100 * high, 100 * level.draws.share);
  });
}

}  // namespace

std::vector<std::string> FormatRatings(const RatingTable& table) {
  size_t width = 6;
  for (const Rating& rating : table.ratings) width = std::max(width, rating.player.size());
  const auto padded = [width](std::string name) {
    name.resize(width, ' ');
    return name;
  };
  std::vector<std::string> lines = {padded("player") +
                                    "   elo    ±  games  score  attackers  defenders"};
  for (const Rating& rating : table.ratings) {
    const Tally all = Tally(rating.attackers) += rating.defenders;
    lines.push_back(padded(rating.player) +
                    Text(" %5.0f %4.0f  %5llu  %5s      %5s      %5s", WholeElo(rating.rating.elo),
                         rating.rating.error, static_cast<unsigned long long>(all.games()),
                         Percent(all).c_str(), Percent(rating.attackers).c_str(),
                         Percent(rating.defenders).c_str()));
  }
  for (const SideTerm& side : table.sides) {
    lines.push_back(AdvantageLine(side));
    lines.push_back(ScoreLine(side));
  }
  const double widening = std::sqrt(table.dispersion);
  if (widening >= 1.05) {
    lines.push_back(
        Text("results scatter %.1f times as widely as chance explains; the errors "
             "include this",
             widening));
  }
  return lines;
}

}  // namespace raichi
