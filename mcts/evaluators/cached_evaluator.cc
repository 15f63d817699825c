#include "mcts/evaluators/cached_evaluator.h"

#include <algorithm>
#include <array>
#include <bit>
#include <mutex>

#include "base/error.h"
#include "base/rng.h"

namespace raichi {
namespace {

// Key (two words), number of moves, win, draw, loss, moves left.
constexpr size_t kHeaderWords = 7;
constexpr size_t kWays = 4;  // index slots available to a key
constexpr size_t kTypicalWords = kHeaderWords + 73;

uint32_t ToWord(float value) { return std::bit_cast<uint32_t>(value); }
float ToFloat(uint32_t word) { return std::bit_cast<float>(word); }

}  // namespace

class EvaluationCache::Shard {
 public:
  explicit Shard(size_t bytes)
      : index_(std::bit_floor(std::max(bytes / (kTypicalWords * sizeof(uint32_t)), kWays))),
        ring_size_(std::max(
            bytes / sizeof(uint32_t) - std::min(bytes / sizeof(uint32_t), index_.size() * 2),
            kHeaderWords)),
        ring_(new uint32_t[ring_size_]) {}

  bool Find(uint64_t key, size_t num_moves, Evaluation* out) {
    const std::lock_guard lock(mutex_);
    for (const uint64_t place : PlacesOf(key)) {
      if (!IsAlive(place)) continue;
      const uint32_t* words = &ring_[place % ring_size_];
      if (KeyAt(words) != key || words[2] != num_moves) continue;
      ++counts_.hits;
      Unpack(words, out);
      return true;
    }
    return false;
  }

  void Store(uint64_t key, const Evaluation& evaluation) {
    const size_t size = kHeaderWords + evaluation.priors.size();
    const std::lock_guard lock(mutex_);
    ++counts_.misses;
    if (size > ring_size_) return;
    const size_t left = ring_size_ - end_ % ring_size_;
    if (left < size) end_ += left;  // an entry never wraps around the end of the ring
    Pack(key, evaluation, &ring_[end_ % ring_size_]);
    const std::span<uint64_t, kWays> places = PlacesOf(key);
    *std::min_element(places.begin(), places.end()) = end_;
    end_ += size;
  }

  Counts counts() const {
    const std::lock_guard lock(mutex_);
    return counts_;
  }
  size_t bytes() const { return index_.size() * sizeof(uint64_t) + ring_size_ * sizeof(uint32_t); }

 private:
  std::span<uint64_t, kWays> PlacesOf(uint64_t key) {
    const size_t bucket = key % (index_.size() / kWays);
    return std::span<uint64_t, kWays>(&index_[bucket * kWays], kWays);
  }
  /// Returns true if the entry at `place` has not been overwritten. Places count all words ever
  /// written; entries that are more than one ring length old have been overwritten.
  bool IsAlive(uint64_t place) const { return place != kNowhere && end_ <= place + ring_size_; }

  static uint64_t KeyAt(const uint32_t* words) { return uint64_t{words[1]} << 32 | words[0]; }
  static void Pack(uint64_t key, const Evaluation& evaluation, uint32_t* words) {
    words[0] = static_cast<uint32_t>(key);
    words[1] = static_cast<uint32_t>(key >> 32);
    words[2] = static_cast<uint32_t>(evaluation.priors.size());
    words[3] = ToWord(evaluation.win);
    words[4] = ToWord(evaluation.draw);
    words[5] = ToWord(evaluation.loss);
    words[6] = ToWord(evaluation.moves_left);
    std::transform(evaluation.priors.begin(), evaluation.priors.end(), words + kHeaderWords,
                   ToWord);
  }
  static void Unpack(const uint32_t* words, Evaluation* out) {
    out->win = ToFloat(words[3]);
    out->draw = ToFloat(words[4]);
    out->loss = ToFloat(words[5]);
    out->moves_left = ToFloat(words[6]);
    out->priors.resize(words[2]);
    std::transform(words + kHeaderWords, words + kHeaderWords + words[2], out->priors.begin(),
                   ToFloat);
  }

