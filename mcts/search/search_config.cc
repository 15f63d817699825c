#include "mcts/search/search_config.h"

#include "base/config_keys.h"

namespace raichi {
namespace {

void ListKeys(MoveTemperature* c, KeyList* keys) {
  keys->Add("initial", &c->initial, {0, 100});
  keys->Add("final", &c->final, {0, 100});
  keys->Add("half_life", &c->half_life, {0.01, 1e6});
}

void ListKeys(MovesLeftConfig* c, KeyList* keys) {
  keys->Add("max_effect", &c->max_effect, {0, 1});
  keys->Add("slope", &c->slope, {0, 1});
  keys->Add("threshold", &c->threshold, {0, 0.99});
}

}  // namespace

void ListKeys(SearchConfig* c, KeyList* keys) {
  keys->AddWord("root", &c->root, {"puct", "gumbel"});
  keys->Add("gumbel_considered", &c->gumbel.considered, {1, 10'000});
  keys->Add("gumbel_c_visit", &c->gumbel.c_visit, {0, 1e6});
  keys->Add("gumbel_c_scale", &c->gumbel.c_scale, {0, 1e6});
  keys->Add("cpuct", &c->cpuct, {0, 100});
  keys->Add("cpuct_base", &c->cpuct_base, {1, 1e9});
  keys->Add("cpuct_factor", &c->cpuct_factor, {0, 100});
  keys->Add("fpu_reduction", &c->fpu_reduction, {0, 2});
  keys->Add("root_fpu_reduction", &c->root_fpu_reduction, {0, 2});
  keys->Add("policy_temperature", &c->policy_temperature, {0.01, 100});
  keys->Add("root_policy_temperature", &c->root_policy_temperature, {0.01, 100});
  keys->Add("noise_fraction", &c->noise_fraction, {0, 1});
  keys->Add("noise_concentration", &c->noise_concentration, {0.001, 1e4});
  keys->Section("moves_left", [&] { ListKeys(&c->moves_left, keys); });
  keys->Add("reuse_tree", &c->reuse_tree);
  keys->Add("prove", &c->prove);
  keys->Section("temperature", [&] { ListKeys(&c->temperature, keys); });
}

void CheckConfig(const SearchConfig& config) { CheckKeysOf(config, "search"); }

}  // namespace raichi
