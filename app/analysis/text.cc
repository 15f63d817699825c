#include "app/analysis/text.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "app/analysis/analysis.h"
#include "base/text.h"
#include "console/output.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/words/words.h"

namespace raichi {
namespace {

constexpr size_t kMovesOfLine = 8;  // of a line, in text for people

std::string_view WordOf(Proof proof) {
  return proof == Proof::kWin ? "win" : proof == Proof::kLoss ? "loss" : "draw";
}

std::string DescribeProof(const Line& line) {
  if (line.proof == Proof::kNone) return "";
  const char* verb = line.proof == Proof::kWin    ? "wins"
                     : line.proof == Proof::kLoss ? "loses"
                                                  : "draws";
  return fmt::format("{} in {}", verb, line.plies_to_end);
}

std::string DescribeVariation(const std::vector<Move>& moves) {
  const std::span<const Move> shown = std::span(moves).first(std::min(moves.size(), kMovesOfLine));
  const std::string text = Join(shown, " ", [](Move move) { return ToString(move); });
  return moves.size() > kMovesOfLine ? text + " …" : text;
}

std::string DescribeLine(const Line& line, uint32_t total) {
  const double share = total == 0 ? 0 : 100.0 * line.visits / total;
  return fmt::format("  {:<7} {:>8} {:<6} {:5.1f} %   {:5.1f} points  {:<12}  {}\n",
                     ToString(line.move), line.visits, line.visits == 1 ? "visit" : "visits", share,
                     Points(line.value), DescribeProof(line), DescribeVariation(line.moves));
}

/// The members that the objects of positions and of lines share.
Json NumbersToJson(float value, float draw, float moves_left) {
  const Chances chances = ChancesOf(value, draw);
  return {{"value", Rounded(static_cast<double>(value))},
          {"wdl", {Rounded(chances.win), Rounded(chances.draw), Rounded(chances.loss)}},
          {"moves_left", Rounded(static_cast<double>(moves_left))}};
}

void AddProof(Proof proof, int plies_to_end, Json* json) {
  const bool proven = proof != Proof::kNone;
  (*json)["proof"] = proven ? Json(std::string(WordOf(proof))) : Json();
  (*json)["plies_to_end"] = proven ? Json(plies_to_end) : Json();
}

Json LineToJson(const Line& line) {
  Json json{{"move", ToString(line.move)}, {"visits", line.visits}};
  json.update(NumbersToJson(line.value, line.draw, line.moves_left));
  AddProof(line.proof, line.plies_to_end, &json);
  json["pv"] = Json::array();
  for (const Move move : line.moves) json["pv"].push_back(ToString(move));
  return json;
}

}  // namespace

double Rounded(double number) { return std::round(number * 1e4) / 1e4 + 0.0; }  // never -0

std::string DescribeScore(const Analysis& analysis, Side to_move) {
  const double attackers = PointsOf(Side::kAttackers, to_move, analysis.value);
  const Side winner = attackers > 50 ? Side::kAttackers : Side::kDefenders;
  const std::string plies = Counted(analysis.plies_to_end, "ply");
  switch (analysis.proof) {
    case Proof::kDraw:
      return "proven: a draw in " + plies;
    case Proof::kWin:
    case Proof::kLoss:
      return fmt::format("proven: the {} win in {}", ToString(winner), plies);
    case Proof::kNone:
      break;
  }
  return fmt::format("attackers {:.1f} points, defenders {:.1f}", attackers, 100 - attackers);
}

std::string DescribeValue(const Analysis& analysis, Side to_move) {
  const std::string score = DescribeScore(analysis, to_move);
  if (analysis.proof != Proof::kNone) return score;
  const float sign = to_move == Side::kAttackers ? 1.0f : -1.0f;
  const Chances chances = ChancesOf(sign * analysis.value, analysis.draw);
  const std::string text =
      score + fmt::format(": attackers win {:.1f} %, draw {:.1f} %, defenders win {:.1f} %",
                          100 * chances.win, 100 * chances.draw, 100 * chances.loss);
  if (analysis.moves_left == 0) return text;
  const auto plies_left = static_cast<int>(std::lround(analysis.moves_left));
  return text + "; about " + Counted(plies_left, "ply") + " left";
}

std::string DescribeLines(const Analysis& analysis) {
  std::string text;
  for (const Line& line : analysis.lines) text += DescribeLine(line, analysis.visits);
  return text;
}

Json AnalysisToJson(const Game& game, const Analysis& analysis) {
  Json json{{"position", ToString(game.rules(), game.position())},
            {"rules", game.rules().data().name},
            {"to_move", std::string(ToString(game.to_move()))}};
  json.update(NumbersToJson(analysis.value, analysis.draw, analysis.moves_left));
  AddProof(analysis.proof, analysis.plies_to_end, &json);
  json["visits"] = analysis.visits;
  json["raichi"] = KingRoads(game.rules(), game.position());
  json["lines"] = Json::array();
  for (const Line& line : analysis.lines) json["lines"].push_back(LineToJson(line));
  return json;
}

}  // namespace raichi
