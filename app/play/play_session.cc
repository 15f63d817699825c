#include "app/play/play_session.h"

#include <spdlog/fmt/fmt.h>

#include <istream>
#include <ostream>
#include <sstream>
#include <string_view>

#include "app/analysis/hint.h"
#include "base/error.h"
#include "console/games/save_game.h"
#include "console/output.h"
#include "mcts/players/think.h"
#include "rules/announce.h"
#include "rules/notation.h"

namespace raichi {
namespace {

constexpr std::string_view kHelp =
    "  e3-c3         play a move (also e3c3)\n"
    "  undo          take back your last move and the answer to it\n"
    "  hint [N]      evaluate your moves by a search of N visits\n"
    "  moves         list your legal moves\n"
    "  board         draw the board again\n"
    "  save FILE     save the game: FILE.otg for OpenTafl, otherwise a JSON line for `raichi "
    "replay`\n"
    "  resign        give the game up\n"
    "  help, quit\n";

std::string Capital(std::string_view word) {
  std::string text(word);
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

Move Decide(Player* player, Evaluator* evaluator, const Game& game) {
  player->BeginTurn(game);
  Think(player, evaluator);
  return player->ChooseMove();
}

}  // namespace

PlaySession::PlaySession(Game game, const PlaySettings& settings, const PlayerKind& opponent,
                         Evaluator* adviser, std::istream& in, std::ostream& out)
    : game_(std::move(game)),
      settings_(settings),
      opponent_kind_(opponent),
      adviser_(adviser),
      in_(in),
      out_(out),
      random_(settings.seed) {
  StartOpponent();
}

void PlaySession::StartOpponent() {
  opponent_ = opponent_kind_.NewPlayer();
  opponent_->NewGame(game_, random_());
}

void PlaySession::Run() {
  out_ << fmt::format("{}. You play the {} against {}. `help` lists the commands.\n",
                      game_.rules().data().title, ToString(settings_.side), opponent_kind_.name())
       << BoardLegend(game_.rules(), settings_.style) << "\n\n";
  Show();
  while (running_) {
    if (!game_.IsOver() && game_.to_move() != settings_.side) {
      OpponentTurn();
    } else {
      PersonTurn();
    }
  }
}

void PlaySession::OpponentTurn() {
  PlayMove(Decide(opponent_.get(), opponent_kind_.evaluator(), game_));
}

void PlaySession::PersonTurn() {
  out_ << (game_.IsOver() ? "game over> " : fmt::format("{}> ", ToString(settings_.side)));
  out_.flush();
  std::string line;
  running_ = static_cast<bool>(std::getline(in_, line));
  if (!running_) {
    out_ << '\n';
    return;
  }
  try {
    running_ = Execute(line);
  } catch (const Error& error) {
    out_ << error.what() << '\n';
  }
}

bool PlaySession::Execute(const std::string& line) {
  std::istringstream words(line);
  std::string command, argument;
  words >> command >> argument;
  if (command == "quit" || command == "exit") return false;
  if (command == "help" || command == "?") {
    Help();
  } else if (command == "undo") {
    Undo();
  } else if (command == "hint") {
    Hint(argument);
  } else if (command == "moves") {
    ListMoves();
  } else if (command == "board") {
    Show();
  } else if (command == "save") {
    Save(argument);
  } else if (command == "resign") {
    Resign();
  } else if (!command.empty()) {
    if (game_.IsOver()) throw Error("the game is over: undo, save FILE or quit");
    PlayMove(ParseLegalMove(game_, command));
  }
  return true;
}

void PlaySession::PlayMove(Move move) {
  const Side mover = game_.to_move();
  const Step step = game_.Play(move);
  out_ << fmt::format("\n{}. {} {}\n", game_.ply(), Capital(ToString(mover)), ToString(move, step));
  Show();
  if (game_.IsOver()) return AnnounceEnd();
  const std::string_view call = CallRoads(game_);
  if (!call.empty()) out_ << call << '\n';
}

void PlaySession::Show() {
  out_ << DrawBoard(game_.rules(), game_.position(), LastMoveOf(game_), settings_.style) << '\n';
}

void PlaySession::AnnounceEnd() { out_ << Capital(DescribeResult(game_)) << ".\n"; }

void PlaySession::Undo() {
  int ply = game_.ply() - 1;
  while (ply >= 0 && game_.PositionAt(ply).to_move() != settings_.side) --ply;
  if (ply < 0) throw Error("there is no move of yours to take back");
  game_.Rewind(ply);
  StartOpponent();
  Show();
}

void PlaySession::Hint(const std::string& visits) {
  if (game_.IsOver()) throw Error("the game is over");
  HintRequest request{
      .visits = settings_.hint_visits, .in_flight = settings_.in_flight, .seed = random_()};
  if (!visits.empty()) request.visits = ParseHintVisits(visits);
  out_ << GiveHint(game_, request, adviser_);
}

void PlaySession::ListMoves() {
  MoveList moves;
  game_.LegalMoves(&moves);
  constexpr size_t kColumns = 10;
  for (size_t i = 0; i < moves.size(); ++i) {
    out_ << fmt::format("{:<8}", ToString(moves[i])) << ((i + 1) % kColumns == 0 ? "\n" : "");
  }
  out_ << (moves.size() % kColumns == 0 ? "" : "\n");
}

void PlaySession::Save(const std::string& file) {
  if (file.empty()) throw Error("save: expected a file name");
  const bool person_attacks = settings_.side == Side::kAttackers;
  SaveGame(game_,
           {.attackers = person_attacks ? "person" : opponent_kind_.name(),
            .defenders = person_attacks ? opponent_kind_.name() : "person"},
           file);
  out_ << "saved to " << file << '\n';
}

void PlaySession::Resign() {
  if (game_.IsOver()) throw Error("the game is over");
  game_.Resign(settings_.side);
  AnnounceEnd();
}

void PlaySession::Help() { out_ << kHelp; }

}  // namespace raichi
