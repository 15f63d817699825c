#include "app/report/facts.h"

#include <string>
#include <vector>

#include "base/join.h"

namespace raichi {
namespace {

std::string DescribeBudget(const Budget& budget) {
  std::vector<std::string> limits;
  const auto add = [&limits](double amount, const char* unit) {
    if (amount > 0) limits.push_back(fmt::format("{:g} {}", amount, unit));
  };
  add(budget.minutes, "minutes");
  add(static_cast<double>(budget.games), "games");
  add(static_cast<double>(budget.steps), "steps");
  return limits.empty() ? "none" : Join(limits, ", ");
}

std::string DescribeEvaluation(const EvaluationConfig& c) {
  const std::string when =
      c.every > 0 ? fmt::format("every {} iterations", c.every) : std::string("of the last model");
  return fmt::format("{}, {} pairs an opponent ({} for the last), {} visits a move", when, c.pairs,
                     c.final_pairs, c.visits);
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
       fact("Network", fmt::format("{} blocks of {} channels", config.network.blocks,
                                   config.network.channels)),
       fact("Self-play",
            fmt::format("{} games an iteration; {} visits in {:.0f} % of the turns, {} in "
                        "the others",
                        config.loop.games_per_iteration, play.full_visits,
                        100 * play.full_search_fraction, play.fast_visits)),
       fact("Training",
            fmt::format("{}, batch {}, learning rate {:g} ({}); each position {:g} times",
                        train.optimizer, train.batch, train.learning_rate, train.schedule,
                        config.loop.samples_per_position)),
       fact("Evaluation", DescribeEvaluation(config.evaluation))});
}

}  // namespace raichi
