#include "app/matches/proof_match.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "base/text.h"
#include "console/match_json.h"
#include "rules/notation.h"

namespace raichi {
namespace {

Game GameOf(const GameRecord& record, const RulesPtr& rules) {
  Game game = StartOf(record, rules);
  for (const TurnRecord& turn : record.turns) game.Play(turn.move);
  return game;
}

std::string MovesOf(const GameRecord& record) {
  std::string moves;
  for (const TurnRecord& turn : record.turns) moves += ToString(turn.move) + ' ';
  return moves;
}

bool IsAsClaimed(const ProofBook& book, Result result) {
  return result == WinFor(book.owner()) ||
         (result == Result::kDraw && book.claim() == Claim::kHolds);
}

std::string PercentText(const TruthShare& share) {
  return fmt::format("{:.1f} %, 95 % interval {:.1f} to {:.1f}", 100 * share.Value(),
                     100 * share.Low(), 100 * share.High());
}

std::string PliesText(const ProofBook& book, const std::vector<int>& plies) {
  const auto [least, most] = std::ranges::minmax(plies);
  const double sum = std::accumulate(plies.begin(), plies.end(), 0.0);
  std::string text = fmt::format("plies of won games: {:.1f} on average, {} to {}",
                                 sum / static_cast<double>(plies.size()), least, most);
  if (book.claim() == Claim::kWins) {
    text += fmt::format("; proven: at most {}", book.certificate().plies);
  }
  return text;
}

std::string FailureText(const ProofBook& book, const ProofMatch::Failure& failure) {
  const std::string_view end = failure.result == Result::kDraw ? "drawn" : "lost";
  std::string text = fmt::format("  game {} {}: ", failure.game, end);
  if (!failure.left) return text + "every move kept to proven positions";
  const Departure& left = *failure.left;
  return text + fmt::format("{}. {}, not {} ({}), at {}", left.ply + 1, ToString(left.played),
                            ToString(left.proofs),
                            ClaimText(book.claim(), book.owner(), left.plies),
                            ToString(*book.rules(), left.position));
}

Json FailureToJson(const ProofBook& book, const ProofMatch::Failure& failure) {
  Json json{{"game", failure.game}, {"result", ToJson(failure.result)}};
  if (!failure.left) return json;
  json["ply"] = failure.left->ply;
  json["position"] = ToString(*book.rules(), failure.left->position);
  json["plies"] = failure.left->plies;
  json["played"] = ToString(failure.left->played);
  json["proof"] = ToString(failure.left->proofs);
  return json;
}

}  // namespace

void SetProof(const ProofBook& book, MatchConfig* config) {
  config->rules = book.rules();
  config->start = book.certificate().start;
  config->a_side = book.owner();
  config->opening_random_plies = 0;
  config->keep_records = true;
}

ProofMatch JudgeProofMatch(const ProofBook& book, std::span<const GameRecord> records) {
  ProofMatch match;
  std::set<std::string> different;
  for (const GameRecord& record : records) {
    const Game game = GameOf(record, book.rules());
    const ProofTrace trace = TraceGame(book, game);
    match.games.Add(record.result, book.owner());
    const bool is_kept = IsAsClaimed(book, record.result);
    match.kept.Add(is_kept);
    match.same.right += trace.same;
    match.same.all += trace.turns;
    if (record.result == WinFor(book.owner())) match.plies.push_back(game.ply());
    if (!is_kept) match.failures.push_back({record.game_id, record.result, trace.left});
    different.insert(MovesOf(record));
  }
  match.num_different = different.size();
  return match;
}

std::vector<std::string> FormatProofMatch(const ProofBook& book, const std::string& file,
                                          const MatchOutcome& outcome, const ProofMatch& match) {
  const Certificate& proof = book.certificate();
  const Tally& games = match.games;
  std::vector<std::string> lines = {
      fmt::format("{} against {}, {}, {}", outcome.result.a, outcome.result.b, outcome.result.rules,
                  file),
      "proven: " + ClaimText(proof.claim, proof.owner, proof.plies),
      fmt::format("{}: {} of {}, {}", proof.claim == Claim::kWins ? "won" : "held",
                  match.kept.right, Counted(match.kept.all, "game"), PercentText(match.kept)),
      fmt::format("won {}, drawn {}, lost {}; {}", games.wins, games.draws, games.losses,
                  Counted(match.num_different, "different game"))};
  if (!match.plies.empty()) lines.push_back(PliesText(book, match.plies));
  lines.push_back(fmt::format("moves in proven positions: {}, {:.1f} % as the certificate has them",
                              match.same.all, 100 * match.same.Value()));
  if (match.failures.empty()) return lines;
  lines.emplace_back("where the proof was left in the other games:");
  for (const auto& failure : match.failures) lines.push_back(FailureText(book, failure));
  return lines;
}

Json ProofMatchToJson(const ProofBook& book, const std::string& file, const MatchOutcome& outcome,
                      const ProofMatch& match) {
  const Certificate& proof = book.certificate();
  Json json{{"a", outcome.result.a},
            {"b", outcome.result.b},
            {"rules", outcome.result.rules},
            {"certificate", file},
            {"owner", std::string(ToString(proof.owner))},
            {"claim", proof.claim == Claim::kWins ? "wins" : "holds"},
            {"plies", proof.plies},
            {"won", match.games.wins},
            {"drawn", match.games.draws},
            {"lost", match.games.losses},
            {"kept", match.kept.Value()},
            {"kept_low", match.kept.Low()},
            {"kept_high", match.kept.High()},
            {"different", match.num_different},
            {"plies_of_wins", match.plies},
            {"proven_turns", match.same.all},
            {"as_proof", match.same.right}};
  json["failures"] = Json::array();
  for (const auto& failure : match.failures) {
    json["failures"].push_back(FailureToJson(book, failure));
  }
  return json;
}

}  // namespace raichi
