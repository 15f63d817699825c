#include "console/games.h"

#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/files/output_file.h"
#include "base/files/paths.h"
#include "base/json.h"
#include "base/text.h"
#include "console/output.h"
#include "rules/canonical_yaml.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "selfplay/records/otg.h"
#include "selfplay/records/record.h"

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

void AddRules(const Rules& rules, Json* line) {
  (*line)["rules"] = rules.data().name;
  if (!IsShipped(rules)) (*line)["rules_yaml"] = RecordedRules(rules.data());
}

RulesPtr RulesOfLines::Of(const VectorLine& line) {
  if (!was_given_) return OfLine(line);
  WarnIfReplaced(line);
  return Named(option_);
}

RulesPtr RulesOfLines::Named(const std::string& name) {
  RulesPtr& rules = named_[name];
  if (!rules) rules = OpenRules(name);
  return rules;
}

RulesPtr RulesOfLines::OfLine(const VectorLine& line) {
  const std::string yaml = line.Has("rules_yaml") ? line.Text("rules_yaml") : "";
  if (yaml.empty()) {
    const std::string name = line.Has("rules") ? line.Text("rules") : "";
    return Named(name.empty() ? option_ : name);
  }
  RulesPtr& rules = texts_[yaml];
  if (!rules) rules = ParseRules(yaml, line.place() + ": rules_yaml");
  return rules;
}

void RulesOfLines::WarnIfReplaced(const VectorLine& line) {
  const std::string name = line.Has("rules") ? line.Text("rules") : "";
  if (name.empty() || name == option_ || !warned_.insert(name).second) return;
  try {
    if (OfLine(line)->fingerprint() == Named(option_)->fingerprint()) return;
  } catch (const Error&) {
    // Rules that cannot be opened differ from those of the option.
  }
  PrintWarning(
      fmt::format("{}: --rules {} replaces the line's rules '{}'", line.place(), option_, name));
}

namespace {

std::string JsonLine(const Game& game, const PlayerNames& players, const Json& more) {
  Game replay(game.rules_ptr(), game.PositionAt(0));
  const std::string moves =
      Join(game.moves(), " ", [&](Move move) { return ToString(move, replay.Play(move)); });
  Json line;
  AddRules(game.rules(), &line);
  line["attackers"] = players.attackers;
  line["defenders"] = players.defenders;
  line["position"] = ToString(game.rules(), game.PositionAt(0));
  line["moves"] = moves;
  line["final"] = ToString(game.rules(), game.position());
  line["result"] = ToJson(game.result());
  if (game.IsOver()) line["reason"] = std::string(ToString(game.reason()));
  if (!more.is_null()) line.update(more);
  return JsonText(line) + '\n';
}

}  // namespace

GameRecord RecordOf(const Game& game, const PlayerNames& players) {
  GameRecord record;
  record.rules_yaml = RecordedRules(game.rules().data());
  record.attackers = players.attackers;
  record.defenders = players.defenders;
  if (game.PositionAt(0) != game.rules().start()) {
    record.start = ToString(game.rules(), game.PositionAt(0));
  }
  record.result = game.result();
  record.reason = game.reason();
  for (const Move move : game.moves()) {
    record.turns.emplace_back().move = move;
  }
  return record;
}

void SaveGame(const Game& game, const PlayerNames& players, const std::string& file,
              const Json& more) {
  const std::string ending = EndingOf(file);
  const bool otg = ending == ".otg";
  if (ending == ".games") {
    throw Error(file + ": .games is the ending of shards; choose another name, such as game.jsonl");
  }
  if (!otg && ending != ".jsonl" && ending != ".json" && !ending.empty()) {
    throw Error(file + ": games are not saved in a format of the ending " + ending +
                "; expected .otg (OpenTafl) or .jsonl");
  }
  WriteOutput(file, otg ? ToOtg(RecordOf(game, players), game.rules_ptr()).text
                        : JsonLine(game, players, more));
}

}  // namespace raichi
