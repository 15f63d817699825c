#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/engine/clock.h"
#include "app/engine/engine.h"
#include "run/players.h"

namespace raichi {

/// How an engine plays, whatever the protocol.
struct EngineSettings {
  std::string model;        // a player's word; empty: `DefaultOpponent` of the rules played
  PlayerSettings players;   // of models: most visits a move, device, threads, and leaves in flight,
                            // 0: LoneInFlight
  double move_seconds = 5;  // a move, where the protocol gives no limit
  double margin = kDefaultMargin;
  bool ponder = false;  // think in the opponent's time
  uint64_t seed = 1;
};

/// Keeps the player open that the settings name, for whatever rules are played.
class EngineOpener {
 public:
  EngineOpener(EngineSettings settings, Engine::Interrupted interrupted)
      : settings_(std::move(settings)), interrupted_(std::move(interrupted)) {}

  const EngineSettings& settings() const { return settings_; }
  /// Changes how the next engine plays.
  void Set(const EngineSettings& settings);
  /// The engine for `game`'s rules, warm. Opens and warms only what is not yet. Throws Error or
  /// UsageError if the player cannot be had or cannot play on this board.
  Engine* Open(const Game& game);
  /// Who plays what, if it is another text than at the last call; else empty.
  std::string TakeNews();

 private:
  std::string WordFor(const Rules& rules) const;

  EngineSettings settings_;
  Engine::Interrupted interrupted_;
  std::string word_;                  // of the engine
  std::optional<uint64_t> warm_for_;  // rules, by their fingerprint
  std::unique_ptr<Engine> engine_;
  std::string news_, told_;
};

}  // namespace raichi
