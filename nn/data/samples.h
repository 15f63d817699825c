#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "nn/data/shard_loader.h"
#include "nn/data/train_config.h"
#include "nn/data/window.h"
#include "nn/input/encoder.h"
#include "rules/game.h"

namespace raichi {

/// Training targets that are computed by a formula. docs/network.md describes them in words.

/// Returns the win, draw and loss target for `to_move` at `ply`: the game's outcome mixed with the
/// value q of the search at that ply, which has weight `root_value_weight`. Since q does not tell
/// draws apart, the search's share of draws follows the outcome: draw = 1 - |q| in a drawn game and
/// draw = 0 in any other; win - loss = q in both cases.
std::array<float, 3> OutcomeTarget(const CompactGame& game, int ply, Side to_move,
                                   float root_value_weight);

/// Returns the short-term value target for the side to move at `ply` (as in KataGo): a weighted
/// mean of the values of later searches. The search k plies later has a weight proportional to (1 -
/// 1/horizon)^k; the weight that remains at the end of the game goes to the outcome.
float ShortValueTarget(const CompactGame& game, int ply, double horizon);

/// The fate of a board's pieces by the end of the game.
struct Fates {
  SquareSet survivors;  // squares of this board whose piece is on the last board
  Square king;          // where the king is on the last board; none if captured
};
/// Plays `game`, which is at some ply of `record`, to the end of the record. Returns the fates of
/// the pieces on the board that it started from.
Fates FollowPieces(const CompactGame& record, Game* game);

/// A batch of training samples: packed inputs and targets (docs/network.md, "Targets").
struct SampleBatch {
  explicit SampleBatch(int canvas) : inputs(canvas) {}

  int size() const { return inputs.size(); }

  PackedBatch inputs;
  // Legal moves of all samples, concatenated: policy index and share of the search's visits.
  std::vector<int32_t> move_index;
  std::vector<float> move_share;
  std::vector<int32_t> move_end;    // [sample]: end of its moves in move_index and move_share
  std::vector<float> outcome;       // [sample][3]: win, draw, loss for the side to move
  std::vector<float> short_value;   // [sample]: in [-1, 1], for the side to move
  std::vector<float> moves_left;    // [sample]: plies to the end, or -1 if unknown
  std::vector<uint32_t> survivors;  // [sample][rank]: squares whose piece is on the last board
  std::vector<int32_t> king_end;    // [sample]: (rank - 1) * canvas + file - 1 of the king's square
                                    // on the last board; canvas^2 if captured; -1 if unknown, and
                                    // then the survivors are unknown too
  std::vector<int32_t> reply;       // [sample]: policy index of the opponent's reply, -1 if none
};

/// Appends one sample to a batch: a policy target of the window, transformed by a symmetry of its
/// rules. If `show_last_moves` is false, the planes of the last moves are left empty.
void AddSample(const ReplayWindow::Target& target, const SampleConfig& config, Symmetry symmetry,
               bool show_last_moves, SampleBatch* batch);

/// Makes one batch of `count` positions, drawn from the window's policy targets, uniformly or with
/// regard to their surprise (`SampleConfig::surprise`), and each transformed by a random symmetry
/// of its rules. The result depends only on the arguments.
SampleBatch MakeBatch(const ReplayWindow& window, const SampleConfig& config, int canvas, int count,
                      uint64_t seed, int64_t step);

/// The samples `begin` to `end` - 1 of a batch.
struct SampleRange {
  int begin = 0;
  int end = 0;
};
/// Makes only a part of that batch, for about that part of the time: the result is PartOf the whole
/// batch.
SampleBatch MakeBatch(const ReplayWindow& window, const SampleConfig& config, int canvas, int count,
                      uint64_t seed, int64_t step, SampleRange part);

/// Returns the samples `begin` to `end` - 1 of a batch, as a batch.
SampleBatch PartOf(const SampleBatch& batch, int begin, int end);
/// Returns the samples of a batch in the order of the sizes of their boards.
SampleBatch OrderedBySize(const SampleBatch& batch);

}  // namespace raichi
