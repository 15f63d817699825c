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
