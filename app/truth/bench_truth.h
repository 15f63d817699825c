#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "run/truth/model_truth.h"
#include "solve/truth/truth_set.h"

namespace raichi {

/// Collects positions under one rule set: about as many for each side that wins and each distance,
/// and no two that are symmetric to each other. Positions that any player finds, wins in 1 and
/// losses in 2, have half as much room.
class TruthCells {
 public:
  /// Even and odd distances of `longest` plies, an even number, or more have one room.
  TruthCells(const Rules& rules, int per_class, int longest = 12);

  /// Whether there is room for a position that ends in so many plies, odd if the side to move wins,
  /// and no symmetric one is here.
  bool HasRoomFor(const Position& position, int plies) const;
  void Add(TruthPosition truth);
  /// Whether all distances up to `most_plies` are full.
  bool IsFull(int most_plies) const;

  const std::vector<TruthPosition>& positions() const { return positions_; }

 private:
  using Cell = std::pair<Side, int>;  // the winner; the plies, of which some are alike
  Cell CellOf(Side to_move, int plies) const;
  int Room(const Cell& cell) const;
  uint64_t Key(const Position& position) const;

  const Rules& rules_;
  int per_class_;
  int longest_;
  std::map<Cell, int> counts_;
  std::set<uint64_t> keys_;  // hashes, the least of symmetric positions
  std::vector<TruthPosition> positions_;
};

/// `raichi bench truth`.
struct BenchTruthSettings {
  std::string model;
  std::string file;                // of the truth set; empty: the shipped one
  std::vector<std::string> rules;  // empty: those that the model was trained on
  bool held_out = false;
  bool by_rules = false;
  bool json = false;
  int positions = 0;  // at most; 0: all of the part
  ModelTruthSettings ask;
};

/// The positions of a part whose rules the model was trained on. Throws Error if there are none.
std::vector<TruthPosition> TruthFor(const std::filesystem::path& model, TruthPart part,
                                    std::vector<TruthPosition> positions);

/// Asks a model about the positions and prints its shares, in total and by distance to the end, or
/// by rule set. Throws Error if it is interrupted.
void BenchTruth(const BenchTruthSettings& settings);

/// Proves the positions of a truth set anew, and prints how many of them could be. Throws Error,
/// which names the first position that is wrong.
void CheckTruth(const BenchTruthSettings& settings);

}  // namespace raichi
