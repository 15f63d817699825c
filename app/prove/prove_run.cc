#include "app/prove/prove_run.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <memory>
#include <utility>

#include "base/error.h"
#include "base/files/output_file.h"
#include "base/files/paths.h"
#include "base/process.h"
#include "console/log.h"
#include "console/output.h"
#include "console/rule_json.h"
#include "nn/backend/network_evaluator.h"
#include "prove/extract.h"
#include "prove/proof_book.h"
#include "prove/proof_search.h"
#include "rules/notation.h"
#include "run/players/find_model.h"

namespace raichi {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr uint64_t kFirstTurn = 1 << 16;  // nodes for each side, if both are tried; then doubled
constexpr size_t kShownMoves = 8;

Move LongestReply(const ProofBook& book, const Position& position) {
  MoveList moves;
  GenerateMoves(*book.rules(), position, &moves);
  Move longest = moves[0];
  int most = 0;
  for (const Move move : moves) {
    Position after = position;
    Play(*book.rules(), move, &after);
    const auto entry = book.Find(after);
    if (!entry || entry->plies <= most) continue;
    most = entry->plies;
    longest = move;
  }
  return longest;
}

/// One run of the command: one search, or one for each side.
class ProveRun {
 public:
  ProveRun(const ProveJob& job, const Interrupt& interrupt)
      : job_(job), interrupt_(interrupt), game_(OpenProofGame(job)) {
    const auto sides =
        job.winner ? std::vector{*job.winner} : std::vector{Side::kAttackers, Side::kDefenders};
    ProofSettings settings{.threads = job.threads};
    settings.bytes = static_cast<size_t>(job.max_bytes / static_cast<double>(sides.size()));
    for (const Side side : sides) {
      settings.winner = side;
      searches_.push_back(
          std::make_unique<ProofSearch>(game_.rules_ptr(), settings, EvaluatorsOf(job)));
    }
    if (job.table.empty()) return;
    CheckOutput(job.table);
    if (Exists(job.table)) ReadProofTable(job.table, searches_[0].get());
  }

  ProveOutcome Run() {
    ProofSearch* const search = Search();
    progress_.Finish();
    ProveOutcome outcome{.rules = game_.rules_ptr(), .position = game_.position()};
    outcome.winner = search->winner();
    outcome.numbers = search->NumbersOf(game_.position());
    outcome.line = search->BestLine(game_.position(), kShownMoves);
    if (!job_.table.empty()) WriteProofTable(job_.table, *search);
    if (IsSolved(outcome.numbers)) Certify(search, &outcome);
    for (const auto& one : searches_) {
      outcome.nodes += one->nodes();
      outcome.evaluations += one->evaluations();
    }
    outcome.seconds = SecondsSince(begin_);
    return outcome;
  }

 private:
  static bool IsSolved(const ProofNumbers& numbers) {
    return numbers.IsProven() || numbers.IsDisproven();
  }

  bool IsTimeUp() const {
    return interrupt_.IsRequested() || (job_.seconds > 0 && SecondsSince(begin_) >= job_.seconds);
  }

  /// Lets the searches take turns until one has an answer that decides the game, or time is up.
  /// Returns the search that got furthest.
  ProofSearch* Search() {
    for (uint64_t turn = kFirstTurn;; turn *= 2) {
      for (const auto& search : searches_) {
        const bool is_only = searches_.size() == 1;
        const uint64_t last = is_only ? UINT64_MAX : search->nodes() + turn;
        const ProofNumbers numbers = RunUntil(search.get(), last);
        if (numbers.IsProven() || (is_only && numbers.IsDisproven())) return search.get();
        if (IsTimeUp()) return Hopeful();
      }
      const bool none_wins = std::all_of(searches_.begin(), searches_.end(), [&](const auto& s) {
        return s->NumbersOf(game_.position()).IsDisproven();
      });
      // Rather the disproof that lets the attackers hold, if that wins.
      const bool attackers_win = HoldWins(game_.rules().data(), Side::kAttackers);
      if (none_wins) return searches_[attackers_win ? 1 : 0].get();
    }
  }

  /// The search with the smallest proof number, of those that had a turn if there are any.
  ProofSearch* Hopeful() const {
    const auto worth = [&](const auto& search) {
      return std::pair(search->nodes() == 0, search->NumbersOf(game_.position()).proof);
    };
    return std::ranges::min_element(searches_, {}, worth)->get();
  }

