#include "nn/backend/split_inference.h"

#include <algorithm>
#include <span>
#include <utility>

#include "selfplay/play/helper_team.h"

namespace raichi {
namespace {

int StepsOf(int positions) { return (positions + kBatchStep - 1) / kBatchStep; }

/// Returns the index of the first step in a part's share if `steps` steps are divided among `parts`
/// parts. No share shrinks when steps are added.
int Begin(int part, int steps, int parts) {
  return part * (steps / parts) + std::min(part, steps % parts);
}

class SplitInference : public Inference {
 public:
  explicit SplitInference(std::vector<std::unique_ptr<Inference>> parts)
      : parts_(std::move(parts)), team_(parts_.size()) {}

  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    const auto count = static_cast<int>(leaves.size());
    const int steps = StepsOf(count);
    const auto place = [&](int part) {
      const int begin = Begin(part, steps, static_cast<int>(parts_.size())) * kBatchStep;
      return static_cast<size_t>(std::min(count, begin));
    };
    team_.Run(std::min(static_cast<size_t>(steps), parts_.size()), [&](size_t i) {
      const size_t begin = place(static_cast<int>(i));
      const size_t size = place(static_cast<int>(i) + 1) - begin;
      parts_[i]->Evaluate(leaves.subspan(begin, size), out.subspan(begin, size));
    });
  }

  void RunBare() override {
    team_.Run(parts_.size(), [&](size_t i) { parts_[i]->RunBare(); });
  }

  std::vector<float> BareOutputs() const override {
    std::vector<float> outputs;
    for (const auto& part : parts_) {
      const std::vector<float> more = part->BareOutputs();
      outputs.insert(outputs.end(), more.begin(), more.end());
    }
    return outputs;
  }

 private:
  std::vector<std::unique_ptr<Inference>> parts_;
  HelperTeam team_;  // declared after what it uses
};

}  // namespace

std::vector<int> SharesOf(int batch, int threads) {
  const int steps = StepsOf(batch);
  const int parts = std::min(threads, steps);
  std::vector<int> shares;
  for (int i = 0; i < parts; ++i) {
    shares.push_back((Begin(i + 1, steps, parts) - Begin(i, steps, parts)) * kBatchStep);
  }
  return shares;
}

std::unique_ptr<Inference> MakeSplitInference(std::vector<std::unique_ptr<Inference>> parts) {
  if (parts.size() == 1) return std::move(parts.front());
  return std::make_unique<SplitInference>(std::move(parts));
}

}  // namespace raichi
