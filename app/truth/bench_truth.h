#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "run/truth/model_truth.h"

namespace raichi {

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
