#include "app/truth/outcomes.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <sstream>
#include <utility>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "console/games.h"
#include "console/rule_json.h"
#include "console/vectors.h"
#include "rules/notation.h"
#include "rules/symmetry.h"
#include "run/truth/prediction.h"
#include "stats/balance/cross_play.h"
#include "stats/balance/logit_mean.h"
#include "stats/ratings/match_result.h"

namespace raichi {
namespace {

constexpr double kLeastChance = 1e-4;  // p is kept this far from 0 and 1
constexpr double kPriorDeviation = 10;
constexpr size_t kBins = 10, kMostFirstMoves = 8;

std::optional<double> PointsOf(const VectorLine& line) {
  const std::string result = line.Text("result");
  for (const Result end : {Result::kAttackersWin, Result::kDefendersWin, Result::kDraw}) {
    if (result == ToString(end)) return AttackersPoints(end);
  }
  return std::nullopt;
}

/// Returns the moves as far as the rules let the game go on.
std::vector<Move> MovesOf(const std::string& text, const RulesPtr& rules) {
  Game game(rules);
  std::vector<Move> moves;
  std::istringstream words(text);
  std::string word;
  while (!game.IsOver() && words >> word) {
    PlayMoves(word, &game, [&](Move move, const Step&) { moves.push_back(move); });
  }
  return moves;
}

double LogLoss(double points, double p) {
  return -points * std::log(p) - (1 - points) * std::log(1 - p);
}

double Kept(double p) { return std::clamp(p, kLeastChance, 1 - kLeastChance); }

/// What was foreseen of a game, and what happened.
struct Foreseen {
  double p = 0;  // the attackers' expected points
  double points = 0;
};

std::optional<CalibrationFit> FitCalibration(const std::vector<Foreseen>& games) {
  const auto [least, most] = std::ranges::minmax_element(games, {}, &Foreseen::p);
  if (most->p - least->p < 1e-6) return std::nullopt;
  std::vector<LogisticRow> rows;
  for (const Foreseen& game : games) {
    rows.push_back({.x = {1, Logit(game.p)}, .points = game.points, .games = 1});
  }
  const LogisticFit fit = FitLogistic(rows, std::array{kPriorDeviation, kPriorDeviation});
  CalibrationFit found{.shift = fit.coefficients(0),
                       .slope = fit.coefficients(1),
                       .slope_error = kDeviationsOf95Percent * std::sqrt(fit.covariance(1, 1))};
  for (const LogisticRow& row : rows) {
    const double logit = found.shift + found.slope * row.x[1];
    found.log_loss += LogLoss(row.points, Kept(ChanceOfLogit(logit)));
  }
  found.log_loss /= static_cast<double>(games.size());
  return found;
}

OutcomeFigures Measure(int ply, const std::vector<Foreseen>& games) {
  OutcomeFigures figures{.ply = ply, .games = games.size()};
  const auto count = static_cast<double>(games.size());
  double even_points = 0;
  for (const Foreseen& game : games) {
    figures.score += game.points / count;
    figures.expected += game.p / count;
    figures.log_loss += LogLoss(game.points, game.p) / count;
    if (std::abs(game.p - 0.5) > 0.05) continue;
    ++figures.even_games;
    even_points += game.points;
  }
  figures.constant_loss = LogLoss(figures.score, Kept(figures.score));
  figures.fit = FitCalibration(games);
  if (figures.even_games > 0) {
    const auto even = static_cast<double>(figures.even_games);
    figures.even_score = even_points / even;
    figures.even_interval = WilsonInterval(figures.even_score, even);
  }
  return figures;
}

std::vector<CalibrationBin> BinsOf(const std::vector<Foreseen>& games) {
  std::vector<CalibrationBin> bins(kBins);
  for (const Foreseen& game : games) {
    CalibrationBin& bin = bins[std::min(kBins - 1, static_cast<size_t>(game.p * kBins))];
    ++bin.positions;
    bin.expected += game.p;
    bin.score += game.points;
  }
  for (CalibrationBin& bin : bins) {
    if (bin.positions == 0) continue;
    bin.expected /= static_cast<double>(bin.positions);
    bin.score /= static_cast<double>(bin.positions);
  }
  return bins;
}

/// Returns the first of the moves that equal this one by a symmetry of the setup.
Move ClassOf(Move move, const Rules& rules) {
  std::string least;
  Move first = move;
  for (const Symmetry symmetry : SymmetriesOfSetup(rules)) {
    const Move image = symmetry(move, rules.size());
    const std::string text = ToString(image);
    if (!least.empty() && text >= least) continue;
    least = text;
    first = image;
  }
  return first;
}

std::vector<FirstMoveShare> FirstMovesOf(const std::vector<EndedGame>& games,
                                         const std::filesystem::path& model,
                                         const WorkersConfig& workers) {
  const RulesPtr& rules = games[0].rules;
  const auto differs = [&](const EndedGame& game) {
    return game.rules->fingerprint() != rules->fingerprint();
  };
  if (std::ranges::any_of(games, differs)) return {};
  std::map<std::string, FirstMoveShare> shares;
  const auto share_of = [&](Move move) -> FirstMoveShare& {
    const Move first = ClassOf(move, *rules);
    FirstMoveShare& share = shares[ToString(first)];
    share.move = first;
    return share;
  };
  for (const EndedGame& game : games) {
    if (game.moves.empty()) continue;
    share_of(game.moves[0]).games += 1 / static_cast<double>(games.size());
  }
  const Game setup(rules);
  MoveList moves;
  setup.LegalMoves(&moves);
  AskNetwork(model, workers, {&setup}, [&](size_t, const Evaluation& said) {
    for (size_t i = 0; i < moves.size(); ++i) {
      share_of(moves[i]).network += static_cast<double>(said.priors[i]);
    }
  });
  std::vector<FirstMoveShare> list;
  for (const auto& [text, share] : shares) list.push_back(share);
  std::ranges::stable_sort(list, [](const FirstMoveShare& a, const FirstMoveShare& b) {
    return a.games + a.network > b.games + b.network;
  });
  list.resize(std::min(list.size(), kMostFirstMoves));
  return list;
}

}  // namespace

std::vector<EndedGame> ReadEndedGames(const std::string& file, const std::string& rules,
                                      bool rules_given) {
  RulesOfLines rules_of(rules, rules_given);
  std::vector<EndedGame> games;
  ForEachVector(file, {"moves"}, [&](const VectorLine& line) {
    if (!line.Has("result")) return;
    const std::optional<double> points = PointsOf(line);
    if (!points) return;
    const RulesPtr of_line = rules_of.Of(line);
    games.push_back({of_line, MovesOf(line.Text("moves"), of_line), *points});
  });
  if (games.empty()) {
    throw Error(file + ": holds no finished game; expected lines such as " +
                R"({"rules": "copenhagen", "moves": "d1-d3 …", "result": "attackers"})");
  }
  return games;
}

Outcomes Foresee(const std::vector<EndedGame>& games, const std::filesystem::path& model,
                 const WorkersConfig& workers, const std::vector<int>& plies, size_t least_games) {
  Outcomes outcomes;
  std::vector<Foreseen> all;
  for (const int ply : plies) {
    std::vector<Game> positions;
    std::vector<Foreseen> foreseen;
    for (const EndedGame& game : games) {
      if (game.moves.size() < static_cast<size_t>(ply)) continue;
      Game position(game.rules);
      for (int i = 0; i < ply; ++i) position.Play(game.moves[static_cast<size_t>(i)]);
      if (position.IsOver()) continue;
      positions.push_back(std::move(position));
      foreseen.push_back({.points = game.points});
    }
    if (positions.size() < std::max<size_t>(least_games, 1)) continue;
    std::vector<const Game*> asked;
    for (const Game& position : positions) asked.push_back(&position);
    AskNetwork(model, workers, asked, [&](size_t number, const Evaluation& said) {
      const double value = static_cast<double>(said.Value());
      const bool attackers = positions[number].to_move() == Side::kAttackers;
      foreseen[number].p = Kept((1 + (attackers ? value : -value)) / 2);
    });
    outcomes.plies.push_back(Measure(ply, foreseen));
    all.insert(all.end(), foreseen.begin(), foreseen.end());
  }
  if (outcomes.plies.empty()) {
    throw Error(fmt::format("expected at least {} games that go on after one of the chosen plies",
                            least_games));
  }
  outcomes.bins = BinsOf(all);
  outcomes.first_moves = FirstMovesOf(games, model, workers);
  return outcomes;
}

Json OutcomesToJson(const Outcomes& outcomes) {
  Json plies = Json::array(), bins = Json::array(), moves = Json::array();
  for (const OutcomeFigures& figures : outcomes.plies) {
    Json object{{"ply", figures.ply},
                {"games", figures.games},
                {"score", figures.score},
                {"expected", figures.expected},
                {"log_loss", figures.log_loss},
                {"constant_loss", figures.constant_loss},
                {"fit", nullptr},
                {"even_games", figures.even_games},
                {"even_score", nullptr},
                {"even_low", nullptr},
                {"even_high", nullptr}};
    if (figures.fit) {
      object["fit"] = {{"shift", figures.fit->shift},
                       {"slope", figures.fit->slope},
                       {"slope_error", figures.fit->slope_error},
                       {"log_loss", figures.fit->log_loss}};
    }
    if (figures.even_games > 0) {
      object["even_score"] = figures.even_score;
      object["even_low"] = figures.even_interval.low;
      object["even_high"] = figures.even_interval.high;
    }
    plies.push_back(std::move(object));
  }
  for (const CalibrationBin& bin : outcomes.bins) {
    bins.push_back(
        {{"positions", bin.positions}, {"expected", bin.expected}, {"score", bin.score}});
  }
  for (const FirstMoveShare& share : outcomes.first_moves) {
    moves.push_back(
        {{"move", ToString(share.move)}, {"games", share.games}, {"network", share.network}});
  }
  return {{"plies", plies}, {"calibration", bins}, {"first_moves", moves}};
}

std::vector<std::string> FormatOutcomes(const Outcomes& outcomes) {
  std::vector<std::string> lines{
      " ply  games  attackers  expected  log loss  constant  fitted        slope  even games  "
      "attackers"};
  for (const OutcomeFigures& f : outcomes.plies) {
    std::string line =
        fmt::format("{:>4}  {:>5}  {:>7.1f} %  {:>6.1f} %  {:>8.3f}  {:>8.3f}", f.ply, f.games,
                    100 * f.score, 100 * f.expected, f.log_loss, f.constant_loss);
    if (f.fit) {
      line += fmt::format("  {:>6.3f}  {:>5.2f} ± {:.2f}", f.fit->log_loss, f.fit->slope,
                          f.fit->slope_error);
      if (f.even_games > 0) {
        line +=
            fmt::format("  {:>10}  {:.0f} % ({:.0f} to {:.0f})", f.even_games, 100 * f.even_score,
                        100 * f.even_interval.low, 100 * f.even_interval.high);
      }
    }
    lines.push_back(std::move(line));
  }
  lines.insert(lines.end(), {"", "expected  positions  attackers"});
  for (const CalibrationBin& bin : outcomes.bins) {
    if (bin.positions == 0) continue;
    lines.push_back(fmt::format("{:>6.1f} %  {:>9}  {:>7.1f} %", 100 * bin.expected, bin.positions,
                                100 * bin.score));
  }
  if (outcomes.first_moves.empty()) return lines;
  lines.insert(lines.end(), {"", "first move  games    network"});
  for (const FirstMoveShare& share : outcomes.first_moves) {
    lines.push_back(fmt::format("{:<10}  {:>4.1f} %  {:>5.1f} %", ToString(share.move),
                                100 * share.games, 100 * share.network));
  }
  return lines;
}

}  // namespace raichi
