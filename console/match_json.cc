#include "console/match_json.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/json.h"

namespace raichi {
namespace {

uint64_t CountFromJson(const Json& tally, const char* key) {
  constexpr uint64_t kMost = 1'000'000'000'000;
  const Json& count = tally.at(key);
  if (count.is_number_unsigned() && count.get<uint64_t>() <= kMost) return count.get<uint64_t>();
  throw Error(std::string("the match result has ") + key + ": " + JsonText(count) +
              ", expected a number of games");
}

Tally TallyFromJson(const Json& json) {
  return {.wins = CountFromJson(json, "wins"),
          .draws = CountFromJson(json, "draws"),
          .losses = CountFromJson(json, "losses")};
}

}  // namespace

Json ToJson(const Tally& tally) {
  return {{"wins", tally.wins}, {"draws", tally.draws}, {"losses", tally.losses}};
}

Json ToJson(const MatchResult& result) {
  return {{"a", result.a},
          {"b", result.b},
          {"rules", result.rules},
          {"a_attackers", ToJson(result.a_attackers)},
          {"a_defenders", ToJson(result.a_defenders)}};
}

Json ToJson(const EloWithError& value) { return {{"elo", value.elo}, {"error", value.error}}; }

Json ToJson(const SideTerm& side) {
  Json levels = Json::array();
  for (const EqualPlayers& level : side.levels) {
    levels.push_back({{"rating", level.rating},
                      {"elo", level.advantage.elo},
                      {"error", level.advantage.error},
                      {"score", level.score.share},
                      {"score_low", level.score.low},
                      {"score_high", level.score.high},
                      {"draws", level.draws.share},
                      {"draws_low", level.draws.low},
                      {"draws_high", level.draws.high}});
  }
  return {{"rules", side.rules},
          {"attackers_advantage", ToJson(side.middle().advantage)},
          {"slope", ToJson(side.slope)},
          {"informative_games", side.informative_games},
          {"levels", std::move(levels)}};
}

MatchResult MatchResultFromJson(const Json& json) {
  return ReadJson("the match result ", [&] {
    return MatchResult{.a = json.at("a").get<std::string>(),
                       .b = json.at("b").get<std::string>(),
                       .rules = json.at("rules").get<std::string>(),
                       .a_attackers = TallyFromJson(json.at("a_attackers")),
                       .a_defenders = TallyFromJson(json.at("a_defenders"))};
  });
}

std::optional<uint64_t> FirstPairOf(const Json& line) {
  if (!line.contains("first_pair")) return std::nullopt;
  return CountFromJson(line, "first_pair");
}

bool SeenPairs::Add(const Json& line) {
  const std::optional<uint64_t> first = FirstPairOf(line);
  if (!first) return true;
  Json match;
  for (const char* key :
       {"a", "b", "rules", "a_weights", "b_weights", "rules_id", "opening_plies", "seed"}) {
    match.push_back(line.value(key, Json()));
  }
  std::vector<Range>& ranges = ranges_[JsonText(match)];
  const Range range(*first, *first + MatchResultFromJson(line).total().games() / 2);
  const auto is_common = [&](const Range& other) {
    return std::max(range.first, other.first) < std::min(range.second, other.second);
  };
  if (std::ranges::any_of(ranges, is_common)) return false;
  ranges.push_back(range);
  return true;
}

std::string RulesId(const Rules& rules) { return fmt::format("{:016x}", rules.fingerprint()); }

}  // namespace raichi
