#pragma once

#include <iosfwd>
#include <memory>
#include <string>

#include "app/draw/board_view.h"
#include "base/rng.h"
#include "mcts/players/player.h"
#include "rules/game.h"

namespace raichi {

struct PlaySettings {
  Side side = Side::kAttackers;  // the person's
  int hint_visits = 800;
  int in_flight = 1;  // leaves of a hint's search evaluated together
  uint64_t seed = 1;
  BoardStyle style;
};

/// One game between a person, who types moves and commands, and a player. Ends at `quit` or at the
/// end of the input. Wrong input is answered by an explanation and a new prompt.
class PlaySession {
 public:
  /// `adviser` is the evaluator behind `hint`. The caller keeps it and `opponent` alive.
  PlaySession(Game game, const PlaySettings& settings, const PlayerKind& opponent,
              Evaluator* adviser, std::istream& in, std::ostream& out);
  void Run();

 private:
  void StartOpponent();
  void OpponentTurn();
  void PersonTurn();
  bool Execute(const std::string& line);  // false: the session ends
  void PlayMove(Move move);
  void Show();
  void AnnounceEnd();

  void Undo();
  void Hint(const std::string& visits);
  void ListMoves();
  void Save(const std::string& file);
  void Resign();
  void Help();

  Game game_;
  PlaySettings settings_;
  const PlayerKind& opponent_kind_;
  std::unique_ptr<Player> opponent_;
  Evaluator* adviser_;
  std::istream& in_;
  std::ostream& out_;
  Rng random_;
  bool running_ = true;
};

}  // namespace raichi
