#include "run/truth/model_truth.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <memory>
#include <set>

#include "base/error.h"
#include "base/threads.h"
#include "console/output.h"
#include "run/config/auto_values.h"
#include "run/stream/selfplay_stream.h"

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
                                       const ModelTruthSettings& settings,
                                       const std::function<bool(double done)>& attend) {
  std::vector<TruthShares> all;
  for (const auto& answers : AskModel(model, positions, settings, attend)) {
    TruthShares& shares = all.emplace_back();
    for (size_t i = 0; i < positions.size(); ++i) shares.Add(positions[i], answers[i]);
  }
  return all;
}

std::vector<TruthPosition> ShippedTruthUnder(std::span<const RulesPtr> rules) {
  std::set<uint64_t> wanted;
  for (const RulesPtr& one : rules) wanted.insert(one->fingerprint());
  std::vector<TruthPosition> positions;
  try {
    positions = ReadTruth(ShippedTruth());
  } catch (const Error& error) {
    PrintWarning(std::string(error.what()) + "; nothing is asked about proven positions");
  }
  std::erase_if(positions, [&](const TruthPosition& truth) {
    return truth.part != TruthPart::kChoice || !wanted.contains(truth.rules->fingerprint());
  });
  return positions;
}

}  // namespace raichi
