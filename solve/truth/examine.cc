#include "solve/truth/examine.h"

#include <algorithm>

#include "rules/movegen.h"
#include "rules/notation.h"
#include "solve/answers.h"
#include "solve/table.h"

namespace raichi {
namespace {

constexpr size_t kLeastMoves = 8;
constexpr size_t kMovesPerWin = 3;   // a third of the moves may win
constexpr size_t kMovesPerLoss = 2;  // half of them must lose

bool HasEnoughLosses(size_t losses, size_t moves) { return kMovesPerLoss * losses >= moves; }

bool IsTelling(const TruthPosition& truth, size_t moves) {
  if (moves < kLeastMoves) return false;
  const size_t wins = truth.winning.size();
  return !truth.is_won ||
         (kMovesPerWin * wins <= moves && HasEnoughLosses(moves - wins - truth.open.size(), moves));
}

/// Proves questions about the moves of one position.
class MoveProver {
 public:
  MoveProver(const Position& position, uint64_t most_nodes, Prover* prover)
      : position_(position), most_nodes_(most_nodes), prover_(*prover) {}

  /// Whether a move wins within `horizon`; nothing if that takes too long to prove.
  std::optional<bool> Wins(Move move, int horizon) const {
    Position after = position_;
    const Result result = Play(*prover_.rules(), move, &after).result;
    if (result != Result::kOngoing) return result == WinFor(position_.to_move());
    return prover_.LosesWithin(after, horizon - 1, most_nodes_);
  }

  /// Whether the opponent wins soon after a move, as far as that can be proven.
  bool Loses(Move move) const {
    Position after = position_;
    const Result result = Play(*prover_.rules(), move, &after).result;
    if (result != Result::kOngoing) return result == WinFor(Opponent(position_.to_move()));
    for (int plies = 1; plies <= ExamineSettings::kRefutation; plies += 2) {
      if (prover_.WinsWithin(after, plies, most_nodes_).value_or(false)) return true;
    }
    return false;
  }

 private:
  const Position& position_;
  const uint64_t most_nodes_;
  Prover& prover_;
};

/// Divides the moves of a won position. Returns false if too few of them lose, or if it takes too
/// long. The cheap questions come first.
bool ProveMoves(const MoveList& moves, const ExamineSettings& settings, Prover* prover,
                TruthPosition* truth) {
  const MoveProver ask(truth->position, settings.most_nodes, prover);
  std::vector<Move> others;
  std::ranges::copy_if(moves, std::back_inserter(others),
                       [&](Move move) { return !ask.Loses(move); });
  if (!HasEnoughLosses(moves.size() - others.size(), moves.size())) return false;
  for (const Move move : others) {
    const std::optional<bool> wins = ask.Wins(move, truth->horizon);
    if (!wins) return false;
    (*wins ? truth->winning : truth->open).push_back(move);
  }
  return true;
}

}  // namespace

bool IsWithinLimits(const RuleSet& rules, int plies) {
  return (rules.quiet_limit == 0 || plies <= rules.quiet_limit) &&
         (rules.ply_limit == 0 || plies <= rules.ply_limit);
}

std::optional<int> PliesToEnd(const Position& position, const ExamineSettings& settings,
                              Prover* prover) {
  for (int plies = 1; plies <= settings.most_plies; ++plies) {
    const std::optional<bool> ends =
        plies % 2 == 1 ? prover->WinsWithin(position, plies, settings.most_nodes)
                       : prover->LosesWithin(position, plies, settings.most_nodes);
    if (!ends) return std::nullopt;
    if (*ends) return plies;
  }
  return 0;
}

std::optional<TruthPosition> Examine(const Position& position, int plies,
                                     const ExamineSettings& settings, Prover* prover) {
  TruthPosition truth{.rules = prover->rules(),
                      .position = position,
                      .is_won = plies % 2 == 1,
                      .plies = plies,
                      .horizon = plies,
                      .winning = {}};
  if (truth.is_won) {
    truth.horizon = std::max(plies + ExamineSettings::kBeyond, ExamineSettings::kLeastHorizon);
  }
  MoveList moves;
  GenerateMoves(*truth.rules, position, &moves);
  if (!IsWithinLimits(truth.rules->data(), truth.horizon)) return std::nullopt;
  if (truth.is_won && !ProveMoves(moves, settings, prover, &truth)) return std::nullopt;
  return IsTelling(truth, moves.size()) ? std::optional(truth) : std::nullopt;
}

std::optional<TruthPosition> Examine(const Position& position, const SolveTable& table) {
  const std::optional<Solved> value = table.ValueOf(position);
  if (!value || !value->plies || IsAtLeast(*value->plies)) return std::nullopt;
  const Result win = WinFor(position.to_move());
  TruthPosition truth{.rules = table.rules_ptr(),
                      .position = position,
                      .is_won = value->result == win,
                      .plies = *value->plies,
                      .horizon = TruthPosition::kExact,
                      .winning = {}};
  MoveList moves;
  GenerateMoves(table.rules(), position, &moves);
  if (!truth.is_won) {
    truth.horizon = truth.plies;
    return IsTelling(truth, moves.size()) ? std::optional(truth) : std::nullopt;
  }
  const std::vector<SolvedMove> solved = SolvedMoves(table, position);
  for (const Move move : moves) {
    const Result result = std::ranges::find(solved, move, &SolvedMove::move)->value.result;
    if (result == win) truth.winning.push_back(move);
    if (result == Result::kDraw) truth.open.push_back(move);
  }
  return IsTelling(truth, moves.size()) ? std::optional(truth) : std::nullopt;
}

std::string Contradiction(const TruthPosition& truth, const ExamineSettings& settings,
                          Prover* prover, bool* is_proven) {
  *is_proven = false;
  if (truth.plies > settings.most_plies) return "";
  const uint64_t most_nodes = settings.most_nodes;
  const auto plies =
      PliesToEnd(truth.position, {.most_plies = truth.plies, .most_nodes = most_nodes}, prover);
  if (!plies) return "";
  const bool is_sooner = truth.is_bound && *plies > 0 && *plies % 2 == truth.plies % 2;
  if (*plies != truth.plies && !is_sooner) {
    return *plies == 0 ? "nobody wins within " + std::to_string(truth.plies) + " plies"
                       : "the end comes in " + std::to_string(*plies) + " plies";
  }
  *is_proven = true;
  if (!truth.is_won) return "";
  const bool is_exact = truth.horizon == TruthPosition::kExact;
  const bool is_undecided = truth.horizon == TruthPosition::kUndecided;
  const MoveProver ask(truth.position, most_nodes, prover);
  MoveList moves;
  GenerateMoves(*truth.rules, truth.position, &moves);
  for (const Move move : moves) {
    const auto wins = ask.Wins(move, is_exact || is_undecided ? truth.plies : truth.horizon);
    *is_proven &= wins.has_value();
    if (!wins) continue;
    const bool may_win = truth.Wins(move) || (is_undecided && truth.IsOpen(move));
    if (*wins && !may_win) return ToString(move) + " wins too";
    if (is_exact || is_undecided) continue;
    if (!*wins && truth.Wins(move)) return ToString(move) + " does not win in time";
    const bool should_lose = !truth.Wins(move) && !truth.IsOpen(move);
    if (should_lose && !ask.Loses(move)) return ToString(move) + " does not lose in time";
  }
  return "";
}

}  // namespace raichi
