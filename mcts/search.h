#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mcts/evaluator.h"
#include "mcts/search_config.h"
#include "mcts/tree.h"
#include "rules/game.h"
#include "rules/rng.h"

namespace raichi {

/// What a search found at its root. Spans point into the search and hold until it goes on.
struct SearchResult {
  std::span<const Move> moves;        // legal moves, in the order of GenerateMoves
  std::span<const uint32_t> visits;   // visits of each move's subtree, in this search's budget or reused
  std::span<const float> values;      // mean value of each for the side to move at the root; NaN unvisited
  std::span<const Proof> proofs;      // proven result of each for the side to move at the root
  float value = 0;                    // mean value of the root, for the side to move
  float draw = 0;                     // mean draw probability
  float moves_left = 0;               // mean plies to the end
  Proof proof = Proof::kNone;         // of the root, for the side to move
  int plies_to_end = 0;               // where proven: plies to the end under best play
  float raw_value = 0;                // the evaluator's value of the root itself
  Move best;                          // the move to play without temperature
};

/// A search over one tree: owns its game, its tree and its random stream, never blocks, never calls
/// the network and, once warm, never allocates. PUCT as in AlphaZero (Silver et al. 2018) with
/// KataGo's root shaping (Wu 2019) and proven values (Winands et al. 2008, MCTS-Solver).
///
///   search.Start(options);
///   while (const LeafRequest* leaf = search.SelectLeaf()) search.Backup(Evaluate(*leaf));
///   search.Play(search.ChooseMove());
class Search {
 public:
  Search(const SearchConfig& config, Game game, uint64_t seed);

  const Game& game() const { return game_; }
  /// Begins to think about the current position, on the subtree kept from the last move.
  void Start(const SearchBudget& budget);
  /// The next leaf to evaluate; backs up terminal and proven leaves on the way. Null once the
  /// budget is spent or the root is proven. Until `Backup`, returns the same leaf again.
  const LeafRequest* SelectLeaf();
  /// Answers the last `SelectLeaf()`.
  void Backup(const Evaluation& leaf);
  SearchResult Result() const;
  /// The move to play: proven wins first (the shortest), never a proven loss if there is another
  /// move; else by visits under `MoveTemperature` at the game's ply.
  Move ChooseMove();
  /// Plays a legal move; keeps its subtree where the configuration says so.
  void Play(Move move);
  /// Takes up another game; forgets the tree, keeps the memory.
  void Reset(Game game, uint64_t seed);

  /// Memory in use by the tree in bytes, and by an edge.
  size_t TreeBytes() const;

 private:
  // (the implementer's)
  SearchConfig config_;
  Game game_;
};

}  // namespace raichi
