#include <gmock/gmock.h>

#include "run/evaluation/evaluation.h"

namespace raichi {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

EvaluationTask Task(int model, int pairs) { return {.model = model, .pairs = pairs}; }

TEST(DueTest, EveryNthModelIsEvaluated) {
  const EvaluationConfig config{.every = 3, .pairs = 10, .final_pairs = 40};
  EXPECT_THAT(EvaluationsOf(config, {}, false), IsEmpty());
  EXPECT_THAT(EvaluationsOf(config, {0, 1, 2}, false), IsEmpty());
  EXPECT_THAT(EvaluationsOf(config, {0, 1, 2, 3, 4, 5, 6, 7}, false),
              ElementsAre(Task(3, 10), Task(6, 10)));
}

TEST(DueTest, TheLastModelOfAFinishedRunHasMorePairs) {
  EvaluationConfig config{.every = 3, .pairs = 10, .final_pairs = 40};
  EXPECT_THAT(EvaluationsOf(config, {2, 3, 4}, true), ElementsAre(Task(3, 10), Task(4, 40)));
  EXPECT_THAT(EvaluationsOf(config, {2, 3}, true), ElementsAre(Task(3, 40)));
  config.final_pairs = 5;
  EXPECT_THAT(EvaluationsOf(config, {3, 4}, true), ElementsAre(Task(3, 10), Task(4, 10)));
  config.final_pairs = 0;
  EXPECT_THAT(EvaluationsOf(config, {3, 4}, true), ElementsAre(Task(3, 10)));
}

TEST(DueTest, WithoutARuleOnlyTheLastModelIsEvaluated) {
  const EvaluationConfig config{.every = 0, .pairs = 10, .final_pairs = 40};
  EXPECT_THAT(EvaluationsOf(config, {0, 1, 2}, false), IsEmpty());
  EXPECT_THAT(EvaluationsOf(config, {0, 1, 2}, true), ElementsAre(Task(2, 40)));
  EXPECT_THAT(EvaluationsOf(config, {0}, true), IsEmpty());  // nothing was learned
}

}  // namespace
}  // namespace raichi
