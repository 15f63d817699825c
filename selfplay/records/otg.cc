#include "selfplay/records/otg.h"

#include <array>
#include <cstdio>

#include "base/error.h"
#include "base/text.h"
#include "rules/notation.h"
#include "rules/opentafl/opentafl.h"

namespace raichi {
namespace {

/// Returns a text on one line, without the characters at which OpenTafl ends a tag or comment:
/// brackets, and bars in comments.
std::string Plain(std::string_view text) {
  std::string plain;
  for (const char c : VisibleLine(text)) plain += c == '[' || c == ']' || c == '|' ? ' ' : c;
  return plain;
}

void AddTag(const char* key, std::string_view value, std::string* text) {
  *text += "[" + std::string(key) + ":" + Plain(value) + "]\n";
}

std::string_view ResultCode(Result result) {
  switch (result) {
    case Result::kAttackersWin:
      return "1";
    case Result::kDefendersWin:
      return "-1";
    case Result::kDraw:
      return "0";
    case Result::kOngoing:
      break;
  }
  return "?";
}

std::string ValueText(const TurnRecord& turn) {
  if (turn.visits.empty()) return "";
  std::array<char, 16> text;
  std::snprintf(text.data(), text.size(), "%+.2f", static_cast<double>(turn.root_value));
  return text.data();
}

/// Returns the record's rule set, changed to start where the record's game starts.
RuleSet StartingRules(const Game& start, const RulesPtr& rules) {
  RuleSet rule_set = rules->data();
  const std::string position = ToString(*rules, start.position());
  rule_set.setup = position.substr(0, position.find(' '));
  rule_set.first = start.to_move();
  return rule_set;
}

std::string MoveText(const Move move, Game* game) {
  if (!game->IsLegal(move)) {
    throw Error("ply " + std::to_string(game->ply()) + ": illegal move " + ToString(move));
  }
  const bool king = game->position().king() == move.from();
  const Step step = game->Play(move);
  return (king ? "K" : "") + ToString(move, step);
}

void AddMoves(const GameRecord& record, const OtgOptions& options, Game* game, std::string* text) {
  for (size_t i = 0; i < record.turns.size(); i += 2) {
    *text += std::to_string(i / 2 + 1) + ". " + MoveText(record.turns[i].move, game);
    std::string comment = ValueText(record.turns[i]) + "|";
    if (i + 1 < record.turns.size()) {
      *text += " " + MoveText(record.turns[i + 1].move, game);
      comment += ValueText(record.turns[i + 1]);
    }
    *text += "\n";
    if (options.values && comment != "|") *text += "[" + comment + "]\n";
    *text += "\n";
  }
}

}  // namespace

OtgGame ToOtg(const GameRecord& record, const RulesPtr& rules, const OtgOptions& options) {
  Game game = StartOf(record, rules);
  OpenTaflRecord opentafl = ToOpenTafl(StartingRules(game, rules));
  OtgGame otg{.text = "", .warnings = std::move(opentafl.warnings)};
  AddTag("event", "game " + std::to_string(record.game_id), &otg.text);
  AddTag("result", ResultCode(record.result), &otg.text);
  AddTag("attackers", record.attackers, &otg.text);
  AddTag("defenders", record.defenders, &otg.text);
  AddTag("termination", ToString(record.reason), &otg.text);
  AddTag("compiler", "Raichi", &otg.text);
  AddTag("rules", opentafl.record, &otg.text);
  otg.text += "\n";
  AddMoves(record, options, &game, &otg.text);
  return otg;
}

}  // namespace raichi
