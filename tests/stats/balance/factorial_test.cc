#include <gmock/gmock.h>

#include "stats/balance/effects.h"

namespace raichi {
namespace {

using ::testing::ElementsAre;

/// The cells of a full factorial of three factors with planted effects: 0.8 of the first, -0.4 of
/// the second, none of the third, and 0.6 of the first with the third.
std::vector<FactorialCell> PlantedCells() {
  std::vector<FactorialCell> cells;
  for (const int a : {-1, 1}) {
    for (const int b : {-1, 1}) {
      for (const int c : {-1, 1}) {
        const double logit = 0.3 + 0.4 * a - 0.2 * b + 0.3 * a * c;
        cells.push_back({{a, b, c}, {.mean = logit, .games_variance = 0.02, .influence = {0}}});
      }
    }
  }
  return cells;
}

void ExpectPlanted(const std::vector<FactorialEffect>& effects) {
  const std::vector<double> planted = {0.8, -0.4, 0, 0, 0.6, 0};
  ASSERT_EQ(effects.size(), planted.size());
  for (size_t i = 0; i < planted.size(); ++i) {
    EXPECT_NEAR(effects[i].contrast.value, planted[i], 1e-9);
  }
}

TEST(FactorialTest, RecoversPlantedEffects) {
  const std::vector<FactorialEffect> effects = EstimateEffects(PlantedCells());
  ExpectPlanted(effects);
  EXPECT_THAT(effects[1].factors, ElementsAre(1));
  EXPECT_THAT(effects[4].factors, ElementsAre(0, 2));
  // A difference of two means of four cells.
  const double error = std::sqrt(2 * 0.02 / 4);
  EXPECT_NEAR(effects[0].contrast.high - effects[0].contrast.value, 1.96 * error, 1e-4);
  EXPECT_LT(effects[0].contrast.p, 1e-6);
  EXPECT_NEAR(effects[2].contrast.p, 1, 1e-9);
}

TEST(FactorialTest, AnInteractionIsHalfTheDifferenceOfDifferences) {
  const auto cell = [](int a, int b, double logit) {
    return FactorialCell{{a, b}, {.mean = logit, .games_variance = 0.01, .influence = {0}}};
  };
  const auto effects = EstimateEffects(
      std::vector{cell(1, 1, 2.0), cell(-1, 1, 0.5), cell(1, -1, 0.9), cell(-1, -1, 0.4)});
  EXPECT_NEAR(effects[2].contrast.value, ((2.0 - 0.5) - (0.9 - 0.4)) / 2, 1e-9);
}

TEST(FactorialTest, FitsCellsThatAreNotBalanced) {
  std::vector<FactorialCell> cells = PlantedCells();
  cells.pop_back();
  ExpectPlanted(EstimateEffects(cells));
}

TEST(FactorialTest, LeavesOutWhatTheCellsCannotTellApart) {
  // In the half with a b c = 1, each factor is the interaction of the others.
  std::vector<FactorialCell> cells = PlantedCells();
  std::erase_if(cells, [](const FactorialCell& cell) {
    return cell.levels[0] * cell.levels[1] * cell.levels[2] == -1;
  });
  EXPECT_TRUE(EstimateEffects(cells).empty());
  // With the third factor fixed, only the effects of the other two can be seen: those of the first
  // and its interaction with the third are the same.
  cells = PlantedCells();
  std::erase_if(cells, [](const FactorialCell& cell) { return cell.levels[2] == 1; });
  const std::vector<FactorialEffect> effects = EstimateEffects(cells);
  ASSERT_EQ(effects.size(), 1u);
  EXPECT_THAT(effects[0].factors, ElementsAre(0, 1));
}

}  // namespace
}  // namespace raichi
