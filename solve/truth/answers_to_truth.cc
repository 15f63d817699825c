#include "solve/truth/answers_to_truth.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mcts/evaluators/plain_evaluators.h"
#include "mcts/players/search_player.h"
#include "stats/balance/intervals.h"

namespace raichi {
namespace {

/// Asks the evaluator itself, a batch at a time.
class PlainAsker {
 public:
  PlainAsker(const TruthQuestions& questions, Evaluator* evaluator)
      : questions_(questions), evaluator_(evaluator) {}

  void AnswerAll(std::span<TruthAnswer> answers) {
    while (Collect()) {
      std::vector<LeafRequest> leaves;
      for (const Leaf& leaf : leaves_) {
        leaves.push_back({.game = &leaf.game, .moves = {leaf.moves.data(), leaf.moves.size()}});
      }
      evaluations_.resize(leaves.size());
      evaluator_->Evaluate(leaves, evaluations_);
      for (size_t i = 0; i < leaves.size(); ++i) {
        const std::vector<float>& priors = evaluations_[i].priors;
        const auto best = std::ranges::max_element(priors) - priors.begin();
        answers[leaves_[i].index] = {.value = evaluations_[i].Value(),
                                     .move = leaves_[i].moves[static_cast<size_t>(best)]};
      }
    }
  }

 private:
  struct Leaf {
    size_t index;
    Game game;
    MoveList moves;
  };

  bool Collect() {
    leaves_.clear();
    while (leaves_.size() < static_cast<size_t>(questions_.at_once)) {
      const std::optional<size_t> index = questions_.next();
      if (!index) break;
      const TruthPosition& truth = questions_.positions[*index];
      Leaf& leaf = leaves_.emplace_back(Leaf{*index, Game(truth.rules, truth.position), {}});
      leaf.game.LegalMoves(&leaf.moves);
    }
    return !leaves_.empty();
  }

  const TruthQuestions& questions_;
  Evaluator* evaluator_;
  std::vector<Leaf> leaves_;
  std::vector<Evaluation> evaluations_;
};

/// Searches many positions side by side.
class Searcher {
 public:
  Searcher(const TruthQuestions& questions, Evaluator* evaluator, std::span<TruthAnswer> answers)
      : questions_(questions),
        evaluator_(evaluator),
        answers_(answers),
        slots_(static_cast<size_t>(questions.at_once)) {}

  void AnswerAll() {
    while (Step()) continue;
  }

 private:
  struct Slot {
    std::optional<size_t> index;  // of the position; none if idle
    std::optional<Search> search;
    const LeafRequest* leaf = nullptr;
  };

  bool Step() {
    leaves_.clear();
    for (Slot& slot : slots_) {
      slot.leaf = NextLeaf(&slot);
      if (slot.leaf != nullptr) leaves_.push_back(*slot.leaf);
    }
    if (leaves_.empty()) return false;
    evaluations_.resize(std::max(evaluations_.size(), leaves_.size()));
    evaluator_->Evaluate(leaves_, std::span(evaluations_).first(leaves_.size()));
    size_t i = 0;
    for (Slot& slot : slots_) {
      if (slot.leaf != nullptr) slot.search->Answer(evaluations_[i++]);
    }
    return true;
  }

  const LeafRequest* NextLeaf(Slot* slot) {
    while (slot->index || Begin(slot)) {
      if (const LeafRequest* leaf = slot->search->SelectLeaf()) return leaf;
      answers_[*slot->index] = {.value = slot->search->RootResult().value,
                                .move = slot->search->ChooseMove()};
      slot->index.reset();
    }
    return nullptr;
  }

  bool Begin(Slot* slot) {
    slot->index = questions_.next();
    if (!slot->index) return false;
    const TruthPosition& truth = questions_.positions[*slot->index];
    const Game game(truth.rules, truth.position);
    if (slot->search) {
      slot->search->Reset(game, /*seed=*/0);  // it draws no random numbers
    } else {
      SearchConfig config = SearchPlayerConfig::NetworkSearch();
      config.temperature = {.initial = 0, .final = 0};
      slot->search.emplace(config, game, /*seed=*/0);
    }
    slot->search->Start({.visits = questions_.visits});
    return true;
  }

  const TruthQuestions& questions_;
  Evaluator* evaluator_;
  std::span<TruthAnswer> answers_;
  std::vector<Slot> slots_;
  std::vector<LeafRequest> leaves_;
  std::vector<Evaluation> evaluations_;
};

}  // namespace

void AnswerTruth(const TruthQuestions& questions, Evaluator* evaluator,
                 std::span<TruthAnswer> answers) {
  if (questions.visits == 1) {
    PlainAsker(questions, evaluator).AnswerAll(answers);
  } else {
    Searcher(questions, evaluator, answers).AnswerAll();
  }
}

bool IsEasy(const TruthPosition& truth, int visits) {
  UniformEvaluator no_opinion;
  std::optional<size_t> next = 0;
  TruthAnswer answer;
  AnswerTruth({.positions = {&truth, 1},
               .next = [&] { return std::exchange(next, std::nullopt); },
               .visits = visits,
               .at_once = 1},
              &no_opinion, {&answer, 1});
  return truth.is_won ? truth.Wins(answer.move) : answer.value < 0;
}

double TruthShare::Value() const {
  return all == 0 ? 0 : static_cast<double>(right) / static_cast<double>(all);
}

double TruthShare::Bound(int sign) const {
  if (all == 0) return sign < 0 ? 0 : 1;
  const Interval interval = WilsonInterval(Value(), static_cast<double>(all));
  return sign < 0 ? interval.low : interval.high;
}

void TruthShares::Add(const TruthPosition& truth, const TruthAnswer& answer) {
  signs.Add(answer.HasRightSign(truth));
  if (!truth.is_won) return;
  const bool wins = truth.Wins(answer.move);
  kept.Add(wins);
  lost.Add(!wins && !truth.IsOpen(answer.move));
}

std::string DistanceClass(const TruthPosition& truth) {
  constexpr int kLong = 8, kLongest = 24;  // of losses; a win takes one ply more
  const int more = truth.is_won ? 1 : 0;
  const int plies = truth.plies - more;
  const std::string word = truth.is_won ? "win in " : "loss in ";
  if (plies < kLong) return word + std::to_string(truth.plies);
  if (plies >= kLongest) return word + std::to_string(kLongest + more) + "+";
  const int first = plies / kLong * kLong + more;
  return word + std::to_string(first) + "-" + std::to_string(first + kLong - 2);
}

}  // namespace raichi
