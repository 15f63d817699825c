#include "tests/support/slow_game.h"

#include <algorithm>

namespace raichi::slow {

SlowGame::SlowGame(const SlowEngine* engine, const Board& start) : engine_(engine), board_(start) {
  seen_[Key(start)] = 1;
  if (engine->Moves(start).empty()) EndWithoutMoves(start.to_move == 'a' ? 'd' : 'a');
}

std::string SlowGame::Key(const Board& board) {
  std::string key(1, board.to_move);
  for (const std::string& rank : board.ranks) key += rank;
  for (const int camp : board.closed) key += " " + std::to_string(camp);
  return key;
}

bool SlowGame::IsForbidden(SlowMove move) const {
  const RepetitionRules& repetition = engine_->rules().repetition;
  if (repetition.result != RepetitionResult::kIllegal || repetition.count == 0) return false;
  const Outcome outcome = engine_->Play(board_, move);
  if (!outcome.result.empty()) return false;  // ends decided by the board alone take precedence
  const auto seen = seen_.find(Key(outcome.board));
  return (seen == seen_.end() ? 0 : seen->second) + 1 >= repetition.count;
}

std::vector<SlowMove> SlowGame::Moves() const {
  if (!result_.empty()) return {};
  std::vector<SlowMove> moves = engine_->Moves(board_);
  std::erase_if(moves, [this](SlowMove move) { return IsForbidden(move); });
  return moves;
}

Outcome SlowGame::Play(SlowMove move) {
  const char mover = board_.to_move;
  const Outcome outcome = engine_->Play(board_, move);
  board_ = outcome.board;
  ++ply_;
  quiet_ = outcome.captured.empty() ? quiet_ + 1 : 0;
  ++seen_[Key(board_)];
  result_ = outcome.result;
  reason_ = outcome.reason;
  if (result_.empty()) JudgeHistory(mover);
  return outcome;
}

void SlowGame::EndWithoutMoves(char mover) {
  const bool draw = engine_->rules().no_moves == NoMovesResult::kDraw;
  result_ = draw ? "draw" : mover == 'a' ? "attackers" : "defenders";
  reason_ = "no moves";
}

void SlowGame::JudgeHistory(char mover) {
  const RuleSet& rules = engine_->rules();
  const auto end = [this](const std::string& result, const std::string& reason) {
    result_ = result;
    reason_ = reason;
  };
  const std::string winner_over_mover = mover == 'a' ? "defenders" : "attackers";
  if (Moves().empty()) return EndWithoutMoves(mover);
  const bool repeated = rules.repetition.count > 0 && Occurrences() >= rules.repetition.count;
  if (repeated) {
    switch (rules.repetition.result) {
      case RepetitionResult::kDraw:
        return end("draw", "repetition");
      case RepetitionResult::kMoverLoses:
        return end(winner_over_mover, "repetition");
      case RepetitionResult::kDefendersLose:
        return end("attackers", "repetition");
      case RepetitionResult::kIllegal:
        break;
    }
  }
  const auto winner = [](LimitResult limit) {
    if (limit == LimitResult::kDraw) return "draw";
    return limit == LimitResult::kAttackers ? "attackers" : "defenders";
  };
  if (rules.quiet_limit > 0 && quiet_ >= rules.quiet_limit) {
    return end(winner(rules.quiet_limit_result), "quiet limit");
  }
  if (rules.ply_limit > 0 && ply_ >= rules.ply_limit) {
    return end(winner(rules.ply_limit_result), "ply limit");
  }
}

}  // namespace raichi::slow
