#include "mcts/search/search_config.h"

#include "base/config_keys.h"

namespace raichi {
namespace {

void ListKeys(MoveTemperature* c, KeyList* keys) {
  keys->Add("initial", &c->initial, {0, 100},
            "Moves are drawn in proportion to the policy target raised to the power 1/t, where t "
            "is the temperature. t begins with this value.");
  keys->Add("final", &c->final, {0, 100}, "t approaches this value.");
  keys->Add("half_life", &c->half_life, {0.01, 1e6},
            "Plies in which t halves its distance to `final`.");
}

void ListKeys(MovesLeftConfig* c, KeyList* keys) {
  keys->Add("max_effect", &c->max_effect, {0, 1},
            "If a node's value is above `threshold` or below −`threshold`, a move that shortens a "
            "won game or prolongs a lost one scores higher, by at most `max_effect` (lc0's "
            "moves-left utility). 0: off. It also has no effect with a network that was not "
            "trained to predict the moves left. Networks that play or analyse (`play`, `match`, "
            "`engine`, `analyze` …) use 0.1.");
  keys->Add("slope", &c->slope, {0, 1}, "How much higher such a move scores for each ply.");
  keys->Add("threshold", &c->threshold, {0, 0.99}, "See `max_effect`.");
}

}  // namespace

void ListKeys(SearchConfig* c, KeyList* keys) {
  keys->AddWord(
      "root", &c->root, {"puct", "gumbel"},
      "How a full search explores its root, and which policy target it gives. `puct`: PUCT, "
      "and the shares of the visits. `gumbel`: sequential halving, and the improved policy "
      "(Danihelka et al. 2022). `gumbel` uses neither Dirichlet noise nor root or move "
      "temperature, but it needs `selfplay.noise`. Fast searches always use PUCT.");
  keys->Add("gumbel_considered", &c->gumbel.considered, {1, 10'000},
            "Number of moves that sequential halving begins with.");
  keys->Add("gumbel_c_visit", &c->gumbel.c_visit, {0, 1e6},
            "The improved policy's logits add values in [0, 1] with the weight (`gumbel_c_visit` + "
            "most visits of a move) · `gumbel_c_scale`.");
  keys->Add("gumbel_c_scale", &c->gumbel.c_scale, {0, 1e6}, "See `gumbel_c_visit`.");
  keys->Add("cpuct", &c->cpuct, {0, 100},
            "Exploration constant: c(n) = `cpuct` + `cpuct_factor` · log((n + `cpuct_base` + 1) / "
            "`cpuct_base`) after n visits.");
  keys->Add("cpuct_base", &c->cpuct_base, {1, 1e9}, "See `cpuct`.");
  keys->Add("cpuct_factor", &c->cpuct_factor, {0, 100}, "See `cpuct`.");
  keys->Add("fpu_reduction", &c->fpu_reduction, {0, 2},
            "An unvisited move has its parent's value minus `fpu_reduction` · √(sum of the priors "
            "of the visited moves).");
  keys->Add("root_fpu_reduction", &c->root_fpu_reduction, {0, 2}, "The same at the root.");
  keys->Add("policy_temperature", &c->policy_temperature, {0.01, 100},
            "Priors at every node are raised to the power 1 / `policy_temperature`. A value above "
            "1 makes them more equal. Models that play, and evaluations, use 1.5 "
            "([experiments.md](experiments.md#a-softer-policy-in-play)).");
  keys->Add("root_policy_temperature", &c->root_policy_temperature, {0.01, 100},
            "Priors at noisy roots are raised to the power 1 / `root_policy_temperature`. A value "
            "above 1 makes them more equal.");
  keys->Add("noise_fraction", &c->noise_fraction, {0, 1},
            "Share of Dirichlet noise in the priors of a noisy root.");
  keys->Add("noise_concentration", &c->noise_concentration, {0.001, 1e4},
            "Total α of that noise, divided among the legal moves.");
  keys->Section("moves_left", [&] { ListKeys(&c->moves_left, keys); });
  keys->Add("reuse_tree", &c->reuse_tree, "Keep the subtree of the move that was played.");
  keys->Add("prove", &c->prove,
            "Propagate proven wins, draws and losses up the tree, and play by them.");
  keys->Section("temperature", [&] { ListKeys(&c->temperature, keys); });
}

void CheckConfig(const SearchConfig& config) { CheckKeysOf(config, "search"); }

}  // namespace raichi
