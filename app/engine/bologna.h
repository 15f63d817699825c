#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/engine/session.h"
#include "rules/board/position.h"

namespace raichi {

/// A TCP connection that carries messages: the length in four bytes, most significant first, then
/// that many bytes. Failures, including a closed connection, throw Error beginning with HOST:PORT.
class MessageSocket {
 public:
  MessageSocket(const std::string& host, int port);
  ~MessageSocket();
  MessageSocket(const MessageSocket&) = delete;
  MessageSocket& operator=(const MessageSocket&) = delete;

  void Send(std::string_view message);
  /// Waits for the next message. A message of more than a megabyte is an Error.
  std::string Receive();
  /// Whether data or the end of the connection has arrived, so that `Receive` can start to read.
  bool HasInput() const;

 private:
  [[noreturn]] void Fail(const std::string& what) const;
  std::string ReceiveBytes(size_t count);

  std::string name_;
  int descriptor_ = -1;
};

/// The messages of the Tablut Challenge's server, JSON in UTF-8. White stands for the defenders and
/// black for the attackers. The rows of a board are the ranks from 1, and the columns are the files
/// from a.

struct BolognaState {
  Position position;            // with the side to move if the game is unfinished
  std::optional<Result> ended;  // the result of a finished game, whose `position` may lack the king
};

/// Reads `{"board":[["EMPTY",…],…],"turn":"WHITE"}`. Squares are EMPTY, WHITE, BLACK, KING or
/// THRONE (the empty throne); the turn may be WHITEWIN, BLACKWIN or DRAW. Throws Error naming what
/// is wrong, also if the size differs or an unfinished game does not have exactly one king.
BolognaState ParseBolognaState(std::string_view json, int size);

/// Returns a move as `{"from":"e4","to":"f4","turn":"WHITE"}`.
std::string BolognaMove(Move move, Side side);
/// Returns the message that introduces a player by name.
std::string BolognaName(const std::string& name);

/// Returns `white` or `black`.
std::string_view BolognaSide(Side side);

struct BolognaSettings {
  Side side = Side::kDefenders;
  std::string host = "127.0.0.1";
  int port = 0;  // 0: the server's port for the side
  std::string name = "Raichi";
  double timeout = 60;  // seconds per move
};

/// `raichi engine --protocol bologna`: plays one game on the server of the Tablut Challenge. The
/// server sends its state after each move, including ours; the client infers the move from two
/// successive states. A move that the server refused is not sent again.
class BolognaClient {
 public:
  BolognaClient(const EngineSettings& engine, const BolognaSettings& settings, RulesPtr rules);

  /// Prepares the engine, connects and plays. Prints which player is playing, one line per move and
  /// the result. Throws Error if the connection fails or breaks, or on an unexpected message.
  void Run();

 private:
  BolognaState Receive(MessageSocket* socket);
  void Follow(const Position& position);
  void TakeTurn(MessageSocket* socket);

  EngineOpener opener_;
  BolognaSettings settings_;
  Game game_;
  Engine* engine_ = nullptr;
  bool is_pondering_ = false;
  int moves_seen_ = 0;
  std::vector<Move> sent_;  // in the present position
};

}  // namespace raichi
