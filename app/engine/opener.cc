#include "app/engine/opener.h"

#include <utility>

namespace raichi {
namespace {

/// Plays if there is no model: the deepest search, which the clock ends.
constexpr const char* kWithoutModel = "alphabeta:32";

}  // namespace

void EngineOpener::Set(const EngineSettings& settings) {
  settings_ = settings;
  engine_.reset();
}

std::string EngineOpener::WordFor(const Rules& rules) const {
  if (!settings_.model.empty()) return settings_.model;
  const std::string word = DefaultOpponent(rules, "runs");
  return word == kDefaultWithoutModel ? kWithoutModel : word;
}

Engine* EngineOpener::Open(const Game& game) {
  const uint64_t fingerprint = game.rules().fingerprint();
  if (engine_ && warm_for_ == fingerprint) return engine_.get();
  if (const std::string word = WordFor(game.rules()); !engine_ || word != word_) {
    engine_.reset();  // frees its memory before the next one allocates
    PlayerSettings players = settings_.players;
    if (players.in_flight == 0) players.in_flight = LoneInFlight(players.network.threads);
    engine_ = std::make_unique<Engine>(OpenPlayer(word, players), settings_.seed, interrupted_);
    word_ = word;
  }
  engine_->Warm(Game(game.rules_ptr()));
  warm_for_ = fingerprint;
  news_ = DescribePlayer(word_, game.rules());
  return engine_.get();
}

std::string EngineOpener::TakeNews() {
  return std::exchange(told_, news_) == news_ ? std::string() : news_;
}

}  // namespace raichi
