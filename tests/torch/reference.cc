#include "tests/torch/reference.h"

#include <ATen/core/grad_mode.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/rng.h"
#include "nn/input/encoder.h"
#include "nn/input/policy_index.h"
#include "nn/model/weights.h"
#include "nn/network/operators.h"

namespace raichi {

std::span<float> ArrayOf(const std::string& name, Model* model) {
  size_t next = 0;
  for (const WeightSpec& spec : WeightSpecs(model->info.network)) {
    if (spec.name == name) return std::span(model->weights).subspan(next, spec.Count());
    next += spec.Count();
  }
  ADD_FAILURE() << "no array " << name;
  return {};
}

std::vector<Evaluation> Reference(const Model& model, std::span<const LeafRequest> leaves) {
  const at::NoGradGuard no_grad;
  const int canvas = model.info.network.canvas;
  PackedBatch batch(canvas);
  batch.Resize(static_cast<int>(leaves.size()));
  for (size_t i = 0; i < leaves.size(); ++i) {
    EncodeGame(*leaves[i].game, true, &batch, static_cast<int>(i));
  }
  const NetworkInput input = ToInput(batch, at::kCPU, at::kFloat);
  const NetworkOutput output = ToNetwork(model).Forward(input, false, true);
  const at::Tensor logits = output.Logits();
  const at::Tensor value = output.value.narrow(1, 0, 3).softmax(1);
  std::vector<Evaluation> out(leaves.size());
  for (size_t i = 0; i < leaves.size(); ++i) {
    const auto row = static_cast<int64_t>(i);
    out[i].win = value[row][0].item<float>();
    out[i].draw = value[row][1].item<float>();
    out[i].loss = value[row][2].item<float>();
    out[i].moves_left = std::max(0.0f, std::expm1(output.value[row][3].item<float>()));
    float sum = 0;
    for (const Move move : leaves[i].moves) {
      out[i].priors.push_back(std::exp(logits[row][PolicyIndex(move, canvas)].item<float>()));
      sum += out[i].priors.back();
    }
    for (float& prior : out[i].priors) prior /= sum;
  }
  return out;
}

std::vector<Evaluation> Evaluate(Inference* inference, std::span<const LeafRequest> leaves) {
  const c10::InferenceMode inference_mode;
  std::vector<Evaluation> out(leaves.size());
  inference->Evaluate(leaves, out);
  return out;
}

std::vector<LeafRequest> Mixed(const Positions& a, const Positions& b) {
  std::vector<LeafRequest> leaves;
  for (size_t i = 0; i < a.leaves().size(); ++i) {
    leaves.push_back(a.leaves()[i]);
    leaves.push_back(b.leaves()[i]);
  }
  return leaves;
}

}  // namespace raichi
