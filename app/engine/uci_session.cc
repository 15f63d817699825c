#include "app/engine/uci_session.h"

#include <spdlog/fmt/fmt.h>

#include <array>
#include <ostream>
#include <sstream>
#include <string_view>

#include "base/error.h"
#include "base/text.h"
#include "base/yaml/write.h"
#include "console/output.h"
#include "console/version.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "rules/words/words.h"

namespace raichi {
namespace {

constexpr double kInfoSeconds = 1;
constexpr int kMostMultiPv = 200, kMostThreads = 1024, kMostOverhead = 60'000;

/// The rest of a line after its first word.
std::string RestOf(std::istringstream* words) {
  std::string rest;
  std::getline(*words >> std::ws, rest);
  return rest;
}

constexpr std::array<std::string_view, 7> kOptions = {
    "Rules", "Model", "Visits", "MultiPV", "Threads", "MoveOverhead", "Ponder"};

/// Returns the option of a name, whose case does not matter (as UCI says).
std::string OptionNamed(const std::string& name) {
  for (const std::string_view option : kOptions) {
    if (Lower(option) == Lower(name)) return std::string(option);
  }
  throw Error("setoption: unknown option " + QuoteForError(name) + Suggestion(name, kOptions));
}

int ParseSpin(const std::string& name, const std::string& value, int min, int max) {
  if (const auto number = ParseNumber(value, min, max)) return *number;
  throw Error(
      fmt::format("setoption: {} '{}': expected a number from {} to {}", name, value, min, max));
}

bool ParseCheck(const std::string& name, const std::string& value) {
  if (value == "true") return true;
  if (value == "false") return false;
  throw Error(fmt::format("setoption: {} '{}': expected true or false", name, value));
}

/// `<empty>` is how UCI writes an empty string.
std::string ParseString(const std::string& value) { return value == "<empty>" ? "" : value; }

std::string ShowString(const std::string& value) { return value.empty() ? "<empty>" : value; }

}  // namespace

UciSession::UciSession(const EngineSettings& settings, const std::string& rules,
                       Engine::Interrupted interrupted, std::ostream& out)
    : opener_(settings, std::move(interrupted)),
      out_(out),
      rules_name_(rules),
      game_(OpenRules(rules)) {}

bool UciSession::Obey(const std::string& line) {
  std::istringstream words(line);
  std::string command;
  words >> command;
  if (command == "quit") return false;
  if (command == "uci") {
    Identify();
  } else if (command == "isready") {
    MakeReady();
  } else if (command == "setoption") {
    SetOption(RestOf(&words));
  } else if (command == "ucinewgame") {
    FinishThinking(command);
    game_.Rewind(0);
    is_refused_ = false;
  } else if (command == "position") {
    SetPosition(RestOf(&words));
  } else if (command == "go") {
    Go(RestOf(&words));
  } else if (command == "stop") {
    Stop();
  } else if (command == "ponderhit") {
    PonderHit();
  } else if (command == "d") {
    ShowPosition();
  } else if (command == "moves") {
    ListMoves();
  } else if (command == "result") {
    ShowResult();
  } else if (!command.empty() && command != "debug") {
    throw Error("unknown command '" + command + "'");
  }
  return true;
}

void UciSession::Complain(const std::string& what) {
  std::string line = what;
  for (char& c : line) c = c == '\n' ? ' ' : c;
  out_ << "info string error: " << VisibleLine(line) << '\n';
}

void UciSession::HangUp() {
  if (IsEndless()) Stop();
}

/// Finishes the search before `command` is obeyed, so that scripts need not wait for the move.
void UciSession::FinishThinking(const std::string& command) {
  if (IsEndless()) throw Error(command + ": not during an endless search; stop first");
  while (Work()) {
  }
}

/// The other side waits for this answer, so it is sent even after an error.
void UciSession::MakeReady() {
  try {
    if (!go_) OpenEngine();
  } catch (const Error& error) {
    Complain(error.what());
  }
  out_ << "readyok\n";
}

Engine* UciSession::OpenEngine() {
  Engine* engine = opener_.Open(game_);
  if (const std::string news = opener_.TakeNews(); !news.empty()) {
    out_ << "info string " << VisibleLine(news) << '\n';
  }
  return engine;
}

void UciSession::Identify() {
  const EngineSettings& settings = opener_.settings();
  const auto spin = [this](std::string_view name, int value, int min, int max) {
    out_ << fmt::format("option name {} type spin default {} min {} max {}\n", name, value, min,
                        max);
  };
  out_ << "id name Raichi " << Version() << "\nid author the Raichi authors\n"
       << fmt::format("option name Rules type string default {}\n", rules_name_)
       << fmt::format("option name Model type string default {}\n", ShowString(settings.model));
  spin("Visits", settings.players.visits, 1, kMaxVisits);
  spin("MultiPV", multi_pv_, 1, kMostMultiPv);
  spin("Threads", settings.players.network.threads, 1, kMostThreads);
  spin("MoveOverhead", static_cast<int>(1000 * settings.margin), 0, kMostOverhead);
  out_ << fmt::format("option name Ponder type check default {}\nuciok\n", settings.ponder);
}

/// Obeys `setoption name NAME value VALUE`, where the value may be empty.
void UciSession::SetOption(const std::string& text) {
  FinishThinking("setoption");
  constexpr std::string_view kName = "name ", kValue = " value ";
  const std::string line = text + ' ';
  const size_t value = line.find(kValue);
  if (!line.starts_with(kName) || value == std::string::npos) {
    throw Error("setoption: expected name NAME value VALUE");
  }
  std::string given = line.substr(value + kValue.size());
  if (!given.empty()) given.pop_back();
  ChangeOption(line.substr(kName.size(), value - kName.size()), given);
}

void UciSession::ChangeOption(const std::string& given, const std::string& value) {
  const std::string name = OptionNamed(given);
  EngineSettings settings = opener_.settings();
  if (name == "MultiPV") {
    multi_pv_ = ParseSpin(name, value, 1, kMostMultiPv);
    return;
  }
  if (name == "Rules") {
    game_ = Game(OpenRules(value));
    rules_name_ = value;
    is_refused_ = false;
    return;
  }
  if (name == "Model") {
    settings.model = ParseString(value);
    if (!settings.model.empty())
      PlayerName(settings.model, settings.players);  // throws if there is none
  } else if (name == "Visits") {
    settings.players.visits = ParseSpin(name, value, 1, kMaxVisits);
  } else if (name == "Threads") {
    settings.players.network.threads = ParseSpin(name, value, 1, kMostThreads);
  } else if (name == "MoveOverhead") {
    settings.margin = ParseSpin(name, value, 0, kMostOverhead) / 1000.0;
  } else {  // Ponder
    settings.ponder =
        ParseCheck(name, value);  // the other side decides whether to send `go ponder`
  }
  opener_.Set(settings);
}

/// Obeys `position startpos` or `position fen POSITION`, perhaps with `moves MOVE…`.
void UciSession::SetPosition(const std::string& text) {
  is_refused_ = true;  // if something below throws
  FinishThinking("position");
  std::istringstream words(text);
  std::string word;
  words >> word;
  Game game(game_.rules_ptr());
  if (word == "fen") {
    std::string position;
    words >> position;
    while (words >> word && word != "moves") position += " " + word;
    game = Game(game_.rules_ptr(), ParsePosition(game_.rules(), position));
  } else if (word != "startpos") {
    throw Error("position: expected startpos or fen POSITION, perhaps with moves MOVE ...");
  } else if (words >> word && word != "moves") {
    throw Error("position: expected moves, got '" + word + "'");
  }
  while (words >> word) game.Play(ParseLegalMove(game, word));
  game_ = std::move(game);
  is_refused_ = false;
}

/// Answers `d`: the position and the moves since it was set, as `position` takes them.
void UciSession::ShowPosition() {
  FinishThinking("d");
  out_ << "position fen " << ToString(game_.rules(), game_.PositionAt(0));
  const char* before = " moves ";
  for (const Move move : game_.moves()) {
    out_ << before << ToString(move);
    before = " ";
  }
  out_ << "\ninfo string now " << ToString(game_.rules(), game_.position()) << '\n';
}

/// Answers `moves`: the legal moves, none if the game is over.
void UciSession::ListMoves() {
  FinishThinking("moves");
  MoveList moves;
  if (!game_.IsOver()) game_.LegalMoves(&moves);
  out_ << "moves";
  for (const Move move : moves) out_ << ' ' << ToString(move);
  out_ << '\n';
}

/// Answers `result`: ongoing, attackers, defenders or draw; if the game is over also why.
void UciSession::ShowResult() {
  FinishThinking("result");
  out_ << "result " << ToString(game_.result()) << '\n';
  if (game_.IsOver()) out_ << "info string " << DescribeResult(game_) << '\n';
}

void UciSession::Go(const std::string& text) {
  FinishThinking("go");
  const UciGo go = ParseUciGo(text, game_.to_move());
  for (const std::string& fault : go.faults) Complain(fault);
  if (is_refused_) {
    Complain("go: the last position was refused");
    out_ << "bestmove none\n";
    return;
  }
  if (game_.IsOver()) {
    out_ << "info string the game is over: " << DescribeResult(game_) << "\nbestmove none\n";
    return;
  }
  try {
    engine_ = OpenEngine();
  } catch (const Error& error) {
    Complain(error.what());
    out_ << "bestmove none\n";  // the other side waits for an answer
    return;
  }
  const bool is_endless = go.infinite || go.ponder;
  engine_->Begin(game_, is_endless ? EngineLimits{} : LimitsOf(go));
  go_ = go;
  next_info_ = kInfoSeconds;
}

EngineLimits UciSession::LimitsOf(const UciGo& go) const {
  const EngineSettings& settings = opener_.settings();
  EngineLimits limits;
  if (go.nodes) limits.visits = *go.nodes;
  if (go.move_seconds) {
    limits.seconds = SecondsWithin(*go.move_seconds, settings.margin);
  } else if (go.clock) {
    GameClock clock = *go.clock;
    clock.plies_left = engine_->PliesLeft();
    limits.seconds = PlanSeconds(clock, settings.margin);
    limits.may_end_early = true;
  } else if (!go.nodes || !engine_->Searches()) {  // only searches count nodes
    limits.seconds = settings.move_seconds;
  }
  return limits;
}

void UciSession::Stop() {
  if (go_) AnswerMove();
}

void UciSession::PonderHit() {
  if (!go_ || !go_->ponder) return;
  go_->ponder = false;
  if (!go_->infinite) engine_->Limit(LimitsOf(*go_));
}

bool UciSession::Work() {
  if (!go_) return false;
  const bool goes_on = engine_->Step();
  if (goes_on && engine_->Seconds() >= next_info_) {
    SendInfo();
    next_info_ = engine_->Seconds() + kInfoSeconds;
  }
  if (goes_on || IsEndless()) return goes_on;
  AnswerMove();
  return false;
}

void UciSession::SendInfo() {
  const UciProgress progress{engine_->Visits(), engine_->NewVisits(), engine_->Seconds()};
  int place = 0;
  for (const Line& line : engine_->Lines(multi_pv_)) {
    out_ << UciInfo(line, ++place, progress) << '\n';
  }
}

void UciSession::AnswerMove() {
  SendInfo();
  const Move move = engine_->Choose();
  out_ << "bestmove " << ToString(move);
  const std::vector<Line> lines = engine_->Lines(1);
  if (!lines.empty() && lines[0].move == move && lines[0].moves.size() > 1) {
    out_ << " ponder " << ToString(lines[0].moves[1]);
  }
  out_ << '\n';
  go_.reset();
}

}  // namespace raichi
