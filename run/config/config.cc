#include "run/config/config.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "base/config_keys.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/json.h"
#include "base/yaml/keys.h"
#include "mcts/players/players.h"
#include "nn/backend/devices.h"
#include "nn/backend/loader.h"
#include "rules/files/rule_file.h"
#include "run/config/auto_values.h"

namespace raichi {

namespace fs = std::filesystem;

fs::path OriginFile(const fs::path& run_folder) { return run_folder / "origin.json"; }

fs::path PastModelFile(const fs::path& run_folder) { return run_folder / "past_model.json"; }

std::optional<PinnedModel> LoadPinnedModel(const fs::path& file) {
  if (!Exists(file)) return std::nullopt;
  constexpr uint64_t kMaxBytes = 1 << 16;
  return ReadJson(file.string() + ": ", [&] {
    Json json = ParseJson(ReadPatiently(Patience(), [&] { return ReadFile(file, kMaxBytes); }));
    TakeSum(&json);
    return PinnedModel{.word = json.at("word"),
                       .path = json.at("model"),
                       .weights = json.at("weights"),
                       .canvas = json.value("canvas", 0)};
  });
}

void SavePinnedModel(const fs::path& file, const PinnedModel& model) {
  const Json json = {{"word", model.word},
                     {"model", model.path},
                     {"weights", model.weights},
                     {"canvas", model.canvas}};
  AtomicWrite(file, JsonText(WithSum(json)) + "\n");
}

namespace {

constexpr KeyRange kCount = {0, 1e9};
constexpr KeyRange kAtLeastOne = {1, 1e9};
constexpr double kVeryMany = 1LL << 50;

void ListKeys(Budget* c, KeyList* keys) {
  keys->Add("minutes", &c->minutes, {0, 1e9},
            "Working time, summed over all starts. The evaluation at the end of the run, measuring "
            "the machine at a start, and the time for which `raichi train` waits for games are not "
            "included.");
  keys->Add("games", &c->games, {0, kVeryMany}, "Games of self-play.");
  keys->Add("steps", &c->steps, {0, kVeryMany}, "Steps of training.");
}

void ListKeys(RandomRulesConfig* c, KeyList* keys) {
  keys->Add("count", &c->count, {0, 1000},
            "How many of them there are. The run folder keeps them as "
            "`pinned_rules/random.N.yaml`; neither evaluations nor the models' own lists of rules "
            "mention them.");
  keys->Add("share", &c->share, {0, 1}, "Share of the games that draw one of them.");
}

void ListKeys(LoopConfig* c, KeyList* keys) {
  keys->Add("games_per_iteration", &c->games_per_iteration, kAtLeastOne,
            "Games played with each model.");
  keys->Add("iteration_share", &c->iteration_share, {0, 1},
            "Share of `budget.minutes` that an iteration may take: it plays fewer games if its "
            "self-play and training would take longer. 0: no limit. Only in `raichi run`.");
  keys->Add("games_per_shard", &c->games_per_shard, {1, 65536},
            "A shard is written as soon as this many games are finished, or when a finished game "
            "has waited for ten seconds (a minute while more than eight streams play).");
  keys->Add("samples_per_position", &c->samples_per_position, {0.01, 1000},
            "How often each policy target (a position with a full search) is trained on, on "
            "average.");
}

void ListKeys(WorkersConfig* c, KeyList* keys) {
  keys->Add("workers", &c->workers, {0, 1024},
            "Threads that play. 0 starts one per processor core; with a GPU two per core, and at "
            "least one per GPU.");
  keys->Add("team", &c->team, {0, 1024},
            "Workers that share each batch on a GPU ([network.md](network.md#inference-on-a-gpu)). "
            "0: enough for a batch of 1,024 positions, but few enough for two teams on each GPU. "
            "On the processor, and with `selfplay.past_models`, each worker evaluates its own "
            "positions.");
  keys->Add("slots", &c->slots, {1, 65536},
            "Games that each worker plays at once. Their positions form its batches of up to 64 "
            "(or `slots`, if that is more), or its part of its team's batches. A full search at a "
            "Gumbel root has up to 16 positions at a time, so a few games fill a batch. Many games "
            "make an iteration learn from the short ones first.");
  keys->Add("device", &c->device,
            "`auto`, `cpu`, `cuda`, `cuda:1` … With `auto` and `cuda` the workers take the GPUs in "
            "turn. With `libtorch` LibTorch computes the network on the processor, in f32 and more "
            "slowly: the definition that our own code is compared with.");
  keys->Add("precision", &c->precision, {"auto", "f32", "bf16", "f16"},
            "`auto` takes bf16 where the GPU or, in a program built for it, the processor "
            "multiplies it; elsewhere it takes f16 on a GPU and f32 on a processor. `f16` needs a "
            "GPU. A precision that this machine cannot compute is an error.");
  keys->Add("bench", &c->bench,
            "Run `raichi bench` for a few seconds at each start and write its results to "
            "`metrics/bench.jsonl`. The lines of `metrics/progress.jsonl` then have `bench`: the "
            "iteration's speeds, and their shares of the speeds measured at the start. "
            "`by_processor_time` has the same by processor time; on a GPU those shares say "
            "nothing. Those are the speeds of the network alone, at the best of several batch "
            "sizes (whatever `slots` is), and of the training step alone.");
}

void ListKeys(EvaluationConfig* c, KeyList* keys) {
  keys->Add("every", &c->every, kCount,
            "Iterations between evaluations; 0: only the last model is evaluated.")
      .may_change = true;
  keys->Add("pairs", &c->pairs, kAtLeastOne,
            "Pairs of games, with sides swapped, against each opponent under each rule set.")
      .may_change = true;
  keys->Add("final_pairs", &c->final_pairs, kCount,
            "Pairs for the last model; at least `evaluation.pairs` are played. 0: the last model "
            "is not evaluated.")
      .may_change = true;
  keys->Add("visits", &c->visits, kAtLeastOne, "Visits of a model's search for each move.");
  keys->Add("earlier_models", &c->earlier_models, {0, 1000},
            "The number of earlier, evaluated models that each model plays.")
      .may_change = true;
  keys->Add("opening_random_plies", &c->opening_random_plies, {0, 1000},
            "Random moves that both games of a pair begin with.");
  keys->Add("opponents", &c->opponents,
            "Fixed players (`random`, `greedy`, `shuffle`, `playouts:N`, `alphabeta:N`), from weak "
            "to strong. Ratings are relative to the last one that has results, because a gap to a "
            "player that loses every game cannot be measured.")
      .may_change = true;
}

/// Adds a section all of whose keys a later start may change.
void AddChangeable(KeyList* keys, const char* name, const char* help,
                   const std::function<void()>& add) {
  const size_t first = keys->keys().size();
  keys->Section(name, help, add);
  for (size_t i = first; i < keys->keys().size(); ++i) keys->keys()[i].may_change = true;
}

}  // namespace

void ListKeys(RunConfig* c, KeyList* keys) {
  keys->Add("seed", &c->seed, {0, kVeryMany}, "Every random choice of the run follows from it.");
  keys->Add("rules", &c->rules,
            "Names or files of rule sets, perhaps with changes (`\"linnaeus+throne.stop=[king]\"`, "
            "in quotes). Each game draws one of them; name one twice to draw it twice as often. "
            "Two different rule sets with the same name are refused.");
  AddChangeable(keys, "budget", "The run ends as soon as it reaches one of these; 0 sets no limit.",
                [&] { ListKeys(&c->budget, keys); });
  AddChangeable(keys, "machine",
                "The speed of the machine for which the values of `auto` keys were chosen; see "
                "[configuration.md](configuration.md#auto). 0: not measured. Give both to choose "
                "for another machine.",
                [&] { ListKeys(&c->machine, keys); });
  keys->Section(
      "random_rules",
      "Rule sets that are drawn when the run begins, so that a network learns what each rule "
      "means rather than a few rule sets by heart: each is one of `rules` with one to four "
      "changes.",
      [&] { ListKeys(&c->random_rules, keys); });
  keys->Section("loop", "One iteration plays some games and then trains on them.",
                [&] { ListKeys(&c->loop, keys); });
  const size_t canvas = keys->keys().size();
  keys->Section("network", "See [network.md](network.md).", [&] { ListKeys(&c->network, keys); });
  keys->keys()[canvas].range.or_zero = true;  // 0 stands for the largest board of the rules
  AddChangeable(keys, "workers", "How self-play uses the machine.",
                [&] { ListKeys(&c->workers, keys); });
  keys->Section("selfplay", "How games are played.", [&] { ListKeys(&c->selfplay, keys); });
  keys->Section("train", "How the network is trained.", [&] { ListKeys(&c->train, keys); });
  keys->Section(
      "window",
      "How many of the newest policy targets are trained on: c (1 + `scale` ((n / "
      "c)^`exponent` − 1) / `exponent`) after n policy targets, where c is `min_positions` "
      "(KataGo's formula).",
      [&] { ListKeys(&c->window, keys); });
  keys->Section("evaluation", "How models are compared with other players.",
                [&] { ListKeys(&c->evaluation, keys); });
  for (ConfigKey& key : keys->keys()) {
    if (MayBeAuto(key.name)) key.autos = &c->auto_keys;
  }
}

std::vector<RulesPtr> OpenRulesOf(const RunConfig& config) {
  if (!config.rule_sets.empty()) return config.rule_sets;
  std::vector<RulesPtr> rules;
  for (const std::string& name : config.rules) rules.push_back(OpenRules(name));
  return rules;
}

int LargestBoard(const RunConfig& config) {
  int largest = 0;
  for (const RulesPtr& rules : OpenRulesOf(config)) largest = std::max(largest, rules->size());
  return largest;
}

std::vector<RulesPtr> OpenNamedRulesOf(const RunConfig& config) {
  std::vector<RulesPtr> rules = OpenRulesOf(config);
  rules.resize(config.rules.size());
  return rules;
}

SelfPlaySetup SelfPlaySetupOf(const RunConfig& config) {
  std::vector<RulesPtr> rules = OpenRulesOf(config);
  const size_t random_rules = rules.size() - config.rules.size();
  return {.config = config.selfplay,
          .seed = config.seed,
          .rules = std::move(rules),
          .random_rules = random_rules,
          .random_share = config.random_rules.share,
          .visit_factors = {},
          .record_surprise = config.train.samples.surprise > 0};
}

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

std::string ToYaml(const RunConfig& config) {
  RunConfig copy = config;
  KeyList list;
  ListKeys(&copy, &list);
  return KeysToYaml(list.keys());
}

}  // namespace raichi