  /// Searches until there is an answer, time is up, or so many nodes are searched in all. Writes
  /// the table now and then.
  ProofNumbers RunUntil(ProofSearch* search, uint64_t last_node) {
    while (true) {
      const auto begin = SteadyClock::now();
      const ProofNumbers numbers = search->Run(game_.position(), [&] {
        Show(*search);
        return !IsTimeUp() && search->nodes() < last_node &&
               (job_.table.empty() || SecondsSince(begin) < job_.save_seconds);
      });
      if (IsSolved(numbers) || IsTimeUp() || search->nodes() >= last_node) return numbers;
      Save(*search);
    }
  }

  void Save(const ProofSearch& search) const {
    try {
      WriteProofTable(job_.table, search);
    } catch (const Error& error) {
      PrintWarning(fmt::format("{}; the search goes on", error.what()));
    }
  }

  void Show(const ProofSearch& search) {
    if (!progress_.IsDue()) return;
    const ProofNumbers numbers = search.NumbersOf(game_.position());
    const auto nodes = static_cast<double>(search.nodes());
    const double now = SecondsSince(begin_);
    const double speed = (nodes - shown_nodes_) / std::max(1e-3, now - shown_at_);
    shown_nodes_ = nodes;
    shown_at_ = now;
    std::string line;
    for (const Move move : search.BestLine(game_.position(), kShownMoves)) {
      line += " " + ToString(move);
    }
    progress_.Show(fmt::format(
        "{} win? {} nodes, {}/s, proof number {}, disproof number {}, table {:.0f} %{}{}",
        ToString(search.winner()), FormatCount(nodes), FormatCount(std::max(0.0, speed)),
        numbers.proof, numbers.disproof,
        100 * static_cast<double>(search.table().entries()) /
            static_cast<double>(search.table().places()),
        line.empty() ? "" : ":", line));
  }

  void Certify(ProofSearch* search, ProveOutcome* outcome) {
    const bool wins = outcome->numbers.IsProven();
    const Side owner = wins ? search->winner() : Opponent(search->winner());
    if (!wins) outcome->why_none = WhyNoHold(game_.rules().data(), owner);
    if (!outcome->why_none.empty()) return;
    std::string what = "making the certificate";
    const WalkProgress keep_going = [&](uint64_t moves) {
      if (progress_.IsDue()) {
        progress_.Show(fmt::format("{}: {} moves", what, FormatCount(static_cast<double>(moves))));
      }
      return !interrupt_.IsRequested();
    };
    try {
      outcome->certificate = ExtractCertificate(search, game_.position(), keep_going);
      what = "checking the certificate";
      const ProofBook book(*outcome->certificate, "the proof found", keep_going);
      outcome->replies = book.walk().replies;
      outcome->line = LineOf(book);
    } catch (const Error&) {
      if (!interrupt_.IsRequested()) throw;
      throw Error("prove: stopped before the certificate was finished" +
                  std::string(job_.table.empty() ? "" : "; the same command makes it"));
    }
    progress_.Finish();
  }

  const ProveJob& job_;
  const Interrupt& interrupt_;
  Game game_;
  std::vector<std::unique_ptr<ProofSearch>> searches_;
  const SteadyClock::time_point begin_ = SteadyClock::now();
  Progress progress_;
  double shown_nodes_ = 0, shown_at_ = 0;
};

}  // namespace

Game OpenProofGame(const ProveJob& job) {
  Game game = OpenGame(job.at);
  PlayMoves(job.moves, &game);
  if (game.IsOver()) throw UsageError("prove: the game is over at this position");
  WarnOfSharedName(game.rules());
  return game;
}

ProofSearch::Evaluators EvaluatorsOf(const ProveJob& job) {
  if (job.network.empty()) return {};
  return [model = FindModel(job.network)] { return OpenNetworkEvaluator(model, {}); };
}

std::vector<Move> LineOf(const ProofBook& book) {
  std::vector<Move> line;
  if (book.claim() != Claim::kWins) return line;
  Position position = book.certificate().start;
  for (auto entry = book.Find(position); entry; entry = book.Find(position)) {
    line.push_back(position.to_move() == book.owner() ? entry->move : LongestReply(book, position));
    if (Play(*book.rules(), line.back(), &position).result != Result::kOngoing) break;
  }
  return line;
}

ProveOutcome Prove(const ProveJob& job, const Interrupt& interrupt) {
  return ProveRun(job, interrupt).Run();
}

}  // namespace raichi
