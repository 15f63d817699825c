#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "rules/game.h"
#include "rules/symmetry.h"

namespace raichi {

/// Writes the encoder's vector of numbers (docs/keys.md, "Of a network's input"): the side to move,
/// the history that the rules depend on, and every rule that affects play. Overwrites all kGlobals
/// elements of `numbers`. The index of each rule's numbers is in rules/rule_keys.h.
void EncodeNumbers(const Game& game, std::span<float> numbers);

/// The network's input for a game: bit planes on a square canvas and a vector of numbers, both
/// specified bit by bit in docs/network.md. The side to move is an input; the board is never
/// flipped. The input depends only on the position, the last two moves, the occurrences of the
/// position, the counters of the rules' limits, and the rules.
///
/// The version of the encoder, which increases with every change to the input. A model file records
/// its version. Version 3 gave reserved planes, for which the weights of version 2 are 0, the
/// threats: so models of version 2 are read as they are.
inline constexpr int kEncoderVersion = 3;

/// Planes, in order. A board smaller than the canvas has its a1 on the canvas's a1.
enum class Plane : uint8_t {
  kBoard,         // squares of the board
  kAttackers,     //
  kDefenders,     // men, without the king
  kKing,          //
  kThrone,        // the special squares, where the rules have them
  kCorners,       //
  kCamps,         //
  kNeutralCamps,  // camp squares never hostile to attackers
  kStrays,        // attackers on a camp square that is not, or is no longer, their home camp
  kGoals,         // squares on which the king wins
  kKingMoves,     // squares to which the king could move now, whoever is to move
  kKingRoads,     // the king's open lines: the squares to the nearest goal, the goal included
  kLastFrom,      // the last move, which the opponent made
  kLastTo,        //
  kPreviousFrom,  // the move before it
  kPreviousTo,    //
  kClosedCamps,   // camp squares of closed camps
  kRoyal,         // the royal attacker, who is among the attackers too
  // Threats (rules/threats.h) of both sides, whoever is to move: the squares that the side
  // could reach, those where it would capture by arriving, and the pieces that it could capture.
  kAttackerStops,
  kDefenderStops,
  kAttackerCaptures,
  kDefenderCaptures,
  kAttackerVictims,
  kDefenderVictims,
};
inline constexpr int kPlanes = 24;

/// Numbers that have a meaning; docs/keys.md lists them.
inline constexpr int kNamedNumbers = 105;
/// Length of the vector of numbers. Those after the named ones are reserved and 0.
inline constexpr int kGlobals = 120;

/// Encoded positions with packed planes: each word is one rank of a plane, and bit x of the word is
/// file x (file a is bit 0).
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

/// Encodes an ongoing game as position `index` of a batch. The board must fit the canvas. If
/// `show_last_moves` is false, the planes of the last moves are left empty.
void EncodeGame(const Game& game, bool show_last_moves, PackedBatch* batch, int index);

/// Fills position `index` of a batch with an empty board of the full canvas and sets all its
/// numbers to 0.
void EncodePadding(PackedBatch* batch, int index);

/// Applies a symmetry of the position's rules to the planes of position `index`.
void TransformPlanes(Symmetry symmetry, PackedBatch* batch, int index);

}  // namespace raichi