  static constexpr uint64_t kNowhere = 0;

  mutable std::mutex mutex_;
  std::vector<uint64_t> index_;
  size_t ring_size_;
  std::unique_ptr<uint32_t[]> ring_;  // not touched before it is written
  uint64_t end_ = ring_size_;         // so that kNowhere is never a place
  Counts counts_;
};

EvaluationCache::EvaluationCache(const CacheConfig& config) : config_(config) {
  RAICHI_CHECK(config.shards > 0 && std::has_single_bit(static_cast<unsigned>(config.shards)));
  RAICHI_CHECK(config.history >= 0);
  const auto count = static_cast<size_t>(config.shards);
  for (size_t i = 0; i < count; ++i)
    shards_.push_back(std::make_unique<Shard>(config.bytes / count));
}

EvaluationCache::~EvaluationCache() = default;

/// The high bits select the shard, the low bits the place within it.
EvaluationCache::Shard& EvaluationCache::ShardOf(uint64_t key) const {
  return *shards_[(key >> 48) % shards_.size()];
}

bool EvaluationCache::Find(uint64_t key, size_t num_moves, Evaluation* out) {
  return ShardOf(key).Find(key, num_moves, out);
}

void EvaluationCache::Store(uint64_t key, const Evaluation& evaluation) {
  ShardOf(key).Store(key, evaluation);
}

EvaluationCache::Counts EvaluationCache::counts() const {
  Counts sum;
  for (const auto& shard : shards_) {
    const Counts counts = shard->counts();
    sum.hits += counts.hits;
    sum.misses += counts.misses;
  }
  return sum;
}

size_t EvaluationCache::bytes() const {
  size_t sum = 0;
  for (const auto& shard : shards_) sum += shard->bytes();
  return sum;
}

uint64_t LeafKey(const Game& game, int history) {
  uint64_t hash = Mix64(game.StateHash() ^ game.rules().fingerprint());
  const std::span<const Move> moves = game.moves();
  for (const Move move : moves.last(std::min(moves.size(), static_cast<size_t>(history)))) {
    hash = Mix64(hash ^ move.code());
  }
  return hash;
}

uint64_t CachedEvaluator::KeyOf(const LeafRequest& leaf) const {
  return LeafKey(*leaf.game, cache_->config().history);
}

bool CachedEvaluator::Recall(const LeafRequest& leaf, Evaluation* out) {
  return cache_->Find(KeyOf(leaf), leaf.moves.size(), out);
}

void CachedEvaluator::Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) {
  misses_.clear();
  miss_keys_.clear();
  answers_.clear();
  slots_.assign(std::bit_ceil(2 * leaves.size() + 1), 0);
  for (size_t i = 0; i < leaves.size(); ++i) {
    const uint64_t key = KeyOf(leaves[i]);
    if (cache_->Find(key, leaves[i].moves.size(), &out[i])) continue;
    answers_.push_back({i, FindOrAddMiss(key, leaves[i])});
  }
  if (misses_.empty()) return;

  if (evaluations_.size() < misses_.size()) evaluations_.resize(misses_.size());
  next_->Evaluate(misses_, std::span(evaluations_).first(misses_.size()));
  for (size_t i = 0; i < misses_.size(); ++i) cache_->Store(miss_keys_[i], evaluations_[i]);
  for (const Answer& answer : answers_) out[answer.leaf] = evaluations_[answer.miss];
}

/// Returns the index of the leaf in `misses_`; adds it if it is the first of its key in this batch.
size_t CachedEvaluator::FindOrAddMiss(uint64_t key, const LeafRequest& leaf) {
  const size_t mask = slots_.size() - 1;
  size_t slot = (key >> 20) & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const size_t miss = slots_[slot] - 1;
    if (miss_keys_[miss] == key && misses_[miss].moves.size() == leaf.moves.size()) return miss;
  }
  misses_.push_back(leaf);
  miss_keys_.push_back(key);
  slots_[slot] = static_cast<uint32_t>(misses_.size());
  return misses_.size() - 1;
}

}  // namespace raichi
