#include "app/matches/round_robin.h"

#include <spdlog/fmt/fmt.h>

#include <set>
#include <utility>

#include "base/error.h"

namespace raichi {

RoundRobin::RoundRobin(std::vector<std::string> words, MatchArguments arguments,
                       MatchResults* results)
    : words_(std::move(words)), arguments_(std::move(arguments)), results_(results) {
  std::set<std::string> seen;
  for (const std::string& word : words_) {
    names_.push_back(PlayerName(word, arguments_.players));
    if (!seen.insert(names_.back()).second) {
      throw UsageError("rate: player '" + names_.back() + "' is named twice");
    }
  }
  const RulesPtr rules = MatchOf(arguments_).rules;
  WarnOfSharedName(*rules);
  WarnOfUntrained({words_.begin(), words_.end()}, *rules);
}

void RoundRobin::Play() {
  const size_t players = names_.size();
  for (size_t i = 0; i < players; ++i) {
    for (size_t j = i + 1; j < players && !interrupt_.IsRequested(); ++j) PlayPairing(i, j);
  }
}

void RoundRobin::PlayPairing(size_t i, size_t j) {
  ++pairing_;
  PlayMissingPairs(
      {words_[i], words_[j], names_[i], names_[j]}, arguments_, interrupt_,
      [&](const MatchOutcome& so_far, uint64_t pairs) { Show(i, j, so_far, pairs); }, results_);
}

void RoundRobin::Show(size_t i, size_t j, const MatchOutcome& so_far, uint64_t pairs) {
  if (!progress_.IsDue()) return;
  const size_t pairings = names_.size() * (names_.size() - 1) / 2;
  progress_.Show(fmt::format("pairing {} of {}: {} against {}: {}", pairing_, pairings, names_[i],
                             names_[j], DescribeProgress(so_far, pairs)));
}

}  // namespace raichi
