#include <algorithm>

#include "base/error.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "selfplay/records/record.h"

namespace raichi {
namespace {

[[noreturn]] void Fail(const GameRecord& record, size_t ply, const std::string& what) {
  throw Error("game " + std::to_string(record.game_id) + ", ply " + std::to_string(ply) + ": " +
              what);
}

/// Checks that the visited moves are legal, without repetition, and in the order of `legal`.
void CheckVisits(const GameRecord& record, size_t ply, const MoveList& legal) {
  const Move* from = legal.begin();
  for (const auto& [move, visits] : record.turns[ply].visits) {
    from = std::find(from, legal.end(), move);
    if (from == legal.end()) {
      Fail(record, ply, "visited " + ToString(move) + ", which is illegal or out of order");
    }
    ++from;
    if (visits == 0) Fail(record, ply, "no visits of " + ToString(move));
  }
}

void CheckTurn(const GameRecord& record, size_t ply, const Game& game, MoveList* legal) {
  const TurnRecord& turn = record.turns[ply];
  if (game.IsOver()) Fail(record, ply, "a move after the end of the game");
  legal->Clear();
  game.LegalMoves(legal);
  if (std::find(legal->begin(), legal->end(), turn.move) == legal->end()) {
    Fail(record, ply, "illegal move " + ToString(turn.move));
  }
  CheckVisits(record, ply, *legal);
  if (turn.full_search && turn.visits.empty()) Fail(record, ply, "a full search without visits");
  if (turn.surprise && !turn.full_search) Fail(record, ply, "a surprise without a full search");
}

bool EndsByItself(const GameRecord& record) {
  if (record.reason == Reason::kResigned || record.reason == Reason::kOutOfTime) {
    return record.result == Result::kAttackersWin || record.result == Result::kDefendersWin;
  }
  return record.reason == Reason::kPlyLimit && record.result == Result::kDraw;
}

void CheckEnd(const GameRecord& record, const Game& game) {
  if (record.result == game.result() && record.reason == game.reason() && game.IsOver()) return;
  if (!game.IsOver() && EndsByItself(record)) return;
  Fail(record, record.turns.size(),
       "result " + std::string(ToString(record.result)) + " (" +
           std::string(ToString(record.reason)) + "), by the rules " +
           std::string(ToString(game.result())) + " (" + std::string(ToString(game.reason())) +
           ")");
}

/// Plays the record's moves and checks each turn.
Game Replay(const GameRecord& record, const RulesPtr& rules) {
  Game game = StartOf(record, rules);
  MoveList legal;
  for (size_t ply = 0; ply < record.turns.size(); ++ply) {
    CheckTurn(record, ply, game, &legal);
    game.Play(record.turns[ply].move);
  }
  if (record.would_resign_ply > static_cast<int>(record.turns.size())) {
    Fail(record, record.turns.size(), "would have resigned after the end of the game");
  }
  return game;
}

}  // namespace

Game StartOf(const GameRecord& record, const RulesPtr& rules) {
  if (record.start.empty()) return Game(rules);
  return Game(rules, ParsePosition(*rules, record.start));
}

void CheckRecord(const GameRecord& record, const RulesPtr& rules) {
  CheckEnd(record, Replay(record, rules));
}

Game CheckUnfinished(const GameRecord& record, const RulesPtr& rules) {
  Game game = Replay(record, rules);
  const auto was_searched = [](const TurnRecord& turn) { return !turn.visits.empty(); };
  if (record.result != Result::kOngoing || record.reason != Reason::kNone || game.IsOver() ||
      std::ranges::none_of(record.turns, was_searched)) {
    Fail(record, record.turns.size(), "no game in progress");
  }
  return game;
}

}  // namespace raichi
