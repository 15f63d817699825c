#include "app/engine/bologna.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include "app/engine/move_time.h"
#include "app/engine/session.h"
#include "base/error.h"
#include "base/json.h"
#include "console/output.h"
#include "console/prompt.h"
#include "rules/notation.h"

namespace raichi {
namespace {

constexpr uint32_t kMostBytes = 1 << 20;
constexpr size_t kLengthBytes = 4;

std::string ToBytes(uint32_t length) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(length >> shift & 255);
  return bytes;
}

uint32_t FromBytes(std::string_view bytes) {
  uint32_t length = 0;
  for (const char byte : bytes) length = length << 8 | static_cast<unsigned char>(byte);
  return length;
}

/// A connected socket, or -1 with errno set.
int Connect(const addrinfo& address) {
  const int descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol);
  if (descriptor < 0 || connect(descriptor, address.ai_addr, address.ai_addrlen) == 0) {
    return descriptor;
  }
  const int why = errno;
  close(descriptor);
  errno = why;
  return -1;
}

}  // namespace

MessageSocket::MessageSocket(const std::string& host, int port)
    : name_(host + ":" + std::to_string(port)) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int status = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (status != 0) Fail(std::string(gai_strerror(status)) + "; expected another --host");
  for (const addrinfo* at = found; at != nullptr && descriptor_ < 0; at = at->ai_next) {
    descriptor_ = Connect(*at);
  }
  const int why = errno;
  freeaddrinfo(found);
  if (descriptor_ < 0) {
    Fail(std::string("cannot connect: ") + std::strerror(why) +
         "; expected a server that waits there (--host, --port)");
  }
  const int on = 1;
  setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(descriptor_, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
}

MessageSocket::~MessageSocket() {
  if (descriptor_ >= 0) close(descriptor_);
}

void MessageSocket::Fail(const std::string& what) const { throw Error(name_ + ": " + what); }

void MessageSocket::Send(std::string_view message) {
  const std::string bytes = ToBytes(static_cast<uint32_t>(message.size())).append(message);
  for (size_t sent = 0; sent < bytes.size();) {
    const ssize_t count = send(descriptor_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) Fail(std::string("cannot send: ") + std::strerror(errno));
    sent += static_cast<size_t>(count);
  }
}

std::string MessageSocket::Receive() {
  const uint32_t length = FromBytes(ReceiveBytes(kLengthBytes));
  if (length > kMostBytes) Fail("a message of more than a megabyte");
  return ReceiveBytes(length);
}

std::string MessageSocket::ReceiveBytes(size_t count) {
  std::string bytes(count, '\0');
  for (size_t got = 0; got < count;) {
    const ssize_t more = recv(descriptor_, bytes.data() + got, count - got, 0);
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) Fail(std::string("the connection is lost: ") + std::strerror(errno));
    if (more == 0) Fail("the other side closed the connection before the game was over");
    got += static_cast<size_t>(more);
  }
  return bytes;
}

bool MessageSocket::HasInput() const { return WaitForInput(descriptor_, 0); }

namespace {

std::string Upper(Side side) { return side == Side::kDefenders ? "WHITE" : "BLACK"; }

void PutPiece(const std::string& word, Square square, Position* position) {
  if (word == "WHITE") return position->Put(square, PieceClass::kDefender);
  if (word == "BLACK") return position->Put(square, PieceClass::kAttacker);
  if (word == "KING") {
    if (!position->king().IsNone()) throw Error("state: two kings");
    return position->Put(square, PieceClass::kKing);
  }
  if (word != "EMPTY" && word != "THRONE") throw Error("state: unknown square '" + word + "'");
}

Position ReadBoard(const Json& board, int size) {
  const auto wanted = static_cast<size_t>(size);
  Position position;
  if (board.size() != wanted) throw Error(fmt::format("state: expected {} rows", size));
  for (size_t y = 0; y < wanted; ++y) {
    const Json& row = board.at(y);
    if (row.size() != wanted) throw Error(fmt::format("state: expected {} columns", size));
    for (size_t x = 0; x < wanted; ++x) {
      const Square square(static_cast<int>(x) + 1, static_cast<int>(y) + 1);
      PutPiece(row.at(x).get<std::string>(), square, &position);
    }
  }
  return position;
}

void ReadTurn(const std::string& turn, BolognaState* state) {
  if (turn == "WHITEWIN") {
    state->ended = Result::kDefendersWin;
  } else if (turn == "BLACKWIN") {
    state->ended = Result::kAttackersWin;
  } else if (turn == "DRAW") {
    state->ended = Result::kDraw;
  } else if (turn == "WHITE" || turn == "BLACK") {
    state->position.SetToMove(turn == "WHITE" ? Side::kDefenders : Side::kAttackers);
    if (state->position.king().IsNone()) throw Error("state: no king");
  } else {
    throw Error("state: unknown turn '" + turn + "'");
  }
}

}  // namespace

BolognaState ParseBolognaState(std::string_view json, int size) {
  try {
    return ReadJson<JsonError>("", [&] {
      const Json state = ParseJson(json);
      BolognaState read{ReadBoard(state.at("board"), size), std::nullopt};
      ReadTurn(state.at("turn").get<std::string>(), &read);
      return read;
    });
  } catch (const JsonError&) {
    throw Error(R"(state: expected {"board":[[...],...],"turn":...} of words)");
  }
}

std::string BolognaMove(Move move, Side side) {
  return JsonText(
      {{"from", ToString(move.from())}, {"to", ToString(move.to())}, {"turn", Upper(side)}});
}

std::string BolognaName(const std::string& name) { return JsonText(name); }

std::string_view BolognaSide(Side side) { return side == Side::kDefenders ? "white" : "black"; }

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
