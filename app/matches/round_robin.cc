#include "app/matches/round_robin.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/error.h"

namespace raichi {

RoundRobin::RoundRobin(const std::vector<std::string>& words, MatchArguments arguments,
                       MatchResults* results)
    : arguments_(std::move(arguments)), results_(results) {
  std::set<std::string> seen;
  for (const std::string& word : words) {
    words_.push_back(PinnedWord(word));
    names_.push_back(PlayerName(words_.back(), arguments_.players));
    if (!seen.insert(names_.back()).second) {
      throw UsageError("rate: player '" + names_.back() + "' is named twice");
    }
  }
  const RulesPtr rules = MatchOf(arguments_).rules;
  rules_name_ = DistinctName(*rules);
  results_->Identify(*rules);
  results_->RequireOpenings(arguments_.opening_plies, rules_name_);
  WarnOfSharedName(*rules);
  WarnOfUntrained({words_.begin(), words_.end()}, *rules);
}

uint64_t RoundRobin::PairsMissing(size_t i, size_t j) const {
  const uint64_t known = results_->PairsBetween(names_[i], names_[j], rules_name_);
  return arguments_.pairs - std::min(known, arguments_.pairs);
}

uint64_t RoundRobin::PairsMissing() const {
  uint64_t missing = 0;
  for (size_t i = 0; i < names_.size(); ++i) {
    for (size_t j = i + 1; j < names_.size(); ++j) missing += PairsMissing(i, j);
  }
  return missing;
}

bool RoundRobin::Play() {
  const size_t players = names_.size();
  clock_ = WorkClock(static_cast<double>(PairsMissing()));
  for (size_t i = 0; i < players; ++i) {
    for (size_t j = i + 1; j < players && !interrupt_.IsRequested(); ++j) PlayPairing(i, j);
  }
  return PairsMissing() == 0;
}

void RoundRobin::PlayPairing(size_t i, size_t j) {
  ++pairing_;
  const uint64_t missing = PairsMissing(i, j);
  PlayMissingPairs(
      {words_[i], words_[j], names_[i], names_[j]}, arguments_, interrupt_,
      [&](const MatchOutcome& so_far, uint64_t pairs) { Show(i, j, so_far, pairs); }, results_);
  clock_.Finish(static_cast<double>(missing));
}

void RoundRobin::Show(size_t i, size_t j, const MatchOutcome& so_far, uint64_t pairs) {
  if (!progress_.IsDue()) return;
  const size_t pairings = names_.size() * (names_.size() - 1) / 2;
  progress_.Show(fmt::format("pairing {} of {}{}: {} against {}: {}", pairing_, pairings,
                             clock_.TimeLeft(static_cast<double>(so_far.num_pairs())), names_[i],
                             names_[j], DescribeProgress(so_far, pairs)));
}

}  // namespace raichi
