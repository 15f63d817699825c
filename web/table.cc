#include "web/table.h"

#include <algorithm>
#include <memory>

#include "base/error.h"
#include "rules/files/rule_changes.h"
#include "rules/files/rule_file.h"
#include "rules/hostility.h"
#include "rules/notation.h"
#include "rules/words/words.h"

namespace raichi {
namespace {

using emscripten::val;

val Text(std::string_view text) { return val(std::string(text)); }

std::string_view SpecialOf(const Rules& rules, Square s) {
  if (s == rules.throne()) return "throne";
  if (rules.corners().Has(s)) return "corner";
  if (rules.camps().Has(s)) return "camp";
  return rules.goal().Has(s) ? "goal" : "";
}

std::string_view LetterOf(const Position& position, Square s) {
  const auto piece = position.At(s);
  if (!piece) return "";
  if (*piece == PieceClass::kKing) return "K";
  if (*piece == PieceClass::kRoyal) return "b";
  return *piece == PieceClass::kAttacker ? "t" : "T";
}

/// Returns an array of `describe(square)` for each square, a1 first.
template <typename Describe>
val ForSquares(int size, Describe describe) {
  val list = val::array();
  for (int y = 1; y <= size; ++y) {
    for (int x = 1; x <= size; ++x) list.call<void>("push", Text(describe(Square(x, y))));
  }
  return list;
}

/// The effects of a move before which the king stood on `king`, with a captured king as the last of
/// the captures. ParseLegalMove reads such records too.
Step WithKing(Step step, Square king) {
  if (step.reason == Reason::kKingCaptured) {
    step.captured[static_cast<size_t>(step.num_captured++)] = king;
  }
  return step;
}

Game GameFrom(const RulesPtr& rules, const std::string& position) {
  if (position.empty()) return Game(rules);
  Game game(rules, ParsePosition(*rules, position));
  if (game.IsOver()) {
    throw Error("position: the game is over in it (" + DescribeResult(game) + ")");
  }
  return game;
}

}  // namespace

RulesPtr ReadRules(const std::string& rules, const std::string& changes) {
  RuleSet rule_set = ParseRuleSet(rules, "rules");
  if (!changes.empty()) rule_set = ChangeRules(rule_set, changes, "rules");
  return std::make_shared<const Rules>(rule_set);
}

Table::Table(const std::string& rules, const std::string& changes, const std::string& position)
    : game_(GameFrom(ReadRules(rules, changes), position)) {}

void Table::Play(const std::string& text) {
  const Move move = ParseLegalMove(game_, text);
  const Square king = game_.position().king();
  steps_.push_back(WithKing(game_.Play(move), king));
}

void Table::TakeBack(int plies) {
  const auto left = static_cast<size_t>(std::max(0, game_.ply() - plies));
  game_.Rewind(static_cast<int>(left));
  steps_.resize(left);
}

val Table::Board() const {
  const Rules& rules = game_.rules();
  val board = val::object();
  board.set("name", rules.data().name);
  board.set("title", rules.data().title);
  board.set("size", rules.size());
  board.set("hasRoyal", rules.has_royal());
  board.set("yaml", ToYaml(rules.data()));
  board.set("recorded", RecordedRules(rules.data()));
  board.set("special", ForSquares(rules.size(), [&](Square s) { return SpecialOf(rules, s); }));
  return board;
}

val Table::State() const {
  const Position& position = game_.position();
  val state = val::object();
  state.set("ply", game_.ply());
  state.set("toMove", Text(ToString(game_.to_move())));
  state.set("pieces",
            ForSquares(game_.rules().size(), [&](Square s) { return LetterOf(position, s); }));
  state.set("closed", ForSquares(game_.rules().size(), [&](Square s) {
              return IsInClosedCamp(game_.rules(), position, s) ? "closed" : "";
            }));
  state.set("moves", LegalMoves());
  state.set("last", LastMove());
  state.set("call", Text(CallRoads(game_)));
  state.set("result", game_.IsOver() ? Text(ToString(game_.result())) : val::null());
  state.set("reason", Text(ToString(game_.reason())));
  state.set("outcome", DescribeResult(game_));
  state.set("start", ToString(game_.rules(), game_.PositionAt(0)));
  state.set("position", ToString(game_.rules(), position));
  state.set("record", Record());
  return state;
}

int Table::Number(Square s) const { return (s.y() - 1) * game_.rules().size() + s.x() - 1; }

val Table::ToMove(Move move, const Step& step) const {
  val captures = val::array();
  for (int i = 0; i < step.num_captured; ++i) {
    captures.call<void>("push", Number(step.captured[static_cast<size_t>(i)]));
  }
  val object = val::object();
  object.set("text", ToString(move, step));
  object.set("from", Number(move.from()));
  object.set("to", Number(move.to()));
  object.set("captures", captures);
  return object;
}

val Table::LastMove() const {
  return steps_.empty() ? val::null() : ToMove(game_.moves().back(), steps_.back());
}

val Table::Record() const {
  val list = val::array();
  for (size_t i = 0; i < steps_.size(); ++i) {
    list.call<void>("push", ToString(game_.moves()[i], steps_[i]));
  }
  return list;
}

val Table::LegalMoves() const {
  val list = val::array();
  MoveList moves;
  game_.LegalMoves(&moves);
  for (const Move move : moves) {
    Position after = game_.position();
    const Step step = raichi::Play(game_.rules(), move, &after);
    list.call<void>("push", ToMove(move, WithKing(step, game_.position().king())));
  }
  return list;
}

}  // namespace raichi
