#include "app/truth/proof_truth.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <utility>

#include "app/truth/bench_truth.h"
#include "base/error.h"
#include "base/rng.h"
#include "prove/walk.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "solve/truth/answers_to_truth.h"
#include "solve/truth/examine.h"

namespace raichi {
namespace {

constexpr size_t kBytes = size_t{64} << 20;   // of each search's table
constexpr uint64_t kFewNodes = 1024;          // of a first look for the other side's win
constexpr size_t kCandidatesPerPosition = 4;  // that are drawn for each that is wanted
constexpr size_t kLeastMoves = 4;
constexpr size_t kMovesPerWin = 2;       // a half of the moves may win
constexpr size_t kMovesPerUnknown = 10;  // a tenth of them may be undecided

/// The positions of a walk that are looked at, by who is to move and distance. Which are drawn
/// follows from the seed alone.
class Candidates {
 public:
  Candidates(const Rules& rules, uint64_t seed, int per_class)
      : order_(rules, Mix64(seed)),
        most_(kCandidatesPerPosition * static_cast<size_t>(per_class)) {}

  void Add(const Position& position, int plies) {
    if (plies < 1 || plies > TruthPosition::kMostPlies) return;
    auto& cell = cells_[plies];
    cell.try_emplace(SymmetricHash::Key(order_.Of(position)), position);
    if (cell.size() > most_) cell.erase(std::prev(cell.end()));
  }

  /// By distance, which is odd if the owner is to move; then by keys without order.
  const std::map<int, std::map<uint64_t, Position>>& cells() const { return cells_; }

