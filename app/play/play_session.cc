#include "app/play/play_session.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ostream>
#include <string_view>
#include <utility>

#include "app/analysis/analysis.h"
#include "app/analysis/subjects.h"
#include "app/engine/move_time.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/process.h"
#include "base/text.h"
#include "console/games.h"
#include "console/output.h"
#include "mcts/players/player.h"
#include "rules/notation.h"
#include "rules/words/phrases.h"
#include "rules/words/words.h"
#include "run/players/players.h"
#include "run/players/study_figure.h"

namespace raichi {

Thinking::Thinking(std::string who) : who_(std::move(who)) {}

void Thinking::Tick() {
  const double seconds = SecondsSince(begin_);
  if (seconds < 1 || !progress_.IsDue()) return;
  progress_.Show(fmt::format("{} thinks, {}", who_, FormatSeconds(seconds)));
}

namespace {

std::string EnvironmentOr(const char* name, const std::string& otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : value;
}

void EndAsRecorded(const GameRecord& record, Game* game) {
  const bool is_won =
      record.result == Result::kAttackersWin || record.result == Result::kDefendersWin;
  if (game->IsOver() || !is_won) return;
  const Side loser = record.result == Result::kAttackersWin ? Side::kDefenders : Side::kAttackers;
  if (record.reason == Reason::kResigned) game->Resign(loser);
  if (record.reason == Reason::kOutOfTime) game->RunOutOfTime(loser);
}

std::optional<ClockTimes> ClocksOf(const Subject& subject) {
  constexpr uint64_t kMostMilliseconds = 1'000'000'000;
  if (subject.clock.empty()) return std::nullopt;
  ClockTimes times{.control = ParseTimeControl(subject.clock)};
  const std::vector<uint64_t>& left = subject.clock_left;
  if (left.size() != times.left.size() || std::ranges::max(left) > kMostMilliseconds) {
    throw Error("clock_left_ms: expected two numbers, each at most a billion");
  }
  std::ranges::transform(left, times.left.begin(),
                         [](uint64_t one) { return 1e-3 * static_cast<double>(one); });
  return times;
}

}  // namespace

SavedGame LoadGame(const std::string& file) {
  if (IsFolder(file)) throw Error(file + ": expected a file with a game");
  const std::vector<Subject> subjects = ReadSubjects({.files = {file}});
  const Subject& first = subjects.front();
  SavedGame saved{.game = first.At(first.plies()), .person = {}, .opponent = ""};
  EndAsRecorded(first.record, &saved.game);
  if (first.record.attackers == kPerson) saved.person = Side::kAttackers;
  if (first.record.defenders == kPerson) saved.person = Side::kDefenders;
  if (saved.person) {
    const bool attacks = *saved.person == Side::kAttackers;
    saved.opponent = attacks ? first.record.defenders : first.record.attackers;
  }
  try {
    saved.clock = ClocksOf(first);
  } catch (const Error& error) {
    throw Error(file + ": " + error.what());
  }
  return saved;
}

std::filesystem::path UnfinishedGameFile() {
  const std::string home = EnvironmentOr("HOME", "");
  const std::string state =
      EnvironmentOr("XDG_STATE_HOME", home.empty() ? "" : home + "/.local/state");
  return state.empty() ? "" : std::filesystem::path(state) / "raichi" / "unfinished.jsonl";
}

PlaySession::PlaySession(Game game, PlaySettings settings, OpenOpponent open, std::ostream& out)
    : game_(std::move(game)),
      start_(game_.rules_ptr(), game_.PositionAt(0)),
      settings_(std::move(settings)),
      open_(std::move(open)),
      kind_(open_(settings_.level)),
      out_(out),
      random_(settings_.seed) {
  if (settings_.clock) clocks_.emplace(*settings_.clock, settings_.now);
  clocked_from_ = game_.ply();
  StartOpponent();
}

void PlaySession::StartOpponent() {
  opponent_ = kind_->NewPlayer();
  opponent_->NewGame(game_, random_());
}

std::string PlaySession::OpponentText() const {
  const std::string name = VisibleLine(kind_->name());
  if (settings_.level == nullptr) return name;
  const auto careless = ParseCarelessWord(name);
  return fmt::format("{} at the level {}", careless ? careless->otherwise : name,
                     settings_.level->name);
}

void PlaySession::Run(Prompt* prompt) {
  Say(fmt::format("{}. You play the {} against {}. `help` lists the commands.",
                  game_.rules().data().title, ToString(settings_.side), OpponentText()));
  if (const auto figure = FindStudyFigure(game_.rules())) Say("The " + ToString(*figure) + ".");
  Say(BoardLegend(game_.rules(), settings_.style));
  out_ << '\n';
  Show();
  if (game_.IsOver()) SayResult();
  while (running_) {
    if (clocks_ && !game_.IsOver()) clocks_->Start(game_.to_move());
    if (!game_.IsOver() && game_.to_move() != settings_.side) {
      OpponentTurn();
    } else {
      PersonTurn(prompt);
    }
  }
  if (is_kept_) out_ << "The game is kept; the next `raichi play` offers to go on with it.\n";
}

void PlaySession::OpponentTurn() {
  out_.flush();
  const Side side = game_.to_move();
  double end = HUGE_VAL;
  if (clocks_) {
    end = settings_.now() + PlanSeconds({.remaining = clocks_->Left(side),
                                         .increment = clocks_->control().increment});
  }
  Move move;
  {
    Thinking thinking(OpponentText());
    opponent_->StopWhen([&] {
      thinking.Tick();
      return clocks_ && settings_.now() >= end;
    });
    opponent_->BeginTurn(game_);
    Think(opponent_.get(), kind_->evaluator());
    move = opponent_->ChooseMove();
    opponent_->StopWhen({});
  }
  if (!HasFlagFallen(side)) PlayMove(move);
}

std::string PlaySession::Question() const {
  if (game_.IsOver()) return "game over> ";
  const std::string side(ToString(settings_.side));
  if (!clocks_) return side + "> ";
  return fmt::format("you {}, opponent {}, {}> ", ClockText(clocks_->Left(settings_.side)),
                     ClockText(clocks_->Left(Opponent(settings_.side))), side);
}

void PlaySession::PersonTurn(Prompt* prompt) {
  const std::optional<std::string> line = prompt->Ask(Question());
  running_ = line.has_value();
  if (!line) return;
  if (!game_.IsOver()) HasFlagFallen(settings_.side);
  try {
    Execute(ReadPlayInput(*line));
  } catch (const Error& error) {
    Say(VisibleLine(error.what()));
  }
}

void PlaySession::Execute(const PlayInput& input) {
  switch (input.verb) {
    case PlayVerb::kNothing:
      return;
    case PlayVerb::kMove:
      return TypedMove(input.argument);
    case PlayVerb::kUndo:
      return Undo();
    case PlayVerb::kRedo:
      return Redo();
    case PlayVerb::kHint:
      return Hint(input.argument);
    case PlayVerb::kMoves:
      return ListMoves(input.argument);
    case PlayVerb::kBoard:
      return Show();
    case PlayVerb::kLevel:
      return SetLevel(input.argument);
    case PlayVerb::kRules:
      out_ << RulesAsText(game_.rules());
      return;
    case PlayVerb::kSave:
      return Save(input.argument);
    case PlayVerb::kLoad:
      return Load(input.argument);
    case PlayVerb::kResign:
      return Resign();
    case PlayVerb::kNew:
      return NewGame();
    case PlayVerb::kHelp:
      out_ << PlayHelp(settings_.columns);
      return;
    case PlayVerb::kQuit:
      running_ = false;
  }
}

void PlaySession::PlayMove(Move move) {
  const Side mover = game_.to_move();
  const Step step = game_.Play(move);
  if (clocks_) clocks_->Press();
  out_ << fmt::format("\n{}. {} {}\n", game_.ply(), Capital(std::string(ToString(mover))),
                      ToString(move, step));
  Show();
  if (game_.IsOver()) return AnnounceEnd();
  const std::string_view call = CallRoads(game_);
  if (!call.empty()) out_ << call << '\n';
  KeepUnfinished();
}

void PlaySession::Show() {
  out_ << DrawBoard(game_.rules(), game_.position(), LastMoveOf(game_), settings_.style) << '\n';
  if (auto proven = WhatIsProven()) {
    proven->move = Move();  // `hint` tells it
    out_ << DescribeProven(*proven) << '\n';
  }
}

std::optional<Proven> PlaySession::WhatIsProven() const {
  return settings_.proven ? settings_.proven(game_) : std::nullopt;
}

void PlaySession::Say(const std::string& text) { out_ << Wrap(text, settings_.columns) << '\n'; }

void PlaySession::SayResult() { out_ << Capital(DescribeResult(game_)) << ".\n"; }

void PlaySession::AnnounceEnd() {
  SayResult();
  if (clocks_) clocks_->Pause();
  KeepUnfinished();
}

bool PlaySession::HasFlagFallen(Side side) {
  if (!clocks_ || !clocks_->IsOver(side)) return false;
  game_.RunOutOfTime(side);
  out_ << fmt::format("The time of the {} is over.\n", ToString(side));
  AnnounceEnd();
  return true;
}

void PlaySession::Write(const std::string& file) const {
  const std::string opponent = kind_->name();
  const bool attacks = settings_.side == Side::kAttackers;
  Json more;
  if (clocks_) {
    const auto milliseconds = [&](Side side) {  // `undo` takes back a loss on time
      const double left = game_.IsOver() ? clocks_->LeftAfterMove(side) : clocks_->Left(side);
      return static_cast<uint64_t>(1e3 * std::max(0.0, left));
    };
    more["clock"] = ToString(clocks_->control());
    more["clock_left_ms"] = {milliseconds(Side::kAttackers), milliseconds(Side::kDefenders)};
  }
  SaveGame(game_,
           {.attackers = attacks ? kPerson : opponent, .defenders = attacks ? opponent : kPerson},
           file, more);
}

void PlaySession::KeepUnfinished() {
  if (settings_.unfinished.empty()) return;
  is_kept_ = false;
  if (game_.IsOver() || game_.ply() == 0) {
    std::error_code none;
    std::filesystem::remove(settings_.unfinished, none);
    return;
  }
  try {
    Write(settings_.unfinished);
    is_kept_ = true;
  } catch (const Error& error) {
    Say("the game is not kept for later: " + VisibleLine(error.what()));
    settings_.unfinished.clear();
  }
}

}  // namespace raichi
