#include "stats/ratings/match_result.h"

#include <cmath>

namespace raichi {

std::string Percent(const Tally& tally) {
  return tally.games() == 0 ? "-" : std::to_string(std::lrint(100 * tally.Score())) + "%";
}

}  // namespace raichi
