#include "app/engine/bologna_client.h"

#include <utility>

#include "app/engine/clock.h"
#include "app/engine/follow_position.h"
#include "base/error.h"
#include "console/output.h"
#include "rules/notation.h"

namespace raichi {
namespace {

constexpr int kWhitePort = 5800, kBlackPort = 5801;

int PortOf(const BolognaSettings& settings) {
  if (settings.port != 0) return settings.port;
  return settings.side == Side::kDefenders ? kWhitePort : kBlackPort;
}

void PrintNow(const std::string& line) {
  PrintLine(line);
  std::cout.flush();
}

std::string Describe(Result result) {
  return result == Result::kDraw
             ? "draw"
             : fmt::format("{} wins",
                           BolognaSide(result == Result::kDefendersWin ? Side::kDefenders
                                                                       : Side::kAttackers));
}

}  // namespace

BolognaClient::BolognaClient(const EngineSettings& engine, const BolognaSettings& settings,
                             RulesPtr rules)
    : opener_(engine, {}), settings_(settings), game_(std::move(rules)) {}

void BolognaClient::Run() {
  engine_ = opener_.Open(game_);
  PrintNow(opener_.TakeNews());
  MessageSocket socket(settings_.host, PortOf(settings_));
  socket.Send(BolognaName(settings_.name));
  while (true) {
    const BolognaState state = Receive(&socket);
    if (state.ended) return PrintNow("game over: " + Describe(*state.ended));
    Follow(state.position);
    if (game_.to_move() == settings_.side) TakeTurn(&socket);
  }
}

/// Waits for the next state. Ponders meanwhile if the settings say so.
BolognaState BolognaClient::Receive(MessageSocket* socket) {
  while (is_pondering_ && !socket->HasInput() && engine_->Step()) {
  }
  return ParseBolognaState(socket->Receive(), game_.rules().size());
}

void BolognaClient::Follow(const Position& position) {
  const Side mover = game_.to_move();
  switch (FollowPosition(position, &game_)) {
    case Followed::kSame:
      break;
    case Followed::kMove:
      PrintNow(fmt::format("{}. {} {}", ++moves_seen_, BolognaSide(mover),
                           ToString(game_.moves().back())));
      sent_.clear();
      break;
    case Followed::kAnew:
      PrintWarning("continuing without history from " + ToString(game_.rules(), game_.position()));
      sent_.clear();
      break;
  }
  is_pondering_ = opener_.settings().ponder && engine_->Searches() && !game_.IsOver() &&
                  game_.to_move() != settings_.side;
  if (is_pondering_) engine_->Begin(game_, {});
}

/// Thinks and sends a move, unless another message of the server arrives meanwhile.
void BolognaClient::TakeTurn(MessageSocket* socket) {
  if (game_.IsOver()) throw Error("the server waits for a move where none is legal");
  engine_->Begin(game_,
                 {.seconds = SecondsWithin(settings_.timeout, StrictMargin(settings_.timeout))});
  while (engine_->Step()) {
    if (socket->HasInput()) return;
  }
  const Move move = engine_->Choose(sent_);
  if (move.IsNone()) throw Error("the server refused every legal move");
  sent_.push_back(move);
  socket->Send(BolognaMove(move, settings_.side));
}

}  // namespace raichi
