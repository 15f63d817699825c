#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/engine/clock.h"
#include "app/engine/engine.h"
#include "run/players.h"

namespace raichi {

/// Settings of an engine that do not depend on the protocol.
struct EngineSettings {
  std::string model;        // a player's word; empty: the DefaultOpponent of the rules played, or
                            // if that is no model, an alpha-beta search as deep as the time allows
  PlayerSettings players;   // `visits` is a maximum; `in_flight` 0 stands for LoneInFlight
  double move_seconds = 5;  // per move if the protocol gives no limit
  double margin = kDefaultMargin;
  bool ponder = false;  // think during the opponent's time
  uint64_t seed = 1;
};

/// Opens the player that the settings name and keeps it open, whatever rules are played.
class EngineOpener {
 public:
  EngineOpener(EngineSettings settings, Engine::Interrupted interrupted)
      : settings_(std::move(settings)), interrupted_(std::move(interrupted)) {}

  const EngineSettings& settings() const { return settings_; }
  /// Changes how the next engine plays.
  void Set(const EngineSettings& settings);
  /// Returns the engine for `game`'s rules, warmed up (Engine::Warm). Opens and warms it only if
  /// necessary. Throws Error or UsageError if the player cannot be opened or cannot play on this
  /// board.
  Engine* Open(const Game& game);
  /// Returns DescribePlayer's text if it has changed since the last call, otherwise an empty text.
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
