#pragma once

namespace raichi {

/// Temperature for choosing moves: a move is played with probability proportional to visits^(1/t).
/// t decays from `initial` towards `final`, halving the difference every `half_life` plies of the
/// game. A temperature of 0 plays the most visited move. Moves whose value is more than `within`
/// below that of the best move are not played.
struct MoveTemperature {
  float initial = 1.0f;
  float final = 0.1f;
  float half_life = 12;  // plies
  float within = 2;      // 2: the whole range of values, so no limit
};

/// Exploration rule at the root of a noisy search. Other roots always use PUCT.
enum class RootRule {
  kPuct,    // PUCT over noisy priors; the visits are the policy target
  kGumbel,  // sequential halving; the improved policy is the target (gumbel.h)
};

/// Parameters of a Gumbel root (Danihelka et al. 2022). The improved policy adds to the logit of a
/// move with the value q, in [0, 1]: (c_visit + most visits of a move) c_scale q.
struct GumbelConfig {
  int considered = 16;  // number of moves at the start of sequential halving
  float c_visit = 50;
  float c_scale = 1;
};

/// Preference for the length of the game in nodes whose outcome is all but decided: the winning
/// side prefers to win soon, the losing side to lose late (lc0's moves-left utility, 2020). Without
/// it all moves of a won game look equally good and the search wanders.
struct MovesLeftConfig {
  float max_effect = 0;    // largest change to a move's value, in either direction; 0: off
  float slope = 0.01f;     // value of a ply if the node's value is +-1
  float threshold = 0.8f;  // node value at which the value of a ply has fallen to 0
};

/// Parameters that stay fixed for all moves of a search.
struct SearchConfig {
  RootRule root = RootRule::kPuct;
  GumbelConfig gumbel;
  float cpuct = 1.5f;          // exploration constant c(0)
  float cpuct_base = 19652;    // c grows as log((visits + base + 1) / base), AlphaZero's term
  float cpuct_factor = 1.0f;   // weight of the logarithmic growth of c
  float fpu_reduction = 0.2f;  // an unvisited move has the parent's value minus this times
                               // sqrt(visited policy)
  float root_fpu_reduction = 0.0f;
  float policy_temperature = 1;  // priors^(1/t) at every node (lc0); above 1 they are more equal
  float root_policy_temperature = 1.1f;  // priors^(1/t) at the root of a noisy search
  float noise_fraction = 0.25f;          // share of Dirichlet noise in a noisy root's priors
  float noise_concentration = 10.0f;  // total alpha, spread over the legal moves (KataGo's shape)
  MovesLeftConfig moves_left;
  bool reuse_tree = true;
  bool prove = true;          // back up proven results and play by them
  int visits_per_leaf = 16;   // root visits per leaf in flight after the first; 0: no limit
  float virtual_loss = 0.0f;  // value of a leaf in flight: from 0 (its node's value) to 1 (a loss)
  MoveTemperature temperature;
};

class KeyList;
void ListKeys(SearchConfig* config, KeyList* keys);
/// Throws a UsageError that names the key if a value is out of range.
void CheckConfig(const SearchConfig& config);

inline constexpr int kMaxInFlight = 100;

/// The resources that the search for one move may use.
struct SearchBudget {
  int visits = 128;    // of the root, including those kept from the last move
  bool noise = false;  // Dirichlet noise and root policy temperature
  int in_flight = 1;   // most leaves handed out together, 1 to kMaxInFlight
};

}  // namespace raichi
