#include "console/match_json.h"

#include "base/error.h"

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

MatchResult MatchResultFromJson(const Json& json) {
  try {
    return {.a = json.at("a").get<std::string>(),
            .b = json.at("b").get<std::string>(),
            .rules = json.at("rules").get<std::string>(),
            .a_attackers = TallyFromJson(json.at("a_attackers")),
            .a_defenders = TallyFromJson(json.at("a_defenders"))};
  } catch (const Json::exception& error) {
    throw Error("match result: " + std::string(error.what()));
  }
}

}  // namespace raichi
