#include "nn/input/policy_index.h"

#include "mcts/softmax.h"

namespace raichi {

std::vector<float> UnpackPlanes(const PackedBatch& positions) {
  std::vector<float> planes;
  planes.reserve(positions.rows.size() * static_cast<size_t>(positions.canvas));
  for (const uint32_t row : positions.rows) {
    for (int x = 0; x < positions.canvas; ++x) planes.push_back((row >> x & 1) != 0 ? 1.0f : 0.0f);
  }
  return planes;
}

void ReadAnswer(const NetworkAnswers& answers, int canvas, size_t index,
                std::span<const Move> moves, Evaluation* out) {
  out->win = answers.wdl[3 * index];
  out->draw = answers.wdl[3 * index + 1];
  out->loss = answers.wdl[3 * index + 2];
  out->moves_left = answers.moves_left[index];
  const float* logits = &answers.policy[index * static_cast<size_t>(PolicySize(canvas))];
  out->priors.clear();
  for (const Move move : moves) out->priors.push_back(logits[PolicyIndex(move, canvas)]);
  Softmax(out->priors);
}

}  // namespace raichi
