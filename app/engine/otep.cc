#include "app/engine/otep.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <ostream>
#include <sstream>
#include <utility>

#include "app/engine/session.h"
#include "base/error.h"
#include "base/text.h"
#include "console/output.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "rules/opentafl/opentafl.h"
#include "rules/words/words.h"

namespace raichi {
namespace {

constexpr double kWinInOpenTafl = 5000;

OtepClock::OfSide ParseSideOfClock(std::string text) {
  OtepClock::OfSide side;
  if (text.ends_with('*')) {
    side.is_overtime = true;
    text.pop_back();
  }
  const auto milliseconds = ParseNumber<int64_t>(text);
  if (!milliseconds) {
    throw Error("clock '" + text + "': expected milliseconds, perhaps with a star");
  }
  side.is_known = *milliseconds >= 0;
  side.seconds = std::max(0.0, static_cast<double>(*milliseconds) / 1000);
  return side;
}

double ValueForAttackers(const Line& line, Side to_move) {
  const auto value = static_cast<double>(line.value);
  return to_move == Side::kAttackers ? value : -value;
}

}  // namespace

OtepClock ParseOtepClock(const std::string& text) {
  std::istringstream words(text);
  std::string attackers, defenders;
  words >> attackers >> defenders;
  return {ParseSideOfClock(attackers), ParseSideOfClock(defenders)};
}

GameClock GameClockOf(const OtepClock::OfSide& clock, double plies_left) {
  return {.remaining = clock.seconds,
          .moves_to_go = clock.is_overtime ? 1 : 0,
          .plies_left = plies_left};
}

Position ParseOtepPosition(const std::string& record, int size) {
  return ParseSquares(SquaresFromOpenTafl(record), size);
}

std::string OtepAnalysis(const std::vector<Line>& lines, Side to_move) {
  std::string text = fmt::format("analysis {}", lines.size());
  for (const Line& line : lines) {
    char separator = ' ';
    for (const Move move : line.moves) {
      text += separator + ToString(move);
      separator = '|';
    }
    text += fmt::format(" {:.0f}", kWinInOpenTafl * ValueForAttackers(line, to_move));
  }
  return text;
}

namespace {

constexpr int kMostLines = 200;
constexpr double kMostSeconds = 1e6;

Game WithSide(const Game& game, Side side) {
  Position position = game.position();
  position.SetToMove(side);
  return Game(game.rules_ptr(), position);
}

}  // namespace

OtepSession::OtepSession(const EngineSettings& settings, const std::string& rules,
                         std::ostream& out)
    : opener_(settings, {}), rules_name_(rules), out_(out) {}

/// Says hello before it opens the player, because the host does not wait long for it. Opens the
/// player before the host needs it, because the host's clock may run from then on. If that fails,
/// the host waits for an answer and would not notice the engine's end: `rules` gives it one.
void OtepSession::Greet() {
  const Game game(OpenRules(rules_name_));
  out_ << "hello\n" << std::flush;
  try {
    opener_.Open(game);
    TellNews();
  } catch (const Error& error) {
    Complain(error.what());
  }
}

void OtepSession::TellNews() {
  const std::string news = opener_.TakeNews();
  if (!news.empty()) out_ << "status " << VisibleLine(news) << '\n';
}

bool OtepSession::Obey(const std::string& line) {
  std::istringstream words(line);
  std::string command, rest;
  words >> command;
  std::getline(words >> std::ws, rest);
  if (command == "goodbye") return false;
  if (command == "rules") {
    TakeRules(rest);
  } else if (command == "position") {
    TakePosition(rest);
  } else if (command == "side") {
    TakeSide(rest);
  } else if (command == "clock") {
    TakeClock(rest);
  } else if (command == "analyze") {
    Analyze(rest);
  } else if (command == "play") {
    Play(rest);
  } else if (command == "move") {
    TakeOwnMove(rest);
  } else if (command == "opponent-move") {
    TakeOpponentMove(rest);
  } else if (command == "error") {
    TakeRefusal(rest);
  } else if (command == "finish") {
    task_ = Task::kNone;
    clock_.reset();
  } else if (!command.empty() && command != "hello" && command != "start") {
    throw Error("unknown command '" + command + "'");
  }
  return true;
}

void OtepSession::Complain(const std::string& what) {
  out_ << "error 0 " << VisibleLine(what) << '\n';
}

/// Ends a game that cannot be played.
void OtepSession::Fail(const std::string& what) {
  game_.reset();
  out_ << "error -1 " << VisibleLine(what) << '\n';
}

void OtepSession::HangUp() {
  if (task_ == Task::kPonder) task_ = Task::kNone;
}

const Game& OtepSession::KnownGame(const std::string& command) const {
  if (!game_) throw Error(command + ": no playable rules have been received");
  return *game_;
}

void OtepSession::TakeRules(const std::string& record) {
  task_ = Task::kNone;
  engine_ = nullptr;
  sent_ = Move();
  refused_.clear();
  try {
    const OpenTaflConversion read = FromOpenTafl(record);
    const std::string why = WhyUnplayable(read.warnings);
    if (!why.empty()) return Fail("rules not supported: " + why);
    for (const std::string& warning : read.warnings) {
      out_ << "status rules: " << VisibleLine(warning) << '\n';
    }
    game_.emplace(std::make_shared<Rules>(read.rule_set));
    engine_ = opener_.Open(*game_);
    TellNews();
  } catch (const Error& error) {
    Fail(std::string("rules: ") + error.what());
  }
}

void OtepSession::TakePosition(const std::string& record) {
  Follow(record, KnownGame("position").to_move());
}

void OtepSession::TakeSide(const std::string& text) {
  KnownGame("side");
  SetSide(ParseSide(text));
}

/// Thoughts about the other side's move are of no use then.
void OtepSession::SetSide(Side side) {
  if (game_->to_move() == side) return;
  game_ = WithSide(*game_, side);
  task_ = Task::kNone;
  refused_.clear();
}

/// The host sends clocks before or after `play`, and again when main time or a period ends.
void OtepSession::TakeClock(const std::string& text) {
  clock_ = ParseOtepClock(text);
  if (task_ == Task::kPlay) engine_->Limit(LimitsOfTurn());
}

/// The host has made our move.
void OtepSession::TakeOwnMove(const std::string& record) {
  if (!KnownGame("move").IsOver() && task_ != Task::kPlay) Follow(record, game_->to_move());
}

/// Reads `MOVE|MOVE… POSITION`. There are several moves only under berserk rules.
void OtepSession::TakeOpponentMove(const std::string& text) {
  KnownGame("opponent-move");
  std::istringstream words(text);
  std::string move, record;
  words >> move >> record;
  if (record.empty()) {
    task_ = Task::kNone;
    game_->Play(ParseLegalMove(*game_, move));
    refused_.clear();
    return;
  }
  const Position seen = ParseOtepPosition(record, game_->rules().size());
  const bool is_known = HaveSamePieces(seen, game_->position());
  Follow(record, is_known ? game_->to_move() : Opponent(game_->to_move()));
}

void OtepSession::Follow(const std::string& record, Side to_move) {
  Position position = ParseOtepPosition(record, game_->rules().size());
  position.SetToMove(to_move);
  const Followed followed = FollowPosition(position, &*game_);
  if (followed == Followed::kSame) return;
  task_ = Task::kNone;
  refused_.clear();
}

/// Errors 1 to 4 mean that the host refuses our last move. Other errors are only repeated.
void OtepSession::TakeRefusal(const std::string& text) {
  const bool is_of_move = !text.empty() && text[0] >= '1' && text[0] <= '4';
  if (!is_of_move || !game_ || sent_.IsNone() || game_->ply() == 0 ||
      game_->moves().back() != sent_) {
    out_ << "status ignored, because it does not concern our last move: error " << VisibleLine(text)
         << '\n';
    return;
  }
  task_ = Task::kNone;
  game_->TakeBack();
  refused_.push_back(std::exchange(sent_, Move()));
}

void OtepSession::Analyze(const std::string& text) {
  KnownGame("analyze");
  std::istringstream words(text);
  int lines = 0;
  double seconds = 0;
  words >> lines >> seconds;
  if (!words || lines < 1 || lines > kMostLines || !(seconds >= 0 && seconds <= kMostSeconds)) {
    throw Error(fmt::format("analyze '{}': expected 1 to {} moves and seconds", text, kMostLines));
  }
  lines_ = lines;
  Begin(Task::kAnalyze, {.seconds = SecondsWithin(seconds, opener_.settings().margin)});
}

void OtepSession::Play(const std::string& text) {
  KnownGame("play");
  SetSide(ParseSide(text));
  if (game_->IsOver()) FollowPosition(game_->position(), &*game_);  // the host plays on
  Begin(Task::kPlay, LimitsOfTurn());
}

void OtepSession::Begin(Task task, const EngineLimits& limits) {
  task_ = Task::kNone;
  if (game_->IsOver()) throw Error("the game is over: " + DescribeResult(*game_));
  engine_->Begin(*game_, limits);
  task_ = task;
}

EngineLimits OtepSession::LimitsOfTurn() const {
  const EngineSettings& settings = opener_.settings();
  const bool attacks = game_->to_move() == Side::kAttackers;
  const OtepClock::OfSide clock = !clock_   ? OtepClock::OfSide()
                                  : attacks ? clock_->attackers
                                            : clock_->defenders;
  if (!clock.is_known) return {.seconds = settings.move_seconds};
  return {.seconds = PlanSeconds(GameClockOf(clock, engine_->PliesLeft()), settings.margin),
          .may_end_early = true};
}

bool OtepSession::Work() {
  if (task_ == Task::kNone) return false;
  if (engine_->Step()) return true;
  const Task done = std::exchange(task_, Task::kNone);
  if (done == Task::kAnalyze) SendAnalysis();
  if (done == Task::kPlay) SendMove();
  return task_ != Task::kNone;
}

void OtepSession::SendAnalysis() {
  std::vector<Line> lines = engine_->Lines(lines_);
  if (lines.empty()) lines.push_back({.moves = {engine_->Choose()}});  // no time for a search
  out_ << OtepAnalysis(lines, game_->to_move()) << '\n';
}

void OtepSession::SendMove() {
  const Move move = engine_->Choose(refused_);
  if (move.IsNone()) return Fail("play: every legal move was refused");
  out_ << "move " << ToString(move) << '\n';
  if (const auto lines = engine_->Lines(1); !lines.empty()) {
    out_ << fmt::format("status {} visits, value {:+.3f} for the {}\n", engine_->Visits(),
                        lines[0].value, ToString(game_->to_move()));
  }
  game_->Play(move);
  sent_ = move;
  const bool ponders = opener_.settings().ponder && engine_->Searches();
  if (ponders && !game_->IsOver()) Begin(Task::kPonder, {});
}

}  // namespace raichi
