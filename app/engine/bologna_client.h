#pragma once

#include <string>
#include <vector>

#include "app/engine/bologna_text.h"
#include "app/engine/message_socket.h"
#include "app/engine/opener.h"

namespace raichi {

struct BolognaSettings {
  Side side = Side::kDefenders;
  std::string host = "127.0.0.1";
  int port = 0;  // 0: the server's for the side
  std::string name = "Raichi";
  double timeout = 60;  // seconds a move
};

/// `raichi engine --protocol bologna`: plays one game on the Tablut Challenge's server. The server
/// sends its state after each move, ours included, so that a state is all there is to follow: the
/// move is what leads from the last one to it. A move that the server did not make is not sent
/// again.
class BolognaClient {
 public:
  BolognaClient(const EngineSettings& engine, const BolognaSettings& settings, RulesPtr rules);

  /// Makes the engine ready, connects, plays, prints who plays, a line a move and how the game
  /// ended. Throws Error where the connection cannot be made or breaks, or a message is none of the
  /// server's.
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
