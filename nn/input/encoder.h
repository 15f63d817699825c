#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "rules/game.h"
#include "rules/symmetry.h"

namespace raichi {

/// The network's input for a game: bit planes on a square canvas and a vector of numbers, both
/// specified bit by bit in docs/network.md. The side to move is an input; the board is never
/// flipped. The input depends only on the position, the last two moves, the occurrences of the
/// position, the counters of the rules' limits, and the rules.
///
/// Any change of a plane's or number's meaning makes another version. A model's file names the
/// version that it was trained with.
inline constexpr int kEncoderVersion = 1;

/// Planes, in order. A board smaller than the canvas lies in the corner of a1.
enum class Plane : uint8_t {
  kBoard,         // squares of the board
  kAttackers,     //
  kDefenders,     // men, without the king
  kKing,          //
  kThrone,        // the special squares, where the rules have them
  kCorners,       //
  kCamps,         //
  kNeutralCamps,  // camp squares never hostile to attackers
  kStrays,        // attackers on a camp square that is not, or no longer, their own camp
  kGoals,         // squares on which the king wins
  kKingMoves,     // squares to which the king could move now, whoever is to move
  kKingRoads,     // the king's open lines: the squares to the nearest goal, the goal included
  kLastFrom,      // the last move, the opponent's
  kLastTo,        //
  kPreviousFrom,  // the move before it
  kPreviousTo,    //
};
inline constexpr int kPlanes = 16;

/// Length of the vector of numbers (docs/network.md names each).
inline constexpr int kGlobals = 71;

/// Encoded positions, packed: bit x of a word is file x (a is 0), a word is a rank of a plane.
struct PackedBatch {
  explicit PackedBatch(int canvas_size = 0) : canvas(canvas_size) {}

  size_t RowsPerPosition() const { return static_cast<size_t>(kPlanes * canvas); }
  int size() const { return static_cast<int>(board_sizes.size()); }
  void Resize(int count);
  std::span<uint32_t> RowsOf(int index);
  std::span<float> GlobalsOf(int index);

  int canvas;                    // squares along a side
  std::vector<uint32_t> rows;    // [position][plane][rank]
  std::vector<float> globals;    // [position][kGlobals]
  std::vector<int> board_sizes;  // [position]
};

/// Encodes an ongoing game into its place in a batch; its board must fit the canvas. With
/// `show_last_moves` false the planes of the last moves stay empty.
void EncodeGame(const Game& game, bool show_last_moves, PackedBatch* batch, int index);

/// Fills a place of a batch with an empty board of the full canvas and all numbers 0.
void EncodePadding(PackedBatch* batch, int index);

/// Applies a symmetry of its rules to the planes of a packed position.
void TransformPlanes(Symmetry symmetry, PackedBatch* batch, int index);

}  // namespace raichi
