#include "web/page_network.h"

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "nn/model/layers.h"
#include "nn/model/network_config.h"
#include "rules/board/types.h"

namespace raichi {

// Replaces nn/model/network_config.cc in the browser, whose C++ library cannot write fractions.

/// Checks what keeps the weights' places in memory; `raichi export` has checked everything.
void CheckConfig(const NetworkConfig& config) {
  bool is_good = config.canvas >= kMinBoardSize && config.canvas <= kMaxBoardSize;
  for (const int width :
       {config.channels, config.policy_channels, config.value_channels, config.value_hidden}) {
    is_good = is_good && width >= 8 && width <= 1024 && width % 8 == 0;
  }
  if (!is_good) throw UsageError("an architecture that this page cannot compute");
}

namespace {

using emscripten::val;

constexpr int kAtOnce = 8;  // positions that run through the network together; they stay in caches

FoldedNetwork ReadNetwork(const val& bytes) {
  const auto numbers = emscripten::convertJSArrayToNumberVector<uint8_t>(bytes);
  return ReadFoldedNetwork(std::string(numbers.begin(), numbers.end()), "the model");
}

/// Returns an array of JavaScript with these numbers.
template <typename Number>
val CopyOf(const std::vector<Number>& numbers) {
  return val(emscripten::typed_memory_view(numbers.size(), numbers.data())).call<val>("slice");
}

/// Takes numbers from the front of an array.
template <typename Number>
class Reader {
 public:
  explicit Reader(const val& array)
      : numbers_(emscripten::convertJSArrayToNumberVector<Number>(array)) {}

  bool IsAtEnd() const { return next_ == numbers_.size(); }
  std::span<const Number> Take(size_t count) {
    if (count > numbers_.size() - next_) throw Error("an array of numbers is too short");
    next_ += count;
    return std::span(numbers_).subspan(next_ - count, count);
  }
  Number Take() { return Take(1)[0]; }

 private:
  std::vector<Number> numbers_;
  size_t next_ = 0;
};

/// Reads a leaf of a question into position `index` of a batch, and returns its moves.
std::vector<Move> ReadLeaf(Reader<uint32_t>* question, PackedBatch* batch, int index) {
  batch->board_sizes[static_cast<size_t>(index)] = static_cast<int>(question->Take());
  std::vector<Move> moves(question->Take());
  const std::span<const uint32_t> rows = question->Take(batch->RowsPerPosition());
  std::copy(rows.begin(), rows.end(), batch->RowsOf(index).begin());
  for (float& number : batch->GlobalsOf(index)) number = std::bit_cast<float>(question->Take());
  for (Move& move : moves) move = Move::FromCode(static_cast<uint16_t>(question->Take()));
  return moves;
}

void Append(const Evaluation& evaluation, std::vector<float>* answer) {
  answer->insert(answer->end(),
                 {evaluation.win, evaluation.draw, evaluation.loss, evaluation.moves_left});
  answer->insert(answer->end(), evaluation.priors.begin(), evaluation.priors.end());
}

}  // namespace

PageNetwork::PageNetwork(const val& bytes) : PageNetwork(ReadNetwork(bytes)) {}

PageNetwork::PageNetwork(const FoldedNetwork& network)
    : network_(network, kAtOnce), positions_(network.config.canvas) {
  positions_.Resize(kAtOnce);
}

void PageNetwork::Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) {
  for (size_t first = 0; first < leaves.size(); first += kAtOnce) {
    const auto count = static_cast<int>(std::min<size_t>(kAtOnce, leaves.size() - first));
    const auto leaf = [&](int i) { return leaves[first + static_cast<size_t>(i)]; };
    for (int i = 0; i < count; ++i) EncodeGame(*leaf(i).game, true, &positions_, i);
    network_.Run(positions_, count);
    for (int i = 0; i < count; ++i) {
      network_.ReadOut(i, leaf(i).moves, &out[first + static_cast<size_t>(i)]);
    }
  }
}

val PageNetwork::Answer(const val& question) {
  Reader<uint32_t> reader(question);
  std::vector<float> answer;
  Evaluation evaluation;
  while (!reader.IsAtEnd()) {
    std::vector<std::vector<Move>> moves;
    while (!reader.IsAtEnd() && moves.size() < kAtOnce) {
      moves.push_back(ReadLeaf(&reader, &positions_, static_cast<int>(moves.size())));
    }
    network_.Run(positions_, static_cast<int>(moves.size()));
    for (size_t i = 0; i < moves.size(); ++i) {
      network_.ReadOut(static_cast<int>(i), moves[i], &evaluation);
      Append(evaluation, &answer);
    }
  }
  return CopyOf(answer);
}

val QuestionOf(std::span<const LeafRequest> leaves, int canvas) {
  PackedBatch packed(canvas);
  packed.Resize(1);
  std::vector<uint32_t> question;
  for (const LeafRequest& leaf : leaves) {
    EncodeGame(*leaf.game, true, &packed, 0);
    question.push_back(static_cast<uint32_t>(packed.board_sizes[0]));
    question.push_back(static_cast<uint32_t>(leaf.moves.size()));
    question.insert(question.end(), packed.rows.begin(), packed.rows.end());
    for (const float number : packed.globals) question.push_back(std::bit_cast<uint32_t>(number));
    for (const Move move : leaf.moves) question.push_back(move.code());
  }
  return CopyOf(question);
}

void TakeAnswer(const val& answer, std::span<const LeafRequest> leaves, std::span<Evaluation> out) {
  Reader<float> reader(answer);
  for (size_t i = 0; i < leaves.size(); ++i) {
    out[i].win = reader.Take();
    out[i].draw = reader.Take();
    out[i].loss = reader.Take();
    out[i].moves_left = reader.Take();
    const std::span<const float> priors = reader.Take(leaves[i].moves.size());
    out[i].priors.assign(priors.begin(), priors.end());
  }
  if (!reader.IsAtEnd()) throw Error("the answer is to another question");
}

}  // namespace raichi
