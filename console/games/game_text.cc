#include "console/games/game_text.h"

#include <vector>

#include "base/counted.h"
#include "base/error.h"
#include "console/games/line_rules.h"
#include "rules/notation.h"

namespace raichi {
namespace {

/// The moves of a record as text, with captures, and its final position.
struct Replayed {
  std::vector<std::string> moves;
  std::string final;
};

Replayed Replay(const GameRecord& record, const RulesPtr& rules) {
  Game game = StartOf(record, rules);
  Replayed replayed;
  for (const TurnRecord& turn : record.turns) {
    if (!game.IsLegal(turn.move)) {
      throw Error(fmt::format("game {}: ply {}: illegal move {}", record.game_id, game.ply() + 1,
                              ToString(turn.move)));
    }
    replayed.moves.push_back(ToString(turn.move, game.Play(turn.move)));
  }
  replayed.final = ToString(*rules, game.position());
  return replayed;
}

/// Returns the probability of the played move in the search's policy.
double PolicyOfMove(const TurnRecord& turn) {
  double all = 0, played = 0;
  for (const auto& [move, weight] : turn.visits) {
    all += weight;
    if (move == turn.move) played = weight;
  }
  return all > 0 ? played / all : 0;
}

std::string TurnToLine(const TurnRecord& turn, size_t ply, const std::string& move) {
  const std::string line = fmt::format("{:>5}  {:<14}", ply, move);
  if (turn.visits.empty()) return line;
  const std::string surprise =
      turn.surprise ? fmt::format("  surprise {:.2f}", *turn.surprise) : "";
  return line + fmt::format(" value {:+.3f}  network {:+.3f}  policy {:>5.1f} %{}{}",
                            turn.root_value, turn.raw_value, 100 * PolicyOfMove(turn),
                            turn.full_search ? "  full" : "", surprise);
}

}  // namespace

std::string GameToLine(const GameRecord& record, const RulesPtr& rules) {
  return fmt::format("{:>8}  {} - {}  {}: {}  {}  {}", record.game_id, record.attackers,
                     record.defenders, ToString(record.result), ToString(record.reason),
                     Counted(record.turns.size(), "ply"), rules->data().name);
}

std::string GameToTurns(const GameRecord& record, const RulesPtr& rules) {
  const Replayed replayed = Replay(record, rules);
  std::string text;
  for (size_t i = 0; i < record.turns.size(); ++i) {
    text += TurnToLine(record.turns[i], i + 1, replayed.moves[i]) + '\n';
  }
  return text + replayed.final;
}

Json GameToJson(const GameRecord& record, const RulesPtr& rules) {
  const Replayed replayed = Replay(record, rules);
  Json line{{"id", record.game_id}, {"seed", record.run_seed}};
  AddRules(*rules, &line);
  line["attackers"] = record.attackers;
  line["defenders"] = record.defenders;
  line["position"] = ToString(*rules, StartOf(record, rules).position());
  line["moves"] = fmt::format("{}", fmt::join(replayed.moves, " "));
  line["result"] = ToJson(record.result);
  line["reason"] = std::string(ToString(record.reason));
  line["final"] = replayed.final;
  line["plies"] = record.turns.size();
  return line;
}

}  // namespace raichi
