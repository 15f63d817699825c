#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "nn/backend/exported_network.h"
#include "nn/backend/loader.h"
#include "nn/input/policy_index.h"

namespace raichi {
namespace {

class ExportedEvaluator : public Evaluator {
 public:
  ExportedEvaluator(std::string name, int canvas, int batch,
                    std::unique_ptr<ExportedNetwork> network)
      : name_(std::move(name)), network_(std::move(network)), positions_(canvas), batch_(batch) {
    positions_.Resize(batch);
  }

  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    const auto batch = static_cast<size_t>(batch_);
    for (size_t begin = 0; begin < leaves.size(); begin += batch) {
      const size_t count = std::min(batch, leaves.size() - begin);
      EvaluateBatch(leaves.subspan(begin, count), out.subspan(begin, count));
    }
  }

 private:
  void EvaluateBatch(std::span<const LeafRequest> leaves, std::span<Evaluation> out) {
    const auto count = static_cast<int>(leaves.size());
    for (int i = 0; i < count; ++i) {
      CheckBoard(leaves[static_cast<size_t>(i)].game->rules());
      EncodeGame(*leaves[static_cast<size_t>(i)].game, true, &positions_, i);
    }
    for (int i = count; i < batch_; ++i) EncodePadding(&positions_, i);
    const NetworkAnswers answers = network_->Run(positions_);
    Check(answers);
    for (size_t i = 0; i < leaves.size(); ++i) {
      ReadAnswer(answers, positions_.canvas, i, leaves[i].moves, &out[i]);
    }
  }

  void CheckBoard(const Rules& rules) const {
    if (rules.size() <= positions_.canvas) return;
    throw Error(name_ + ": is for boards up to " + std::to_string(positions_.canvas) +
                " squares a side, the rules " + rules.data().name + " need " +
                std::to_string(rules.size()));
  }

  void Check(const NetworkAnswers& answers) const {
    const auto count = static_cast<size_t>(batch_);
    const auto policy = static_cast<size_t>(PolicySize(positions_.canvas));
    if (answers.policy.size() != count * policy || answers.wdl.size() != count * 3 ||
        answers.moves_left.size() != count) {
      throw Error(name_ + ": its outputs have other sizes than expected for a canvas of " +
                  std::to_string(positions_.canvas));
    }
    const auto is_number = [](float x) { return std::isfinite(x); };
    if (!std::ranges::all_of(answers.policy, is_number) ||
        !std::ranges::all_of(answers.wdl, is_number) ||
        !std::ranges::all_of(answers.moves_left, is_number)) {
      throw Error(name_ + ": its outputs are not numbers");
    }
  }

  std::string name_;
  std::unique_ptr<ExportedNetwork> network_;
  PackedBatch positions_;
  int batch_;
};

}  // namespace

std::unique_ptr<ExportedNetwork> OpenExportedNetwork(const std::filesystem::path& file) {
  return TheBackend().OpenExportedNetwork(file);
}

std::unique_ptr<Evaluator> MakeExportedEvaluator(std::string name, int canvas, int batch,
                                                 std::unique_ptr<ExportedNetwork> network) {
  return std::make_unique<ExportedEvaluator>(std::move(name), canvas, batch, std::move(network));
}

}  // namespace raichi
