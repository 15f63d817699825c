#pragma once

namespace raichi {

/// How likely moves with fewer visits are played: visits^(1/t), t falling from `initial` towards
/// `final` by half every `half_life` plies of the game. 0 plays the most visited move.
struct MoveTemperature {
  float initial = 1.0f;
  float final = 0.1f;
  float half_life = 12;  // plies
};

/// How the root of a noisy search explores. Other roots are PUCT's.
enum class RootRule {
  kPuct,    // by PUCT over noisy priors; visits are the policy target
  kGumbel,  // by sequential halving; the improved policy is the target (gumbel.h)
};

/// Of a Gumbel root (Danihelka et al. 2022).
struct GumbelConfig {
  int considered = 16;  // moves that sequential halving begins with
  float c_visit = 50;   // values weigh (c_visit + most visits of a move) c_scale in the policy's
  float c_scale = 1;    // logits, as numbers in [0, 1]
};

/// How much a side whose node is all but decided cares for the length of the game: it would win
/// soon or lose late (lc0's moves-left utility, 2020). Without it every move of a won game looks as
/// good as any other, and the search wanders about.
struct MovesLeftConfig {
  float max_effect = 0;    // most that it adds to a move's value or takes from it; 0: off
  float slope = 0.01f;     // value of a ply, where the node's value is +-1,
  float threshold = 0.8f;  // falling to 0 at this value
};

/// Parameters of a search that hold for all its moves.
struct SearchConfig {
  RootRule root = RootRule::kPuct;
  GumbelConfig gumbel;
  float cpuct = 1.5f;         // exploration constant c(0)
  float cpuct_base = 19652;   // c grows as log((visits + base + 1) / base), AlphaZero's term
  float cpuct_factor = 1.0f;  // weight of that growth
  float fpu_reduction =
      0.2f;  // an unvisited move's value: the parent's less this times sqrt(policy visited)
  float root_fpu_reduction = 0.0f;
  float root_policy_temperature = 1.1f;  // priors^(1/t) at the root of a noisy search
  float noise_fraction = 0.25f;          // share of Dirichlet noise in a noisy root's priors
  float noise_concentration = 10.0f;  // total alpha, spread over the legal moves (KataGo's shape)
  float forced_playouts = 0;  // factor k of visits forced at noisy PUCT roots (Wu 2019); 0: off
  MovesLeftConfig moves_left;
  bool reuse_tree = true;
  bool prove = true;          // back proofs up and play them
  int visits_per_leaf = 16;   // of the root, for each leaf in flight after the first; 0: no limit
  float virtual_loss = 0.0f;  // of a leaf in flight: from 0, its node's value so far, to 1, a loss
  MoveTemperature temperature;
};

class KeyList;
void ListKeys(SearchConfig* config, KeyList* keys);
/// Throws UsageError naming a key whose value is out of range.
void CheckConfig(const SearchConfig& config);

inline constexpr int kMaxInFlight = 100;

/// What one move's search may spend.
struct SearchBudget {
  int visits = 128;    // of the root, those kept from the last move included
  bool noise = false;  // Dirichlet noise and root policy temperature
  int in_flight = 1;   // leaves handed out together, 1 to kMaxInFlight; 1 with a noisy root that is
                       // Gumbel's or has forced playouts
};

}  // namespace raichi
