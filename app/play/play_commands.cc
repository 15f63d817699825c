// What the words do that a person types while playing.
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <ostream>
#include <utility>

#include "app/analysis/analysis.h"
#include "app/play/clocks.h"
#include "app/play/play_session.h"
#include "base/error.h"
#include "base/text.h"
#include "console/output.h"
#include "console/version.h"
#include "rules/notation.h"
#include "rules/why_illegal.h"
#include "run/players/players.h"

namespace raichi {

namespace {

std::string WhyNoMoves(const Game& game, const std::string& square) {
  if (game.IsOver()) return "the game is over";
  if (square.empty()) return "there are no legal moves";
  const std::string why = WhyUnmovable(game, ParseSquare(square, game.rules().size()));
  return why.empty() ? "there are no legal moves from " + square : why;
}

}  // namespace

void PlaySession::TypedMove(const std::string& text) {
  if (game_.IsOver()) throw Error("the game is over: undo, new, save FILE or quit");
  const Move move = ParseLegalMove(game_, text);
  undone_.clear();
  PlayMove(move);
}

void PlaySession::GoOn() {
  if (clocks_) {
    clocked_from_ = std::min(clocked_from_, game_.ply());
    clocks_->Rewind(static_cast<size_t>(game_.ply() - clocked_from_));
  }
  StartOpponent();
  KeepUnfinished();
  Show();
}

/// Takes back what ends a game besides moves: giving up, or time that has run out.
bool PlaySession::TakeBackEnd() {
  if (game_.reason() != Reason::kResigned && game_.reason() != Reason::kOutOfTime) return false;
  if (game_.ply() == 0) {
    game_ = start_;
    return true;
  }
  const Move last = game_.moves().back();
  game_.TakeBack();
  game_.Play(last);
  return true;
}

void PlaySession::Undo() {
  if (TakeBackEnd()) return GoOn();
  int ply = game_.ply() - 1;
  while (ply >= 0 && game_.PositionAt(ply).to_move() != settings_.side) --ply;
  if (ply < 0) throw Error("there is no move of yours to take back");
  for (int i = game_.ply() - 1; i >= ply; --i) {
    undone_.push_back(game_.moves()[static_cast<size_t>(i)]);
  }
  game_.Rewind(ply);
  GoOn();
}

void PlaySession::Redo() {
  if (game_.IsOver()) throw Error("the game is over");
  if (undone_.empty()) throw Error("there is nothing to play again");
  do {
    game_.Play(undone_.back());
    undone_.pop_back();
    if (clocks_) clocks_->Skip();
  } while (!undone_.empty() && game_.to_move() != settings_.side);
  GoOn();
  if (game_.IsOver()) AnnounceEnd();
}

void PlaySession::Hint(const std::string& visits) {
  if (game_.IsOver()) throw Error("the game is over");
  HintRequest request{
      .visits = settings_.hint_visits, .in_flight = kLoneInFlight, .seed = random_()};
  if (!visits.empty()) request.visits = ParseHintVisits(visits);
  const auto proven = WhatIsProven();
  if (proven && !proven->move.IsNone()) out_ << DescribeProven(*proven) << '\n';
  Evaluator* own = kind_->evaluator();
  Thinking thinking("the search of the hint");
  request.tick = [&] { thinking.Tick(); };
  constexpr size_t kIndent = 10;  // the moves of a line stand below its figures
  out_ << Wrap(GiveHint(game_, request, own == nullptr ? &playouts_ : own), settings_.columns,
               kIndent);
}

std::vector<std::string> PlaySession::Moves() const {
  MoveList moves;
  game_.LegalMoves(&moves);
  std::vector<std::string> texts;
  for (const Move move : moves) texts.push_back(ToString(move));
  return texts;
}

void PlaySession::ListMoves(const std::string& square) {
  if (!square.empty()) ParseSquare(square, game_.rules().size());
  std::vector<std::string> moves = Moves();
  std::erase_if(moves, [&](const std::string& move) {
    return !square.empty() && !move.starts_with(square + "-");
  });
  if (moves.empty()) out_ << WhyNoMoves(game_, square) << '\n';
  constexpr size_t kColumns = 10;
  for (size_t i = 0; i < moves.size(); ++i) {
    out_ << fmt::format("{:<8}", moves[i])
         << ((i + 1) % kColumns == 0 || i + 1 == moves.size() ? "\n" : "");
  }
}

void PlaySession::SetLevel(const std::string& name) {
  if (name.empty()) {
    out_ << fmt::format("You play against {}.\n{}", OpponentText(), LevelTable());
    return;
  }
  const Level& level = FindLevel(name);
  kind_ = open_(&level);
  settings_.level = &level;
  StartOpponent();
  out_ << fmt::format("You play against {}.\n", OpponentText());
}

void PlaySession::Save(const std::string& file) {
  if (file.empty()) throw Error("save: expected a file name");
  Write(file);
  out_ << "saved to " << VisibleLine(file) << '\n';
}

void PlaySession::Load(const std::string& file) {
  if (file.empty()) throw Error("load: expected a file name");
  SavedGame saved = LoadGame(file);
  if (saved.game.rules().fingerprint() != game_.rules().fingerprint()) {
    throw Error(fmt::format("load: {} is a game of {}: `{} play --resume {}` plays it", file,
                            saved.game.rules().data().name, CommandWord(), QuoteForShell(file)));
  }
  game_ = std::move(saved.game);
  settings_.side = saved.person.value_or(settings_.side);
  start_ = Game(game_.rules_ptr(), game_.PositionAt(0));
  undone_.clear();
  clocked_from_ = game_.ply();
  if (clocks_) saved.clock ? clocks_->Set(*saved.clock) : clocks_->Reset();
  GoOn();
  if (game_.IsOver()) AnnounceEnd();
}

void PlaySession::Resign() {
  if (game_.IsOver()) throw Error("the game is over");
  game_.Resign(settings_.side);
  AnnounceEnd();
}

void PlaySession::NewGame() {
  game_ = start_;
  undone_.clear();
  clocked_from_ = 0;
  if (clocks_) clocks_->Reset();
  GoOn();
}

}  // namespace raichi
