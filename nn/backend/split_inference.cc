#include "nn/backend/split_inference.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "selfplay/play/helper_team.h"

namespace raichi {
namespace {

size_t DivideUp(size_t a, size_t b) { return (a + b - 1) / b; }

/// Returns the number of positions that a thread takes at a time. The fewer they are, the less the
/// others wait for a thread that loses its time slice; networks compute fewer than four less
/// efficiently.
size_t PositionsAtATime(size_t batch, size_t threads) {
  constexpr size_t kMost = 4, kTimes = 2;
  return std::min(kMost, DivideUp(batch, kTimes * threads));
}

class SplitInference : public Inference {
 public:
  SplitInference(int batch, std::vector<std::unique_ptr<Inference>> inferences)
      : batch_(static_cast<size_t>(batch)),
        inferences_(std::move(inferences)),
        team_(inferences_.size()) {}

  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    if (leaves.empty()) return;
    const size_t most = PositionsAtATime(leaves.size(), inferences_.size());
    team_.Run(DivideUp(leaves.size(), most), [&](size_t job, size_t thread) {
      const size_t begin = job * most, count = std::min(most, leaves.size() - begin);
      inferences_[thread]->Evaluate(leaves.subspan(begin, count), out.subspan(begin, count));
    });
  }

  void RunBare() override {
    team_.Run(DivideUp(batch_, PositionsAtATime(batch_, inferences_.size())),
              [&](size_t, size_t thread) { inferences_[thread]->RunBare(); });
  }

  std::vector<float> BareOutputs() const override { return inferences_.front()->BareOutputs(); }

 private:
  size_t batch_;
  std::vector<std::unique_ptr<Inference>> inferences_;  // by thread
  HelperTeam team_;                                     // declared after what it uses
};

}  // namespace

std::unique_ptr<Inference> MakeSplitInference(
    int batch, int threads, const std::function<std::unique_ptr<Inference>(int batch)>& make) {
  threads = std::min(threads, batch);
  if (threads <= 1) return make(batch);
  std::vector<std::unique_ptr<Inference>> inferences;
  const size_t most = PositionsAtATime(static_cast<size_t>(batch), static_cast<size_t>(threads));
  for (int i = 0; i < threads; ++i) inferences.push_back(make(static_cast<int>(most)));
  return std::make_unique<SplitInference>(batch, std::move(inferences));
}

}  // namespace raichi