 private:
  SymmetricHash order_;
  size_t most_;
  std::map<int, std::map<uint64_t, Position>> cells_;
};

Candidates Draw(const Certificate& certificate, const std::string& name,
                const MakeTruthSettings& settings, const WalkProgress& keep_going) {
  Candidates candidates(*certificate.rules, settings.seed, settings.per_class);
  const auto see = [&](const WalkStep& step) {
    candidates.Add(*step.position, step.plies);
    if (step.after != nullptr) candidates.Add(*step.after, step.plies - 1);
  };
  CheckCertificate(certificate, name, see, keep_going);
  return candidates;
}

RulesPtr ShippedRulesOf(const Certificate& certificate, const std::string& name) {
  RulesPtr rules = FindShippedRules(certificate.rules->data().name);
  if (rules && rules->fingerprint() == certificate.rules->fingerprint()) return rules;
  throw Error(name +
              ": is of rules that do not come with the program; expected a shipped rule set");
}

}  // namespace

ProofExaminer::ProofExaminer(const ProofBook& book, uint64_t most_nodes,
                             std::function<bool()> keep_going)
    : book_(book),
      most_nodes_(most_nodes),
      keep_going_(std::move(keep_going)),
      for_owner_(book.rules(), {.winner = book.owner(), .bytes = kBytes}),
      for_other_(book.rules(), {.winner = Opponent(book.owner()), .bytes = kBytes}) {}

std::optional<bool> ProofExaminer::Wins(ProofSearch* search, const Position& position,
                                        uint64_t most_nodes) {
  // One thread counts its nodes, so it always stops at the same one.
  const uint64_t before = search->nodes();
  const ProofNumbers numbers =
      search->Run(position, [&] { return search->nodes() - before < most_nodes && keep_going_(); });
  if (numbers.IsDisproven()) return false;
  if (!numbers.IsProven()) return std::nullopt;
  return IsWithinLimits(book_.rules()->data(), numbers.plies + 1) ? std::optional(true)
                                                                  : std::nullopt;
}

ProofExaminer::Worth ProofExaminer::WorthOf(const Position& position, Move move,
                                            uint64_t most_nodes) {
  Position after = position;
  const Result result = Play(*book_.rules(), move, &after).result;
  if (result == WinFor(book_.owner())) return Worth::kWins;
  if (result == WinFor(Opponent(book_.owner()))) return Worth::kLoses;
  if (result != Result::kOngoing) return Worth::kNeither;
  const auto known = book_.Find(after);
  if (known && IsWithinLimits(book_.rules()->data(), known->plies + 1)) return Worth::kWins;
  if (Wins(&for_other_, after, std::min(kFewNodes, most_nodes)).value_or(false)) {
    return Worth::kLoses;
  }
  const std::optional<bool> wins = Wins(&for_owner_, after, most_nodes);
  if (wins && *wins) return Worth::kWins;
  if (Wins(&for_other_, after, most_nodes).value_or(false)) return Worth::kLoses;
  return wins ? Worth::kNeither : Worth::kUnknown;
}

/// The cheap questions come first, so that most positions that are not telling cost little.
bool ProofExaminer::DivideMoves(const MoveList& moves, TruthPosition* truth) {
  std::vector<Worth> worths(moves.size(), Worth::kUnknown);
  const auto count = [&](Worth worth) {
    return static_cast<size_t>(std::ranges::count(worths, worth));
  };
  for (const uint64_t most_nodes : {kFewNodes, most_nodes_}) {
    size_t unknown = 0;
    for (size_t i = 0; i < worths.size(); ++i) {
      if (worths[i] != Worth::kUnknown) continue;
      worths[i] = WorthOf(truth->position, moves[i], most_nodes);
      unknown += worths[i] == Worth::kUnknown;
      const bool is_last = most_nodes == most_nodes_;
      if (!keep_going_() || kMovesPerWin * count(Worth::kWins) > worths.size() ||
          (is_last && kMovesPerUnknown * unknown > worths.size())) {
        return false;
      }
    }
  }
  for (size_t i = 0; i < worths.size(); ++i) {
    if (worths[i] == Worth::kWins) truth->winning.push_back(moves[i]);
    if (worths[i] == Worth::kNeither || worths[i] == Worth::kUnknown) {
      truth->open.push_back(moves[i]);
    }
  }
  const bool is_decided = count(Worth::kUnknown) == 0;
  truth->horizon = is_decided ? TruthPosition::kExact : TruthPosition::kUndecided;
  return true;
}

std::optional<TruthPosition> ProofExaminer::Examine(const Position& position, int plies) {
  TruthPosition truth{.rules = book_.rules(),
                      .position = position,
                      .is_won = position.to_move() == book_.owner(),
                      .plies = plies,
                      .is_bound = plies > 2,
                      .horizon = plies,
                      .winning = {},
                      .open = {}};
  MoveList moves;
  GenerateMoves(*truth.rules, position, &moves);
  if (moves.size() < kLeastMoves || !IsWithinLimits(truth.rules->data(), plies)) {
    return std::nullopt;
  }
  if (!truth.is_won) return truth;
  return DivideMoves(moves, &truth) ? std::optional(truth) : std::nullopt;
}

std::string ProofExaminer::Contradiction(const TruthPosition& truth, bool* is_proven) {
  *is_proven = false;
  const auto entry = book_.Find(truth.position);
  if (!entry || entry->plies > truth.plies) return "";
  if (truth.winner() != book_.owner()) return "the other side wins";
  *is_proven = true;
  if (!truth.is_won) return "";
  MoveList moves;
  GenerateMoves(*truth.rules, truth.position, &moves);
  for (const Move move : moves) {
    const Worth worth = WorthOf(truth.position, move, most_nodes_);
    const bool should_lose = !truth.Wins(move) && !truth.IsOpen(move);
    *is_proven &= (worth != Worth::kUnknown || truth.IsOpen(move)) &&
                  (worth == Worth::kLoses || !should_lose);
    const bool may_win =
        truth.Wins(move) || (truth.horizon == TruthPosition::kUndecided && truth.IsOpen(move));
    if (worth == Worth::kWins && !may_win) return ToString(move) + " wins too";
    if ((worth == Worth::kLoses || worth == Worth::kNeither) && truth.Wins(move)) {
      return ToString(move) + " does not win";
    }
  }
  return "";
}

std::vector<TruthPosition> TruthOfProof(const Certificate& certificate, const std::string& name,
                                        const MakeTruthSettings& settings,
                                        const std::function<bool(size_t positions)>& attend) {
  if (certificate.claim != Claim::kWins) throw Error(name + ": expected the proof of a win");
  const RulesPtr rules = ShippedRulesOf(certificate, name);
  bool is_stopped = false;
  const WalkProgress go_on = [&](uint64_t) { return !(is_stopped = !attend(0)); };
  std::optional<Candidates> drawn;
  std::optional<ProofBook> book;
  try {
    drawn.emplace(Draw(certificate, name, settings, go_on));
    book.emplace(certificate, name, go_on);
  } catch (const Error&) {
    if (is_stopped) return {};
    throw;
  }
  TruthCells cells(*rules, settings.per_class, TruthPosition::kMostPlies);
  const auto keep_going = [&] { return attend(cells.positions().size()); };
  ProofExaminer examiner(*book, settings.examine.most_nodes, keep_going);
  for (const auto& [plies, positions] : drawn->cells()) {
    for (const auto& [key, position] : positions) {
      if (!keep_going()) return {};
      if (!cells.HasRoomFor(position, plies)) continue;
      auto truth = examiner.Examine(position, plies);
      if (!truth) continue;
      if (settings.easy_visits > 0 && IsEasy(*truth, settings.easy_visits)) continue;
      truth->rules = rules;
      truth->part = Mix64(key) % 2 == 0 ? TruthPart::kChoice : TruthPart::kHeldOut;
      cells.Add(std::move(*truth));
    }
  }
  return keep_going() ? cells.positions() : std::vector<TruthPosition>();
}

}  // namespace raichi
