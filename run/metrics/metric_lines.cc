#include "run/metrics/metric_lines.h"

#include "base/error.h"
#include "console/match_json.h"
#include "selfplay/records/run_shards.h"

namespace raichi {

bool IsModelName(const std::string& player) { return ParseNumberedName(player).has_value(); }

void CheckProgressLine(const Json& line) {
  line.at("iteration").get<int>();
  line.at("time").get<double>();
  if (const auto rating = line.find("rating"); rating != line.end()) {
    for (const char* key : {"elo", "error"}) rating->at(key).get<double>();
  }
}

Json WithoutMeasurements(Json line) {
  line.erase("rating");
  line.erase("truth");
  return line;
}

void CheckMatchLine(const Json& line) {
  const std::string player = MatchResultFromJson(line).a;
  if (!IsModelName(player)) throw Error(player + " is not a model");
}

}  // namespace raichi
