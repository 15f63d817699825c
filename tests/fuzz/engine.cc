// What other programs say to the engine: UCI, OpenTafl's engine protocol, and the server of the
// Tablut Challenge. Between two lines the engine works for some batches only.
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <iostream>
#include <sstream>
#include <thread>

#include "app/engine/bologna.h"
#include "app/engine/otep.h"
#include "app/engine/uci_session.h"
#include "console/output.h"
#include "rules/files/rule_file.h"
#include "rules/opentafl/opentafl.h"
#include "tests/fuzz/fuzz.h"

namespace raichi::fuzz {
namespace {

EngineSettings QuickSettings() {
  EngineSettings settings;
  settings.model = "playouts:4";
  settings.players.in_flight = 1;
  return settings;
}

void Obey(const std::string& line, EngineSession* session) {
  constexpr int kBatches = 3;
  if (line.find("playouts:") != line.npos) return;  // may ask for hours of work
  try {
    session->Obey(line);
    for (int i = 0; i < kBatches && session->Work(); ++i) continue;
  } catch (const Error& error) {
    Must([&] { session->Complain(error.what()); });
  }
}

/// Obeys all lines. The rest of the work of each is left out.
void Talk(std::string_view input, EngineSession* session) {
  session->Greet();
  std::istringstream lines{std::string(input)};
  for (std::string line; std::getline(lines, line);) Obey(line, session);
  session->HangUp();
}

const Target kUci(
    "uci",
    [](std::string_view input) {
      std::ostringstream out;
      UciSession session(
          QuickSettings(), "brandubh", [] { return true; }, out);
      Talk(input, &session);
    },
    [] {
      return std::vector<std::string>{
          "uci\nisready\nposition startpos moves d1-c1\ngo nodes 3\nstop\nquit\n",
          "setoption name Rules value linnaeus\nsetoption name MultiPV value 2\nucinewgame\n"
          "position fen 3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 a moves d1-c1\n"
          "go wtime 900 winc 5 btime 900 binc 5 movestogo 3\n",
          "setoption name Model value greedy\nposition startpos\ngo infinite\nstop\n"
          "go ponder movetime 5\nponderhit\nsetoption name Visits value 5\n"};
    });

const Target kOtep(
    "otep",
    [](std::string_view input) {
      std::ostringstream out;
      OtepSession session(QuickSettings(), "brandubh", out);
      Talk(input, &session);
    },
    [] {
      const std::string rules = "rules " + ToOpenTafl(OpenRules("brandubh")->data()).record + "\n";
      return std::vector<std::string>{
          rules + "side attackers\nclock 900* 900 3 2 2\nplay attackers\n",
          rules + "position /3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/\nanalyze 2 1\n",
          rules +
              "opponent-move d1-c1\nplay defenders\nerror 2\nmove /3t3/3t3/3T3/ttTKTtt/"
              "3T3/3t3/3t3/\nfinish\ngoodbye\n"};
    });

/// Waits for a client, sends it these bytes, and reads what it says until it goes.
class Server {
 public:
  explicit Server(std::string bytes) : listener_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof address;
    auto* const raw = reinterpret_cast<sockaddr*>(&address);
    RAICHI_CHECK(bind(listener_, raw, size) == 0 && listen(listener_, 1) == 0);
    RAICHI_CHECK(getsockname(listener_, raw, &size) == 0);
    port_ = ntohs(address.sin_port);
    thread_ = std::jthread([this, text = std::move(bytes)] {
      const int client = accept(listener_, nullptr, nullptr);
      send(client, text.data(), text.size(), MSG_NOSIGNAL);
      shutdown(client, SHUT_WR);
      std::array<char, 4096> said;
      while (recv(client, said.data(), said.size(), 0) > 0) continue;
      close(client);
    });
  }
  ~Server() {
    shutdown(listener_, SHUT_RDWR);  // if nobody came
    thread_.join();
    close(listener_);
  }
  int port() const { return port_; }

 private:
  int listener_, port_ = 0;
  std::jthread thread_;
};

/// The parts as messages, their lengths before them; an input without parts as it is.
std::string MessagesOf(std::string_view input) {
  std::string bytes;
  for (const Part& part : PartsOf(input)) {
    for (int shift = 24; shift >= 0; shift -= 8)
      bytes += static_cast<char>(part.text.size() >> shift);
    bytes += part.text;
  }
  return bytes.empty() ? std::string(input) : bytes;
}

/// The server's description of a position.
std::string StateOf(const Game& game) {
  const Position& position = game.position();
  Json board = Json::array();
  for (int y = 1; y <= game.rules().size(); ++y) {
    Json row = Json::array();
    for (int x = 1; x <= game.rules().size(); ++x) {
      const Square square(x, y);
      row.push_back(position.king() == square                    ? "KING"
                    : position.Men(Side::kAttackers).Has(square) ? "BLACK"
                    : position.Men(Side::kDefenders).Has(square) ? "WHITE"
                                                                 : "EMPTY");
    }
    board.push_back(row);
  }
  const bool white = game.to_move() == Side::kDefenders;
  return JsonText({{"board", board}, {"turn", white ? "WHITE" : "BLACK"}}) + "\n";
}

const Target kBologna(
    "bologna",
    [](std::string_view input) {
      std::cout.setstate(std::ios::failbit);  // it says there how the game goes
      const Server server(MessagesOf(input));
      BolognaClient(QuickSettings(), {.port = server.port()}, OpenRules("ashton-bologna")).Run();
    },
    [] {
      Game game(OpenRules("ashton-bologna"));
      std::string text = "==> start\n" + StateOf(game);
      for (int ply = 0; ply < 3; ++ply) {
        MoveList moves;
        game.LegalMoves(&moves);
        game.Play(moves[0]);
        text += "==> next\n" + StateOf(game);
      }
      return std::vector{text};
    });

}  // namespace
}  // namespace raichi::fuzz
