#pragma once

#include "mcts/search/search_config.h"
#include "selfplay/play/handicap.h"
#include "selfplay/play/past_models.h"
#include "selfplay/play/restarts.h"

namespace raichi {

/// How self-play games are played.
struct SelfPlayConfig {
  SearchConfig search;  // with the temperature of moves

  // Playout cap randomisation (Wu 2019, 3.1): each turn is a full search with this probability,
  // noisy and a policy target; the others are fast, without noise and no targets.
  int full_visits = 128;
  int fast_visits = 24;
  float full_search_fraction = 0.25f;
  bool noise = true;  // root noise in full searches

  // Opening variety: a game begins with k random plies, k uniform in 0 .. this.
  int opening_random_plies = 0;

  // A side resigns when its search's value was below -threshold in this many of its turns running.
  // A threshold of 1 or more: never. This fraction of the games is played out all the same, which
  // measures how often resigning would have been wrong.
  float resign_threshold = 1;
  int resign_consecutive = 3;
  float resign_playout_fraction = 0.1f;

  int max_plies = 512;  // then the game is a draw by ply limit

  // Of a run whose games make its models (SelfPlayPool); elsewhere these do nothing.
  HandicapConfig handicap;
  PastModelsConfig past_models;
  RestartsConfig restarts;
};

class KeyList;
void ListKeys(SelfPlayConfig* config, KeyList* keys);
/// Throws UsageError naming a key whose value is out of range or contradicts another key.
void CheckConfig(const SelfPlayConfig& config);

}  // namespace raichi
