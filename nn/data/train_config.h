#pragma once

#include <cstdint>
#include <string>

namespace raichi {

/// Weights of the terms of the loss (docs/network.md, "Targets"). A weight of 0 drops its term.
struct LossWeights {
  double policy = 1.0;
  double value = 1.0;
  double moves_left = 0.05;
  double survival = 0.1;
  double king_end = 0.1;
  double reply = 0.15;
  double short_value = 0.25;
};

/// Options for making samples from recorded positions.
struct SampleConfig {
  double root_value_weight = 0.25;  // weight of the search's value in the value target; the rest is
                                    // the game's outcome
  double hide_last_moves = 0.1;     // share of samples whose planes of the last moves are empty
  double short_value_horizon = 8;   // time constant of the short-term value, in plies
  bool symmetries = true;           // transform each sample by a random symmetry of its rules
  double surprise = 0;              // share of samples drawn in proportion to the policy surprise
};

/// Options for training a network.
struct TrainConfig {
  int batch = 256;                  // samples per step
  int chunks = 2;                   // a batch is divided into these; see docs/network.md
  std::string optimizer = "adamw";  // adamw, muon or sgd (with Nesterov momentum)
  double learning_rate = 2e-3;
  int64_t warmup_steps = 200;         // the rate rises linearly from 0 during these
  std::string schedule = "constant";  // constant; cosine: falls to `final_rate` at the run's end;
                                      // drop: constant, then `final_rate` for the last tenth
  double final_rate = 0.05;           // as a share of learning_rate
  double momentum = 0.9;              // of sgd; for adamw and muon the decay of the first moment
  double second_decay = 0.999;        // for adamw and muon the decay of the second moment
  double muon_scale = 7;              // of the learning rate of hidden matrices with muon
  double weight_decay = 1e-2;         // decoupled; applies to convolutions and matrices only
  double clip_norm = 5.0;             // upper bound on the norm of the whole gradient; 0: none
  double ema_decay = 0.999;  // upper bound on the decay of the averaged weights, which are the
                             // ones exported: min(ema_decay, (1 + step) / (10 + step))
  LossWeights loss;
  SampleConfig samples;
  std::string device = "auto";     // auto, cpu, cuda, cuda:1, …
  std::string precision = "auto";  // of the body: f32; bf16 (weights, statistics, losses and the
                                   // optimizer stay f32); auto: bf16 if the device supports it
  int threads = 0;         // that compute on the CPU; 0: one per core that the process may use
  int loader_threads = 1;  // additional threads that prepare samples
};

class KeyList;
void ListKeys(TrainConfig* config, KeyList* keys);
/// Throws UsageError naming a key whose value is out of range.
void CheckConfig(const TrainConfig& config);

/// Returns the learning rate of a step. Steps count from 0; `spent` is the completed share of the
/// run, in [0, 1].
double LearningRate(const TrainConfig& config, int64_t step, double spent);
/// Returns the decay of the averaged weights at a step.
double EmaDecay(const TrainConfig& config, int64_t step);

}  // namespace raichi
