#pragma once

#include <cstdint>
#include <vector>

#include "nn/data/train_config.h"
#include "nn/data/window.h"
#include "nn/input/encoder.h"

namespace raichi {

/// A batch of training samples: packed inputs and targets (docs/network.md, "Targets").
struct SampleBatch {
  explicit SampleBatch(int canvas) : inputs(canvas) {}

  int size() const { return inputs.size(); }

  PackedBatch inputs;
  // Legal moves of all samples one after the other: policy index and share of the visits.
  std::vector<int32_t> move_index;
  std::vector<float> move_share;
  std::vector<int32_t> move_end;    // [sample]: where its moves end
  std::vector<float> outcome;       // [sample][3]: win, draw, loss for the side to move
  std::vector<float> short_value;   // [sample]: in [-1, 1], for the side to move
  std::vector<float> moves_left;    // [sample]: plies to the end, -1: unknown
  std::vector<uint32_t> survivors;  // [sample][rank]: squares whose piece is on the last board
  std::vector<int32_t> king_end;    // [sample]: (rank - 1) * canvas + file - 1 of the square where
                                    // the king ends, canvas^2: captured, -1: unknown (then so are
                                    // the survivors)
  std::vector<int32_t> reply;       // [sample]: policy index of the opponent's answer, -1: none
};

/// Appends one sample to a batch: a target of the window, moved by a symmetry of its rules.
void AddSample(const ReplayWindow::Target& target, const SampleConfig& config, Symmetry symmetry,
               bool show_last_moves, SampleBatch* batch);

/// Makes one batch: `count` positions drawn uniformly from the window's policy targets, each with a
/// random symmetry of its rules. Depends on (window, config, seed, step) alone.
SampleBatch MakeBatch(const ReplayWindow& window, const SampleConfig& config, int canvas, int count,
                      uint64_t seed, int64_t step);

}  // namespace raichi
