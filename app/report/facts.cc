#include "app/report/facts.h"

#include <string>
#include <vector>

#include "base/counted.h"
#include "base/join.h"

namespace raichi {
namespace {

std::string DescribeBudget(const Budget& budget) {
  std::vector<std::string> limits;
  if (budget.minutes > 0) {
    limits.push_back(
        fmt::format("{:g} {}", budget.minutes, budget.minutes == 1 ? "minute" : "minutes"));
  }
  if (budget.games > 0) limits.push_back(Counted(budget.games, "game"));
  if (budget.steps > 0) limits.push_back(Counted(budget.steps, "step"));
  return limits.empty() ? "none" : Join(limits, ", ");
}

std::string DescribeEvaluation(const EvaluationConfig& c) {
  const std::string when = c.every == 0   ? "of the last model"
                           : c.every == 1 ? "every iteration"
                                          : fmt::format("every {} iterations", c.every);
  return fmt::format("{}, {} an opponent ({} for the last), {} a move", when,
                     Counted(c.pairs, "pair"), c.final_pairs, Counted(c.visits, "visit"));
}

}  // namespace

Json FactsOf(const RunConfig& config) {
  const SelfPlayConfig& play = config.selfplay;
  const TrainConfig& train = config.train;
  const std::string rules = Join(OpenNamedRulesOf(config), ", ", [](const RulesPtr& set) {
    return fmt::format("{} ({}×{})", set->data().title, set->size(), set->size());
  });
  const auto fact = [](const char* label, const std::string& text) {
    return Json::array({label, text});
  };
  return Json::array(
      {fact("Rules", rules), fact("Budget", DescribeBudget(config.budget)),
       fact("Network", fmt::format("{} of {}", Counted(config.network.blocks, "block"),
                                   Counted(config.network.channels, "channel"))),
       fact("Self-play",
            fmt::format("{} an iteration; {} in {:.0f} % of the turns, {} in the others",
                        Counted(config.loop.games_per_iteration, "game"),
                        Counted(play.full_visits, "visit"), 100 * play.full_search_fraction,
                        play.fast_visits)),
       fact("Training",
            fmt::format("{}, batch {}, learning rate {:g} ({}); each position {:g} times",
                        train.optimizer, train.batch, train.learning_rate, train.schedule,
                        config.loop.samples_per_position)),
       fact("Evaluation", DescribeEvaluation(config.evaluation))});
}

}  // namespace raichi
