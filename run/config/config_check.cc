#include "run/config/config_check.h"

#include <algorithm>
#include <string_view>

#include "base/error.h"
#include "mcts/players/parse_player.h"
#include "nn/backend/devices.h"
#include "nn/backend/loader.h"

namespace raichi {
namespace {

/// Runs `act` and prefixes its errors with the key.
template <typename Act>
void Naming(const std::string& key, Act act) {
  try {
    act();
  } catch (const ReadError& error) {
    throw ReadError(key + ": " + error.what(), error.code());
  } catch (const Error& error) {
    throw Error(key + ": " + error.what());
  }
}

/// Sets the network's canvas to the largest board of the rules if it is 0. Throws Error if it is
/// smaller than that.
void SettleCanvas(RunConfig* config) {
  const int largest = LargestBoard(*config);
  int& canvas = config->network.canvas;
  if (canvas == 0) canvas = largest;
  if (canvas >= largest) return;
  throw Error("network.canvas: expected at least " + std::to_string(largest) +
              ", the largest board of the rules, found " + std::to_string(canvas));
}

void CheckDeviceWord(const std::string& key, const std::string& word) {
  constexpr std::string_view kNumbered = "cuda:";
  const bool computes_only = key == "workers.device";
  if (word == "auto" || word == "cpu" || word == "cuda") return;
  if (word == "libtorch" && computes_only) return;
  const bool is_numbered = word.starts_with(kNumbered) && word.size() > kNumbered.size() &&
                           word.find_first_not_of("0123456789", kNumbered.size()) == word.npos;
  if (is_numbered) return;
  throw Error(key + ": expected auto, cpu, " + (computes_only ? "libtorch, " : "") +
              "cuda or cuda:N, found '" + word + "'");
}

void CheckOpponent(const std::string& word) {
  if (ParsePlayer(word) != nullptr) return;
  throw Error("'" + word + "': expected random, greedy, shuffle, playouts:N or alphabeta:N");
}

void CheckDeviceOf(const RunConfig& config, const std::string& section) {
  const bool is_train = section == "train";
  if (is_train) RequireLibTorch();
  const std::string& device = is_train ? config.train.device : config.workers.device;
  const std::string& precision = is_train ? config.train.precision : config.workers.precision;
  Naming(section + ".device", [&] { CheckDevice(device, "auto"); });
  Naming(section + ".precision", [&] { CheckDevice(device, precision); });
}

}  // namespace

void CheckRunConfig(RunConfig* config, const std::vector<std::string>& used_here) {
  if (config->rules.empty()) throw Error("rules: expected at least one rule set");
  SettleCanvas(config);
  CheckConfig(config->network);
  CheckConfig(config->selfplay);
  CheckConfig(config->train);
  CheckConfig(config->window);
  for (const std::string& word : config->evaluation.opponents) {
    Naming("evaluation.opponents", [&] { CheckOpponent(word); });
  }
  CheckDeviceWord("workers.device", config->workers.device);
  CheckDeviceWord("train.device", config->train.device);
  for (const std::string& section : used_here) CheckDeviceOf(*config, section);
}

}  // namespace raichi
