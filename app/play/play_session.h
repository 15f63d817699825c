#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/draw/board_view.h"
#include "app/play/clocks.h"
#include "app/play/play_input.h"
#include "base/rng.h"
#include "console/output.h"
#include "console/prompt.h"
#include "mcts/evaluators/plain_evaluators.h"
#include "mcts/players/levels.h"
#include "mcts/players/player.h"
#include "rules/game.h"
#include "run/players/proofs.h"

namespace raichi {

/// Tells the person from the first second on that a search goes on, and for how long.
class Thinking {
 public:
  /// `who` is the subject, as in `models/linnaeus thinks, 0:04`.
  explicit Thinking(std::string who);
  /// Call this between the batches of the search.
  void Tick();

 private:
  const std::string who_;
  const Progress::Clock::time_point begin_ = Progress::Clock::now();
  Progress progress_;
};

/// A game between a person and a player, as `save` writes it.
struct SavedGame {
  Game game;
  std::optional<Side> person;  // nothing if the file names no person
  std::string opponent;        // its name; empty if the file names none
  std::optional<ClockTimes> clock;
};

/// The name of a person in saved games.
inline constexpr char kPerson[] = "person";

/// Reads the first game of a file that `raichi analyze` can read. A game in which a player resigned
/// or ran out of time is over; one that its players ended otherwise goes on. Throws Error.
SavedGame LoadGame(const std::string& file);

/// Returns the file in which `raichi play` keeps an unfinished game:
/// $XDG_STATE_HOME/raichi/unfinished.jsonl, by default in ~/.local/state. Returns an empty path if
/// there is no home folder.
std::filesystem::path UnfinishedGameFile();

struct PlaySettings {
  Side side = Side::kAttackers;  // the person's
  int hint_visits = 800;
  uint64_t seed = 1;
  BoardStyle style;
  size_t columns = std::string::npos;  // longest line of prose
  std::optional<ClockTimes> clock;     // with which the session begins
  const Level* level = nullptr;        // at which the opponent begins; null: at none
  /// Where the game is kept while it is not over; empty: nowhere.
  std::filesystem::path unfinished;
  GameClocks::Now now;  // needed with a clock
  /// Returns what is proven of a game, which the person is told; empty: nothing is.
  std::function<std::optional<Proven>(const Game&)> proven;
};

/// Opens the opponent as it was named, but at this level; null: as it was named. Throws Error if it
/// does not search with visits.
using OpenOpponent = std::function<std::unique_ptr<PlayerKind>(const Level* level)>;

/// One game after the other between a person, who types moves and commands (play_input.h), and a
/// player. Ends at `quit` or at the end of the input. Wrong input is answered by an explanation and
/// a new prompt.
class PlaySession {
 public:
  /// The caller keeps `out` alive. `hint` uses the opponent's evaluator, or random playouts.
  PlaySession(Game game, PlaySettings settings, OpenOpponent open, std::ostream& out);
  /// Asks with `prompt` until the session ends.
  void Run(Prompt* prompt);
  /// Returns the legal moves that a line may hold, for completion.
  std::vector<std::string> Moves() const;

 private:
  void StartOpponent();
  /// Names the opponent as in `You play against models/linnaeus@1 at the level club`.
  std::string OpponentText() const;
  void OpponentTurn();
  void PersonTurn(Prompt* prompt);
  std::string Question() const;
  void Execute(const PlayInput& input);
  void PlayMove(Move move);
  void Show();
  std::optional<Proven> WhatIsProven() const;
  /// Writes a line of prose.
  void Say(const std::string& text);
  void SayResult();
  void AnnounceEnd();
  /// Whether the time of the side to move is over; then ends the game.
  bool HasFlagFallen(Side side);
  /// Writes the game to a file (SaveGame), with the players' names and the clocks.
  void Write(const std::string& file) const;
  void KeepUnfinished();
  /// Goes on from the present position of `game_`, reached by other means than a move.
  void GoOn();

  bool TakeBackEnd();
  void TypedMove(const std::string& text);
  void Undo();
  void Redo();
  void Hint(const std::string& visits);
  void ListMoves(const std::string& square);
  void SetLevel(const std::string& name);
  void Save(const std::string& file);
  void Load(const std::string& file);
  void Resign();
  void NewGame();

  Game game_;
  Game start_;  // where the session began
  PlaySettings settings_;
  OpenOpponent open_;
  std::unique_ptr<PlayerKind> kind_;
  std::unique_ptr<Player> opponent_;
  PlayoutEvaluator playouts_{PlayoutConfig{}};
  std::ostream& out_;
  Rng random_;
  std::optional<GameClocks> clocks_;
  int clocked_from_ = 0;      // the ply at which the clocks began
  std::vector<Move> undone_;  // the moves that `redo` plays, the next one last
  bool running_ = true;
  bool is_kept_ = false;  // the file of the unfinished game has this one
};

}  // namespace raichi
