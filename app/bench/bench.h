#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/bench/rate.h"
#include "nn/data/train_config.h"
#include "nn/model/network_config.h"
#include "nn/ranks/timed_reducer.h"

namespace raichi {

/// One measured speed or size.
struct Figure {
  std::string name;  // such as rules.perft
  FigureValue value;
  std::string unit;    // such as nodes/s
  std::string rules;   // the rule set; empty for linnaeus or none
  std::string detail;  // how it was measured; may be empty
};
using FigureSink = std::function<void(const Figure&)>;

struct BenchSettings {
  double seconds = 0.5;  // per figure on one core; figures of the network take longer
  uint64_t seed = 1;
  bool all_rules = true;                       // measure every rule set, or only linnaeus
  std::vector<std::string> rules{"linnaeus"};  // of the games that training reads
  NetworkConfig network;
  std::filesystem::path model;  // whose network is measured; empty: one with random weights
  std::string device = "auto";
  std::string precision = "auto";
  int workers = 0;   // threads that evaluate; 0: as a run would choose
  int team = 4;      // workers of self-play that share each batch on a GPU
  int threads = 1;   // processor threads that share a worker's batch
  int batch = 0;     // positions per batch; 0: the best of several sizes
  bool peak = true;  // compare the network's arithmetic with that of matrix products
  TrainConfig train;
  TimedReducer* ranks = nullptr;  // that train together; null: this process trains alone
};

/// The parts of `raichi bench`. Each calls `sink` once per figure.
void BenchRules(const BenchSettings& settings, const FigureSink& sink);
void BenchSearch(const BenchSettings& settings, const FigureSink& sink);
void BenchNetwork(const BenchSettings& settings, const FigureSink& sink);
void BenchSelfPlay(const BenchSettings& settings, const FigureSink& sink);
/// With several ranks, the figures of rank 0 are those of all together.
void BenchTrain(const BenchSettings& settings, const FigureSink& sink);

/// The rate of samples in bare training steps (nn/backend/bare_training.h).
WorkRate BareTrainingRate(const BenchSettings& settings);

}  // namespace raichi
