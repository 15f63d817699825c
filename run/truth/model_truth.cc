#include "run/truth/model_truth.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <map>
#include <memory>

#include "base/error.h"
#include "run/config/workers.h"
#include "run/find_model.h"
#include "run/stream/stream_evaluators.h"
#include "selfplay/play/crew.h"

namespace raichi {
namespace {

/// A search of n visits asks its evaluator about n times.
double WorkOf(const std::vector<int>& visits, size_t positions) {
  double work = 0;
  for (const int count : visits)
    work += static_cast<double>(count) * static_cast<double>(positions);
  return work;
}

}  // namespace

std::vector<std::vector<TruthAnswer>> AskModel(const std::filesystem::path& model,
                                               std::span<const TruthPosition> positions,
                                               const ModelTruthSettings& settings,
                                               const std::function<bool(double done)>& attend) {
  std::vector<std::vector<TruthAnswer>> answers(settings.visits.size(),
                                                std::vector<TruthAnswer>(positions.size()));
  std::deque<std::atomic<size_t>> begun(settings.visits.size());  // positions, by visits
  const auto ask = [&](Evaluator* evaluator, const std::stop_token& stop) {
    for (size_t i = 0; i < answers.size(); ++i) {
      const auto next = [&]() -> std::optional<size_t> {
        if (stop.stop_requested()) return std::nullopt;
        const size_t index = begun[i]++;
        return index < positions.size() ? std::optional(index) : std::nullopt;
      };
      AnswerTruth({.positions = positions,
                   .next = next,
                   .visits = settings.visits[i],
                   .at_once = settings.workers.slots},
                  evaluator, answers[i]);
    }
  };
  bool is_stopped = false;
  const auto networks = WorkersNetworks(model, settings.workers);
  Crew().Run(
      CountWorkers(settings.workers),
      [&](int worker, const std::stop_token& stop) { ask(networks->Open(worker).get(), stop); },
      [&] {
        double done = 0;
        for (size_t i = 0; i < answers.size(); ++i) {
          done += WorkOf({settings.visits[i]}, std::min<size_t>(begun[i], positions.size()));
        }
        is_stopped |= !attend(done / WorkOf(settings.visits, positions.size()));
        return !is_stopped;
      });
  if (is_stopped) answers.clear();
  return answers;
}

std::vector<TruthShares> TruthSharesOf(const std::filesystem::path& model,
                                       std::span<const TruthPosition> positions,
                                       const ModelTruthSettings& settings) {
  std::vector<TruthShares> all;
  for (const auto& answers : AskModel(model, positions, settings, [](double) { return true; })) {
    TruthShares& shares = all.emplace_back();
    for (size_t i = 0; i < positions.size(); ++i) shares.Add(positions[i], answers[i]);
  }
  return all;
}

std::vector<TruthPosition> TruthFor(const std::filesystem::path& model, TruthPart part,
                                    std::vector<TruthPosition> positions) {
  std::map<RulesPtr, bool> is_known;
  std::erase_if(positions, [&](const TruthPosition& truth) {
    if (truth.part != part) return true;
    const auto found = is_known.find(truth.rules);
    if (found != is_known.end()) return !found->second;
    return !(is_known[truth.rules] = IsTrainedOn(model, *truth.rules));
  });
  if (positions.empty()) {
    throw Error(ShowModel(model) +
                ": was trained on none of the rules of the truth set; name some " +
                "of them with --rules");
  }
  return positions;
}

}  // namespace raichi
