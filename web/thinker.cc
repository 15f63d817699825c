#include "web/thinker.h"

#include "base/error.h"
#include "mcts/players/players.h"
#include "mcts/search/lines.h"
#include "rules/notation.h"

namespace raichi {
namespace {

using emscripten::val;

constexpr int kInFlight = 16;           // leaves in a batch (docs/performance.md)
constexpr int kMostVisits = 1'000'000;  // in a turn with a time limit
constexpr int kMovesShown = 5;
constexpr size_t kMostTreeBytes = size_t{256} << 20;  // a page may have 2 GiB

SearchPlayerConfig ConfigOf(bool has_network, int visits, double seconds) {
  SearchPlayerConfig config;
  if (has_network) config.search = SearchPlayerConfig::NetworkSearch();
  config.budget.visits = seconds > 0 ? kMostVisits : visits;
  config.budget.in_flight = kInFlight;
  config.seconds = seconds;
  return config;
}

std::string NameOf(Proof proof) {
  switch (proof) {
    case Proof::kWin:
      return "win";
    case Proof::kDraw:
      return "draw";
    case Proof::kLoss:
      return "loss";
    case Proof::kNone:
      break;
  }
  return "";
}

val ToTexts(const std::vector<Move>& moves) {
  val list = val::array();
  for (const Move move : moves) list.call<void>("push", ToString(move));
  return list;
}

val BestMoves(const Search& search) {
  val list = val::array();
  for (const Line& line : BestLines(search, kMovesShown)) {
    val move = val::object();
    move.set("text", ToString(line.move));
    move.set("visits", line.visits);
    move.set("value", line.value);
    move.set("line", ToTexts(line.moves));
    list.call<void>("push", move);
  }
  return list;
}

}  // namespace

Thinker::Thinker(bool has_network, int visits, double seconds, unsigned seed, int careless)
    : player_(ConfigOf(has_network, visits, seconds)),
      seed_(seed),
      careless_(careless / 100.0),
      rng_(Mix64(seed)) {}

void Thinker::Begin(const Table& table) {
  if (!has_game_) player_.NewGame(table.game(), seed_);
  has_game_ = true;
  player_.BeginTurn(table.game());
  const bool is_random = careless_ > 0 && rng_.Uniform() < careless_;
  random_move_ = is_random ? ChooseRandomMove(table.game(), &rng_) : Move();
}

int Thinker::Select() {
  const bool is_full = player_.search()->tree().Bytes() > kMostTreeBytes;
  leaves_ = is_full ? std::span<const LeafRequest>() : player_.SelectLeaves();
  return static_cast<int>(leaves_.size());
}

std::span<Evaluation> Thinker::Answers() {
  if (answers_.size() < leaves_.size()) answers_.resize(leaves_.size());
  return std::span(answers_).first(leaves_.size());
}

std::span<Evaluation> Thinker::Answers(int first, int count) {
  return Answers().subspan(static_cast<size_t>(first), static_cast<size_t>(count));
}

std::span<const LeafRequest> Thinker::Leaves(int first, int count) const {
  return leaves_.subspan(static_cast<size_t>(first), static_cast<size_t>(count));
}

void Thinker::Evaluate(PageNetwork& network, int first, int count) {
  const std::span<const LeafRequest> leaves = Leaves(first, count);
  const int size = leaves.empty() ? 0 : leaves[0].game->rules().size();
  if (size > network.canvas()) {
    throw Error("the network is for boards up to " + std::to_string(network.canvas()) +
                " squares a side, the board has " + std::to_string(size));
  }
  network.Evaluate(leaves, Answers(first, count));
}

val Thinker::Question(int canvas, int first, int count) const {
  return QuestionOf(Leaves(first, count), canvas);
}

void Thinker::Read(int first, int count, const val& answer) {
  TakeAnswer(answer, Leaves(first, count), Answers(first, count));
}

void Thinker::BackUp() { player_.Answer(Answers()); }

void Thinker::PlayOut() {
  playouts_.Evaluate(leaves_, Answers());
  BackUp();
}

std::string Thinker::Choose() {
  const Move move = player_.ChooseMove();
  return ToString(random_move_.IsNone() ? move : random_move_);
}

val Thinker::Advice() const {
  const SearchResult result = player_.search()->RootResult();
  val advice = val::object();
  advice.set("value", result.value);
  advice.set("draw", result.draw);
  advice.set("movesLeft", result.moves_left);
  advice.set("proof", NameOf(result.proof));
  advice.set("plies", result.plies_to_end);
  advice.set("visits", player_.search()->Visits());
  advice.set("moves", BestMoves(*player_.search()));
  return advice;
}

}  // namespace raichi
