#include "app/analysis/analysis.h"

namespace raichi {

Analysis AnalysisOf(const Search& search, int lines) {
  const SearchResult result = search.RootResult();
  return {.visits = static_cast<uint32_t>(search.Visits()),
          .value = result.value,
          .draw = result.draw,
          .moves_left = result.moves_left,
          .proof = result.proof,
          .plies_to_end = result.proof == Proof::kNone ? 0 : result.plies_to_end,
          .lines = BestLines(search, lines)};
}

Chances ChancesOf(float value, float draw) {
  const double drawn = std::clamp(static_cast<double>(draw), 0.0, 1.0);
  const double win = std::clamp((1 - drawn + static_cast<double>(value)) / 2, 0.0, 1 - drawn);
  return {.win = win, .draw = drawn, .loss = 1 - drawn - win};
}

}  // namespace raichi
