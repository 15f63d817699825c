#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/engine/move_time.h"
#include "app/engine/session.h"
#include "mcts/search/lines.h"

namespace raichi {

/// The content of `clock ATTACKERS[*] DEFENDERS[*] OVERTIME OVERTIMES OVERTIMES`: the milliseconds
/// of each side, with a star in an overtime period; the length of a period in seconds; the number
/// of periods that each side has left.
struct OtepClock {
  struct OfSide {
    double seconds = 0;
    bool is_overtime = false;
    bool is_known = false;  // the host has a clock for this side
  };
  OfSide attackers, defenders;
};

/// Throws Error if the text is not a clock.
OtepClock ParseOtepClock(const std::string& text);

/// The clock to plan with: main time is for the rest of the game; an overtime period is for one
/// move, because it is full again after each move.
GameClock GameClockOf(const OtepClock::OfSide& clock, double plies_left);

/// The squares of a position record as rules/notation.h writes them, for a board of this size.
/// Throws Error.
Position ParseOtepPosition(const std::string& record, int size);

/// `analysis 2 e3-c3|d5-d3 412 …`: values are for the attackers on OpenTafl's scale (5000 is a
/// win).
std::string OtepAnalysis(const std::vector<Line>& lines, Side to_move);

/// `raichi engine --protocol otep`: the engine's side of OpenTafl's engine protocol
/// (opentafl-engine-protocol.txt of OpenTafl; docs/engine.md). Commands are not acknowledged.
/// A faulty command is answered by `error 0`, a game that cannot be played by `error -1`. If the
/// host's board differs from the result of the moves, the host's board counts.
class OtepSession : public EngineSession {
 public:
  /// The engine prepares for `rules`, a name or a file, when it has said hello.
  OtepSession(const EngineSettings& settings, const std::string& rules, std::ostream& out);

  void Greet() override;
  bool Obey(const std::string& line) override;
  void Complain(const std::string& what) override;
  bool Work() override;
  void HangUp() override;

 private:
  enum class Task { kNone, kPlay, kAnalyze, kPonder };

  void TakeRules(const std::string& record);
  void TakePosition(const std::string& record);
  void TakeSide(const std::string& text);
  void TakeClock(const std::string& text);
  void TakeOwnMove(const std::string& record);
  void TakeOpponentMove(const std::string& text);
  void TakeRefusal(const std::string& text);
  void Analyze(const std::string& text);
  void Play(const std::string& text);

  void Fail(const std::string& what);
  void TellNews();
  const Game& KnownGame(const std::string& command) const;
  void SetSide(Side side);
  void Follow(const std::string& record, Side to_move);
  void Begin(Task task, const EngineLimits& limits);
  EngineLimits LimitsOfTurn() const;
  void SendMove();
  void SendAnalysis();

  EngineOpener opener_;
  std::string rules_name_;
  std::ostream& out_;
  std::optional<Game> game_;
  std::optional<OtepClock> clock_;
  Move sent_;                  // our last move, until the next message about it
  std::vector<Move> refused_;  // by the host in the present position

  Engine* engine_ = nullptr;  // of the task
  Task task_ = Task::kNone;
  int lines_ = 0;  // of the analysis
};

}  // namespace raichi
