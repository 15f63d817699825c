#pragma once

#include "mcts/search/search_config.h"
#include "selfplay/play/handicap.h"
#include "selfplay/play/past_models.h"

namespace raichi {

/// Settings of self-play games.
struct SelfPlayConfig {
  SearchConfig search;  // Includes the temperature for choosing moves.

  // Playout cap randomisation (Wu 2019, 3.1): with probability `full_search_fraction` a turn is a
  // full search, which uses root noise and is a policy target. All other turns are fast searches,
  // without noise, and are not targets.
  int full_visits = 128;
  int fast_visits = 24;
  float full_search_fraction = 0.25f;
  bool noise = true;  // Root noise in full searches.

  // Opening variety: a game begins with k random plies, k uniform in 0 .. opening_random_plies.
  int opening_random_plies = 0;

  // A side resigns when the value of its search was below -resign_threshold in resign_consecutive
  // of its turns in a row. With a threshold of 1 or more no side resigns. The fraction
  // resign_playout_fraction of the games is played to the end regardless, to measure how often
  // resigning would have been wrong.
  float resign_threshold = 1;
  int resign_consecutive = 3;
  float resign_playout_fraction = 0.1f;

  int max_plies = 512;  // A game that reaches this length is a draw by ply limit.

  // Least weight with which a rule set is drawn (rule_draw.h); 1: all are drawn evenly. Used only
  // by SelfPlayPool.
  float rules_floor = 1;

  // Used only by SelfPlayPool, for runs that train models on their own games; ignored elsewhere.
  HandicapConfig handicap;
  PastModelsConfig past_models;
};

class KeyList;
void ListKeys(SelfPlayConfig* config, KeyList* keys);
/// Throws UsageError naming a key whose value is out of range or contradicts another key.
void CheckConfig(const SelfPlayConfig& config);

}  // namespace raichi
