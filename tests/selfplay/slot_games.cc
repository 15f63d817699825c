#include "tests/selfplay/slot_games.h"

#include <numeric>
#include <span>
#include <vector>

#include "tests/support/scene.h"

namespace raichi {

SelfPlaySetup SmallSetup(const std::string& variant) {
  SelfPlaySetup setup;
  setup.config.full_visits = 20;
  setup.config.fast_visits = 6;
  setup.config.max_plies = 80;
  setup.seed = 3;
  setup.rules = {Variant(variant)};
  return setup;
}

FinishedGame Finish(GameSlot* slot, std::array<Evaluator*, 2> evaluators) {
  std::vector<Evaluation> answers(GameSlot::kMostLeaves);
  for (auto leaves = slot->SelectLeaves(); !leaves.empty(); leaves = slot->SelectLeaves()) {
    const std::span batch = std::span(answers).first(leaves.size());
    evaluators[static_cast<size_t>(slot->role())]->Evaluate(leaves, batch);
    slot->Answer(batch);
  }
  return slot->Take();
}

FinishedGame PlayGame(GameSlot* slot, const GameTicket& ticket,
                      std::array<Evaluator*, 2> evaluators) {
  slot->Begin(ticket);
  return Finish(slot, evaluators);
}

FinishedGame PlayGame(GameSlot* slot, uint64_t id, Evaluator* evaluator) {
  return PlayGame(slot, {.id = id, .model = "m"}, {evaluator, nullptr});
}

uint32_t VisitsOf(const TurnRecord& turn) {
  return std::accumulate(turn.visits.begin(), turn.visits.end(), 0u,
                         [](uint32_t sum, const auto& visit) { return sum + visit.second; });
}

}  // namespace raichi
