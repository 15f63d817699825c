#include "app/engine/session.h"

#include <ostream>
#include <utility>

#include "base/error.h"
#include "rules/notation.h"

namespace raichi {
namespace {

bool Matches(const Position& seen, const Position& known) {
  return seen.to_move() == known.to_move() && HaveSamePieces(seen, known);
}

Move FindMove(const Position& position, const Game& game) {
  MoveList moves;
  game.LegalMoves(&moves);
  for (const Move move : moves) {
    Position after = game.position();
    Play(game.rules(), move, &after);
    if (Matches(position, after)) return move;
  }
  return Move();
}

}  // namespace

bool HaveSamePieces(const Position& a, const Position& b) {
  return a.king() == b.king() && a.Men(Side::kAttackers) == b.Men(Side::kAttackers) &&
         a.Men(Side::kDefenders) == b.Men(Side::kDefenders);
}

Followed FollowPosition(const Position& position, Game* game) {
  if (Matches(position, game->position()) && !game->IsOver()) return Followed::kSame;
  if (const Move move = FindMove(position, *game); !move.IsNone()) {
    Game next = *game;
    next.Play(move);
    if (!next.IsOver()) {
      *game = std::move(next);
      return Followed::kMove;
    }
  }
  const Rules& rules = game->rules();
  *game = Game(game->rules_ptr(), ParsePosition(rules, ToString(rules, position)));
  return Followed::kAnew;
}

namespace {

/// Plays if there is no model: the deepest search, which the clock ends.
constexpr const char* kWithoutModel = "alphabeta:32";

}  // namespace

void EngineOpener::Set(const EngineSettings& settings) {
  settings_ = settings;
  engine_.reset();
}

std::string EngineOpener::WordFor(const Rules& rules) const {
  if (!settings_.model.empty()) return settings_.model;
  const std::string word = DefaultOpponent(rules, "runs");
  return word == kDefaultWithoutModel ? kWithoutModel : word;
}

Engine* EngineOpener::Open(const Game& game) {
  const uint64_t fingerprint = game.rules().fingerprint();
  if (engine_ && warm_for_ == fingerprint) return engine_.get();
  if (const std::string word = WordFor(game.rules()); !engine_ || word != word_) {
    engine_.reset();  // frees its memory before the next one allocates
    PlayerSettings players = settings_.players;
    if (players.in_flight == 0) players.in_flight = LoneInFlight(players.network.threads);
    engine_ = std::make_unique<Engine>(OpenPlayer(word, players), settings_.seed, interrupted_);
    word_ = word;
  }
  engine_->Warm(Game(game.rules_ptr()));
  warm_for_ = fingerprint;
  news_ = DescribePlayer(word_, game.rules());
  return engine_.get();
}

std::string EngineOpener::TakeNews() {
  return std::exchange(told_, news_) == news_ ? std::string() : news_;
}

namespace {

/// Obeys the next line. Returns false if the session ends, and tells in `has_ended` whether that is
/// because the input has.
bool ObeyOrComplain(LineInput* in, EngineSession* session, bool* has_ended) {
  try {
    const std::optional<std::string> line = in->Next();
    *has_ended = !line;
    return line && session->Obey(*line);
  } catch (const Error& error) {
    session->Complain(error.what());
    return true;
  }
}

/// Does some pending work. Reports an Error, which ends the session.
bool WorkOrComplain(EngineSession* session) {
  try {
    return session->Work();
  } catch (const Error& error) {
    session->Complain(error.what());
    throw;
  }
}

void CheckOutput(std::ostream& out) {
  if (!out.flush()) throw Error("standard output: cannot write");
}

}  // namespace

void Serve(LineInput* in, std::ostream& out, EngineSession* session) {
  session->Greet();
  for (bool is_busy = false;; is_busy = WorkOrComplain(session)) {
    CheckOutput(out);
    while (in->IsReady(is_busy ? 0 : -1)) {
      bool has_ended = false;
      if (!ObeyOrComplain(in, session, &has_ended)) {
        if (has_ended) session->HangUp();
        while (has_ended && WorkOrComplain(session)) CheckOutput(out);
        return CheckOutput(out);
      }
      CheckOutput(out);
      is_busy = true;  // the line may have started new work
    }
  }
}

}  // namespace raichi
