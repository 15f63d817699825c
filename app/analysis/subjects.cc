#include "app/analysis/subjects.h"

#include <filesystem>
#include <utility>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/text.h"
#include "console/games.h"
#include "console/output.h"
#include "console/rule_json.h"
#include "console/vectors.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "rules/opentafl/opentafl_game.h"
#include "rules/words/words.h"
#include "selfplay/records/record.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

/// Returns the subject of a game. Throws Error if it has no position to analyse.
Subject SubjectOf(const Game& game, const PlayerNames& players, bool whole) {
  if (game.IsOver() && !whole) throw Error("the game is over (" + DescribeResult(game) + ")");
  return {.record = RecordOf(game, players),
          .rules = game.rules_ptr(),
          .whole = whole,
          .is_over = game.IsOver()};
}

/// The result that a `result` tag stands for.
Result ResultOfOtg(const std::string& code) {
  if (code == "1") return Result::kAttackersWin;
  if (code == "-1") return Result::kDefendersWin;
  return code == "0" ? Result::kDraw : Result::kOngoing;
}

/// Sets how a game ended that its players ended. `termination` is a tag in words of any kind.
void SetEnd(const OpenTaflGame& read, Side to_move, const std::string& termination,
            GameRecord* record) {
  const auto code = read.tags.find("result");
  record->result = code == read.tags.end() ? Result::kOngoing : ResultOfOtg(code->second);
  if (read.resigned) record->result = WinFor(Opponent(to_move));
  if (record->result == Result::kOngoing || record->result == Result::kDraw) return;
  const std::string words = Lower(termination);
  if (read.resigned || words.find("resign") != words.npos) record->reason = Reason::kResigned;
  if (words == ToString(Reason::kOutOfTime)) record->reason = Reason::kOutOfTime;
}

class SubjectReader {
 public:
  explicit SubjectReader(const SubjectArguments& arguments)
      : arguments_(arguments), rules_of_lines_(arguments.at.rules, arguments.rules_given) {}

  std::vector<Subject> Read() {
    if (arguments_.files.empty()) ReadArguments();
    for (const std::string& file : arguments_.files) {
      const std::string ending = EndingOf(file);
      if (IsFolder(file) || ending == ".games") {
        ReadShards(file);
      } else {
        ending == ".otg" ? ReadOtg(file) : ReadLines(file);
      }
    }
    return std::move(subjects_);
  }

 private:
  void ReadArguments() {
    Game game = OpenGame(arguments_.at);
    PlayMoves(arguments_.moves, &game);
    subjects_.push_back(SubjectOf(game, {}, arguments_.whole));
  }

  void ReadShards(const std::string& name) {
    if (arguments_.rules_given)
      throw UsageError("--rules: the games of " + name + " have their own");
    for (const fs::path& file : ShardsOf(name)) {
      const ShardReader shard(file);
      for (size_t i = 0; i < shard.size(); ++i) AddRecord(shard.Read(i), file.string());
    }
  }

  void AddRecord(GameRecord record, const std::string& file) {
    const RulesPtr& rules = rules_of_records_.Of(record, file);
    try {
      CheckRecord(record, rules);
    } catch (const Error& error) {
      throw Error(file + ": " + error.what());
    }
    for (TurnRecord& turn : record.turns) turn = {.move = turn.move};  // only moves are needed
    Subject subject{.record = std::move(record), .rules = rules, .whole = true};
    subject.is_over = subject.At(subject.plies()).IsOver();
    subjects_.push_back(std::move(subject));
  }

  void ReadOtg(const std::string& file) {
    try {
      AddOtg(FromOpenTaflGame(ReadFile(file, kMaxOpenTaflGame)), file);
    } catch (const Error& error) {
      const std::string what = error.what();
      throw Error(what.starts_with(file) ? what : file + ": " + what);
    }
  }

  /// A record without moves stands for its first position.
  void AddOtg(const OpenTaflGame& read, const std::string& file) {
    const RuleSet& set = read.rules.rule_set;
    RulesPtr rules = arguments_.rules_given ? OpenRules(arguments_.at.rules)
                                            : std::make_shared<const Rules>(set);
    if (!arguments_.rules_given) {
      const std::string why = WhyUnplayable(read.rules.warnings);
      if (!why.empty()) throw Error("rules not supported: " + why + "; name others with --rules");
      for (const std::string& warning : read.rules.warnings) PrintWarning(file + ": " + warning);
    }
    const std::string_view side = set.first == Side::kAttackers ? " a" : " d";
    Game game(rules, ParsePosition(*rules, set.setup + std::string(side)));
    for (const std::string& move : read.moves) PlayMoves(move, &game);
    const auto tag = [&](const char* key) {
      const auto it = read.tags.find(key);
      return it == read.tags.end() ? "" : it->second;
    };
    Subject subject =
        SubjectOf(game, {tag("attackers"), tag("defenders")}, /*whole=*/!read.moves.empty());
    subject.record.game_id = subjects_.size() + 1;
    if (!game.IsOver()) SetEnd(read, game.to_move(), tag("termination"), &subject.record);
    subjects_.push_back(std::move(subject));
  }

  void ReadLines(const std::string& file) {
    const size_t before = subjects_.size();
    ForEachVector(file, {"moves", "position"},
                  [&](const VectorLine& line) { AddLine(line, subjects_.size() - before + 1); });
  }

  void AddLine(const VectorLine& line, uint64_t number) {
    const auto text = [&](const char* key) { return line.Has(key) ? line.Text(key) : ""; };
    const RulesPtr rules = rules_of_lines_.Of(line);
    const std::string position = text("position");
    Game game = position.empty() ? Game(rules) : Game(rules, ParsePosition(*rules, position));
    PlayMoves(text("moves"), &game);
    Subject subject = SubjectOf(game, {line.Name("attackers"), line.Name("defenders")},
                                /*whole=*/line.Has("moves"));
    subject.record.game_id = line.Id().value_or(number);
    if (!game.IsOver() && !text("result").empty()) {
      subject.record.result = ParseResult(text("result"));
      if (!text("reason").empty()) subject.record.reason = ParseReason(text("reason"));
    }
    if (line.Has("clock")) {
      subject.clock = line.Text("clock");
      subject.clock_left = line.Counts("clock_left_ms");
    }
    subjects_.push_back(std::move(subject));
  }

  const SubjectArguments& arguments_;
  RulesOfLines rules_of_lines_;
  RulesOfRecords rules_of_records_;
  std::vector<Subject> subjects_;
};

}  // namespace

Game Subject::At(int ply) const {
  Game game = StartOf(record, rules);
  for (int i = 0; i < ply; ++i) game.Play(record.turns[static_cast<size_t>(i)].move);
  return game;
}

std::vector<Subject> ReadSubjects(const SubjectArguments& arguments) {
  return SubjectReader(arguments).Read();
}

}  // namespace raichi
