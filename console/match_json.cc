#include "console/match_json.h"

#include <utility>

#include "base/error.h"
#include "nn/model/json_fault.h"

namespace raichi {
namespace {

Tally TallyFromJson(const Json& json) {
  return {.wins = json.at("wins").get<uint64_t>(),
          .draws = json.at("draws").get<uint64_t>(),
          .losses = json.at("losses").get<uint64_t>()};
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
  try {
    return {.a = json.at("a").get<std::string>(),
            .b = json.at("b").get<std::string>(),
            .rules = json.at("rules").get<std::string>(),
            .a_attackers = TallyFromJson(json.at("a_attackers")),
            .a_defenders = TallyFromJson(json.at("a_defenders"))};
  } catch (const Json::exception& error) {
    throw Error("the match result " + JsonFault(error));
  }
}

}  // namespace raichi
