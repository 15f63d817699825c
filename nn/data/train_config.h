#pragma once

#include <cstdint>
#include <string>

namespace raichi {

/// Weights of the loss's terms (docs/network.md, "Targets"); 0 leaves a term out.
struct LossWeights {
  double policy = 1.0;
  double value = 1.0;
  double moves_left = 0.05;
  double survival = 0.1;
  double king_end = 0.1;
  double reply = 0.15;
  double short_value = 0.25;
};

/// How samples are made from recorded positions.
struct SampleConfig {
  double root_value_weight = 0.25;  // share of the search's value in the value target; the rest is
                                    // the game's outcome
  double hide_last_moves = 0.1;     // share of samples without the last moves
  double short_value_horizon = 8;   // plies: time constant of the short-term value
  bool symmetries = true;           // a random symmetry of the rules for each sample
};

/// How a network is trained.
struct TrainConfig {
  int batch = 256;                  // samples a step
  std::string optimizer = "adamw";  // adamw, sgd (Nesterov momentum)
  double learning_rate = 2e-3;
  int64_t warmup_steps = 200;         // linear from 0
  std::string schedule = "constant";  // constant; cosine: down to `final_rate` at the run's end;
                                      // drop: constant, then `final_rate` for the last tenth
  double final_rate = 0.05;           // as a share of learning_rate
  double momentum = 0.9;              // sgd's; adamw's first decay
  double second_decay = 0.999;        // adamw's
  double weight_decay = 1e-2;         // decoupled; on convolutions and matrices only
  double clip_norm = 5.0;             // of the whole gradient; 0: no clipping
  double ema_decay = 0.999;  // of the averaged weights, which are what is exported; shorter
                             // early on: min(ema_decay, (1 + step) / (10 + step))
  LossWeights loss;
  SampleConfig samples;
  std::string device = "auto";     // auto, cpu, cuda, cuda:1, …
  std::string precision = "auto";  // of the body: f32, bf16 (weights, statistics, losses and the
                                   // optimizer stay f32), auto: bf16 where the device has it
  int threads = 0;                 // LibTorch's on the processor; 0: as many as there are cores
  int loader_threads = 1;          // that prepare samples beside them
};

class KeyList;
void ListKeys(TrainConfig* config, KeyList* keys);
/// Throws UsageError naming a key whose value is out of range.
void CheckConfig(const TrainConfig& config);

/// The learning rate of a step, steps counted from 0, when the share `spent` of the run is over.
double LearningRate(const TrainConfig& config, int64_t step, double spent);
/// The decay of the averaged weights at a step.
double EmaDecay(const TrainConfig& config, int64_t step);

}  // namespace raichi
