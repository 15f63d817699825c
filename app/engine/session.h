#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>

#include "app/engine/engine.h"
#include "app/engine/move_time.h"
#include "console/prompt.h"
#include "rules/game.h"
#include "run/players/players.h"

namespace raichi {

/// Whether two positions have the same pieces on the same squares, whoever is to move.
bool HaveSamePieces(const Position& a, const Position& b);

enum class Followed { kSame, kMove, kAnew };

/// Brings a game to the position that another program reports by its pieces and side to move. Does
/// nothing if the game is already there; plays the legal move that leads there; otherwise (a move
/// was missed, or the game is over by our rules but not by the other program's) restarts from that
/// position without history. If no move can be played from it, throws Error and leaves the game
/// unchanged.
Followed FollowPosition(const Position& position, Game* game);

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

/// An engine that is driven by lines of text: the interface of the protocols over standard input.
class EngineSession {
 public:
  virtual ~EngineSession() = default;

  /// Sends the first message, before any input.
  virtual void Greet() {}
  /// Obeys a line. Returns false if the session ends. If the line is wrong, throws Error and
  /// changes nothing.
  virtual bool Obey(const std::string& line) = 0;
  /// Reports an Error to the other side.
  virtual void Complain(const std::string& what) = 0;
  /// Does at most one batch of the pending work. Called as long as no line arrives. Returns false
  /// if nothing is left to do.
  virtual bool Work() = 0;
  /// Called when the input has ended. Ends work that would otherwise never end.
  virtual void HangUp() = 0;
};

/// Serves a session until it or its input ends. Lines are obeyed between two batches of work;
/// pending work is finished when the input ends. Throws Error if `out` cannot be written.
void Serve(LineInput* in, std::ostream& out, EngineSession* session);

}  // namespace raichi
