#include "tests/solve/plain_solver.h"

#include <algorithm>

#include "rules/movegen.h"
#include "rules/notation.h"

namespace raichi {
namespace {

constexpr int kNever = std::numeric_limits<int>::max() - 1;

int EndOf(Result result) {
  return result == Result::kAttackersWin   ? PlainGraph::kAttackersWin
         : result == Result::kDefendersWin ? PlainGraph::kDefendersWin
                                           : PlainGraph::kDraw;
}

/// The numbers of positions, given in the order in which they are found.
class Nodes {
 public:
  explicit Nodes(PlainGraph* graph) : graph_(*graph) {}
  int Of(const std::string& position) {
    const auto [it, is_new] = numbers_.try_emplace(position, static_cast<int>(numbers_.size()));
    if (is_new) graph_.positions.push_back(position);
    return it->second;
  }

 private:
  PlainGraph& graph_;
  std::unordered_map<std::string, int> numbers_;
};

/// In how many plies `side` can force an end that `is_good`; kNever if it cannot. Each round looks
/// one ply further.
std::vector<int> PliesToForce(const PlainGraph& graph, Side side, bool (*is_good)(int end)) {
  std::vector<int> plies(graph.moves.size(), kNever);
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<int> next = plies;
    for (size_t node = 0; node < graph.moves.size(); ++node) {
      int fastest = kNever;
      int slowest = 0;
      for (const int move : graph.moves[node]) {
        const int after = move >= 0 ? plies[static_cast<size_t>(move)] : is_good(move) ? 0 : kNever;
        fastest = std::min(fastest, after);
        slowest = std::max(slowest, after);
      }
      const int best = graph.to_move[node] == side ? fastest : slowest;
      next[node] = best == kNever ? kNever : best + 1;
      changed |= next[node] != plies[node];
    }
    plies = std::move(next);
  }
  return plies;
}

}  // namespace

PlainGraph GraphOf(const Rules& rules) {
  PlainGraph graph;
  Nodes nodes(&graph);
  nodes.Of(ToString(rules, rules.start()));
  for (size_t node = 0; node < graph.positions.size(); ++node) {
    const Position position = ParsePosition(rules, graph.positions[node]);
    MoveList moves;
    GenerateMoves(rules, position, &moves);
    std::vector<int> to;
    for (const Move move : moves) {
      Position after = position;
      const Step step = Play(rules, move, &after);
      to.push_back(step.result == Result::kOngoing ? nodes.Of(ToString(rules, after))
                                                   : EndOf(step.result));
    }
    graph.to_move.push_back(position.to_move());
    graph.moves.push_back(std::move(to));
  }
  return graph;
}

PlainGraph SlowGraphOf(const slow::SlowEngine& engine) {
  PlainGraph graph;
  Nodes nodes(&graph);
  nodes.Of(engine.FullText(engine.Start()));
  for (size_t node = 0; node < graph.positions.size(); ++node) {
    const slow::Board board = engine.Parse(graph.positions[node]);
    std::vector<int> to;
    for (const slow::SlowMove move : engine.Moves(board)) {
      const slow::Outcome outcome = engine.Play(board, move);
      to.push_back(outcome.result.empty()          ? nodes.Of(engine.FullText(outcome.board))
                   : outcome.result == "attackers" ? PlainGraph::kAttackersWin
                   : outcome.result == "defenders" ? PlainGraph::kDefendersWin
                                                   : PlainGraph::kDraw);
    }
    graph.to_move.push_back(board.to_move == 'a' ? Side::kAttackers : Side::kDefenders);
    graph.moves.push_back(std::move(to));
  }
  return graph;
}

std::vector<PlainValue> SolvePlainly(const PlainGraph& graph, Result endless) {
  const auto attackers = PliesToForce(graph, Side::kAttackers,
                                      [](int end) { return end == PlainGraph::kAttackersWin; });
  const auto defenders = PliesToForce(graph, Side::kDefenders,
                                      [](int end) { return end == PlainGraph::kDefendersWin; });
  const auto not_lost = PliesToForce(graph, Side::kDefenders,
                                     [](int end) { return end != PlainGraph::kAttackersWin; });
  std::vector<PlainValue> values;
  for (size_t node = 0; node < graph.moves.size(); ++node) {
    PlainValue value{.result = endless};
    if (attackers[node] != kNever) {
      value = {.result = Result::kAttackersWin, .plies = attackers[node]};
    } else if (defenders[node] != kNever) {
      value = {.result = Result::kDefendersWin, .plies = defenders[node]};
    } else if (not_lost[node] != kNever) {
      value = {.result = Result::kDraw};
    }
    values.push_back(value);
  }
  return values;
}

}  // namespace raichi
