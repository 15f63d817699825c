#include "app/analysis/analysis.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>

#include "app/analysis/text.h"
#include "base/error.h"
#include "base/text.h"
#include "console/output.h"
#include "mcts/players/player.h"
#include "mcts/search/search.h"
#include "rules/notation.h"
#include "run/players/players.h"

namespace raichi {

std::string DescribeProven(const Proven& proven) {
  const std::string text = "proven: " + ClaimText(proven.claim, proven.owner, proven.plies);
  return proven.move.IsNone() ? text : text + ", by " + ToString(proven.move);
}

Json ProvenToJson(const std::optional<Proven>& proven) {
  if (!proven) return Json();
  const bool wins = proven->claim == Claim::kWins;
  Json json{{wins ? "winner" : "holds", std::string(ToString(proven->owner))}};
  if (wins) json["plies"] = proven->plies;
  json["move"] = proven->move.IsNone() ? Json() : Json(ToString(proven->move));
  return json;
}

std::string DescribeDeparture(const ProofBook& book, const Departure& departure) {
  return fmt::format(
      "{}. {} leaves the proof that {}; it plays {}", departure.ply + 1, ToString(departure.played),
      ClaimText(book.claim(), book.owner(), departure.plies), ToString(departure.proofs));
}

std::string DescribeProvenGame(const Subject& subject, const GameProofs& proofs) {
  std::string text;
  if (const auto first = proofs.Find(subject.At(0))) text = DescribeProven(*first) + '\n';
  const auto book = proofs.Book();
  if (!book) return text;
  const ProofTrace trace = TraceGame(*book, subject.At(subject.plies()));
  if (trace.turns == 0) return text;
  text += fmt::format("{} played {} of {} proven positions as the proof does\n",
                      ToString(book->owner()), trace.same, trace.turns);
  if (trace.left) text += DescribeDeparture(*book, *trace.left) + '\n';
  return text;
}

namespace {

constexpr int kMovesShown = 6;

}  // namespace

std::string GiveHint(const Game& game, const HintRequest& request, Evaluator* evaluator) {
  Search search(SearchConfig{}, game, request.seed);
  search.Start({.visits = request.visits, .in_flight = request.in_flight});
  Think(&search, evaluator, request.tick);
  const Analysis analysis = AnalysisOf(search, kMovesShown);
  return fmt::format("{} to move, {:.1f} points\n{}", ToString(game.to_move()),
                     Points(analysis.value), DescribeLines(analysis));
}

int ParseHintVisits(const std::string& text) {
  if (const auto visits = ParseNumber(text, 1, kMaxVisits)) return *visits;
  throw Error(
      fmt::format("hint: expected a number of visits from 1 to {}, got '{}'", kMaxVisits, text));
}

Analysis AnalysisOf(const Search& search, int lines) {
  const SearchResult result = search.RootResult();
  return {.visits = static_cast<uint32_t>(search.Visits()),
          .value = result.value,
          .draw = result.draw,
          .moves_left = result.moves_left,
          .proof = result.proof,
          .plies_to_end = result.proof == Proof::kNone ? 0 : result.plies_to_end,
          .lines = BestLines(search, lines)};
}

Chances ChancesOf(float value, float draw) {
  const double drawn = std::clamp(static_cast<double>(draw), 0.0, 1.0);
  const double win = std::clamp((1 - drawn + static_cast<double>(value)) / 2, 0.0, 1 - drawn);
  return {.win = win, .draw = drawn, .loss = 1 - drawn - win};
}

namespace {

double LostPoints(const Judgement& judgement) { return 50 * static_cast<double>(judgement.loss); }

std::string OneDecimal(double number) { return fmt::format("{:.1f}", number); }

std::string Row(std::string_view ply, std::string_view move, std::string_view mark,
                std::string_view points, std::string_view lost) {
  return fmt::format("{:>5}  {:<14} {:<2} {:>7} {:>6}", ply, move, mark, points, lost);
}

std::string DescribeMove(const Judgement& judgement) {
  const double points = PointsOf(Side::kAttackers, judgement.mover, judgement.value);
  std::string line = Row(std::to_string(judgement.ply + 1), judgement.text, MarkOf(judgement),
                         OneDecimal(points), OneDecimal(LostPoints(judgement)));
  // A loss that rounds to nothing makes no other move better.
  if (std::lround(10 * LostPoints(judgement)) > 0) line += "   " + ToString(judgement.best);
  return line;
}

std::string DescribeSide(Side side, const std::vector<Judgement>& judgements) {
  int moves = 0, mistakes = 0, blunders = 0;
  double lost = 0;
  for (const Judgement& judgement : judgements) {
    if (judgement.mover != side) continue;
    ++moves;
    lost += LostPoints(judgement);
    mistakes += MarkOf(judgement) == "?";
    blunders += MarkOf(judgement) == "??";
  }
  return fmt::format("{}: {:.1f} points lost a move, {} ?, {} ??", ToString(side),
                     moves == 0 ? 0 : lost / moves, mistakes, blunders);
}

}  // namespace

std::string_view MarkOf(const Judgement& judgement) {
  const double lost = LostPoints(judgement);
  return lost >= kBlunder ? "??" : lost >= kMistake ? "?" : "";
}

std::vector<Judgement> JudgeMoves(const Subject& subject, std::span<const Analysis> analyses) {
  std::vector<Judgement> judgements;
  Game game = subject.At(0);
  for (const TurnRecord& turn : subject.record.turns) {
    const auto ply = static_cast<size_t>(game.ply());
    const Analysis& before = analyses[ply];
    Judgement judgement{.ply = game.ply(),
                        .mover = game.to_move(),
                        .move = turn.move,
                        .value = before.value,
                        .best = before.lines.front().move};
    judgement.text = ToString(turn.move, game.Play(turn.move));
    const float after = ply + 1 < analyses.size() ? -analyses[ply + 1].value
                                                  : ValueFor(judgement.mover, game.result());
    if (turn.move != judgement.best) judgement.loss = std::max(before.value - after, 0.0f);
    judgements.push_back(std::move(judgement));
  }
  return judgements;
}

std::vector<double> AttackersPoints(const Subject& subject, std::span<const Analysis> analyses) {
  const Game end = subject.At(subject.plies());
  std::vector<double> points;
  for (size_t ply = 0; ply < analyses.size(); ++ply) {
    const Side to_move = end.PositionAt(static_cast<int>(ply)).to_move();
    points.push_back(PointsOf(Side::kAttackers, to_move, analyses[ply].value));
  }
  if (end.IsOver()) points.push_back(Points(ValueFor(Side::kAttackers, end.result())));
  return points;
}

std::string TitleOf(const Subject& subject) {
  const GameRecord& record = subject.record;
  std::string text = fmt::format("game {}: ", record.game_id);
  if (!record.attackers.empty() || !record.defenders.empty()) {
    text += fmt::format("{} - {}, ", record.attackers, record.defenders);
  }
  text += ToString(record.result);
  if (record.reason != Reason::kNone) text += fmt::format(": {}", ToString(record.reason));
  return text +
         fmt::format(", {}, {}", Counted(subject.plies(), "ply"), subject.rules->data().name);
}

std::string DescribeGame(const Subject& subject, std::span<const Analysis> analyses) {
  const std::vector<Judgement> judgements = JudgeMoves(subject, analyses);
  std::string text = TitleOf(subject) + '\n' + Row("ply", "move", "", "points", "lost");
  text += "   better\n";
  for (const Judgement& judgement : judgements) text += DescribeMove(judgement) + '\n';
  text += fmt::format("  end {:>26.1f}\n", AttackersPoints(subject, analyses).back());
  return text + DescribeSide(Side::kAttackers, judgements) + '\n' +
         DescribeSide(Side::kDefenders, judgements) + '\n';
}

}  // namespace raichi
