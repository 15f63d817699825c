#include "prove/proof_search.h"

#include <algorithm>
#include <thread>

#include "base/start_thread.h"

namespace raichi {
namespace {

constexpr size_t kTableParts = 15, kParts = 16;  // of the memory; the rest is for priors

}  // namespace

ProofSearch::ProofSearch(RulesPtr rules, const ProofSettings& settings,
                         const Evaluators& evaluators)
    : rules_(std::move(rules)),
      settings_(settings),
      expander_(*rules_, settings.winner),
      table_(evaluators ? settings.bytes / kParts * kTableParts : settings.bytes) {
  if (!evaluators) return;
  priors_ = std::make_unique<PriorTable>(settings.bytes / kParts);
  for (int i = 0; i < settings.threads; ++i) {
    queues_.push_back(std::make_unique<PriorQueue>(rules_, priors_.get(), evaluators(),
                                                   static_cast<size_t>(settings.batch)));
  }
}

ProofNumbers ProofSearch::Run(const Position& position, const std::function<bool()>& keep_going,
                              std::span<const uint64_t> before) {
  shared_->stops = false;
  std::vector<std::unique_ptr<DfPn>> workers;
  for (int i = 0; i < settings_.threads; ++i) {
    workers.push_back(std::make_unique<DfPn>(expander_, *rules_, settings_.winner, &table_,
                                             shared_.get(), settings_.threads));
    if (priors_) workers.back()->UsePriors(priors_.get(), queues_[static_cast<size_t>(i)].get());
  }
  ProofNumbers numbers;
  {
    std::vector<std::jthread> threads;
    for (size_t i = 1; i < workers.size(); ++i) {
      threads.push_back(StartThread([&, i] {
        workers[i]->Search(position, before);
        shared_->stops = true;
      }));
    }
    workers[0]->WatchBy(keep_going);
    numbers = workers[0]->Search(position, before);
    shared_->stops = true;
  }
  const ProofNumbers known = NumbersOf(position);  // perhaps by another thread
  return known.IsProven() || known.IsDisproven() ? known : numbers;
}

uint64_t ProofSearch::evaluations() const {
  uint64_t sum = 0;
  for (const auto& queue : queues_) sum += queue->evaluations();
  return sum;
}

ProofNumbers ProofSearch::NumbersOf(const Position& position) const {
  const SymmetricHash::Lanes lanes = expander_.hash().Of(position);
  const auto found = table_.Find(SymmetricHash::Key(lanes));
  if (found) return found->numbers;
  std::vector<Child> children;
  if (expander_.Expand(position, lanes, table_, &children).is_decided) return {};
  const bool is_or = position.to_move() == settings_.winner;
  ProofNumbers numbers = is_or ? ProofNumbers{.proof = ProofNumbers::kMost, .disproof = 0}
                               : ProofNumbers{.proof = 0, .disproof = ProofNumbers::kMost};
  for (const Child& child : children) {
    const auto known = table_.Find(child.key);
    const uint32_t proof = known ? known->numbers.proof : child.proof;
    const uint32_t disproof = known ? known->numbers.disproof : child.disproof;
    numbers.proof = is_or ? std::min(numbers.proof, proof) : std::max(numbers.proof, proof);
    numbers.disproof =
        is_or ? std::max(numbers.disproof, disproof) : std::min(numbers.disproof, disproof);
  }
  return {.proof = std::max(1u, numbers.proof), .disproof = std::max(1u, numbers.disproof)};
}

std::vector<Move> ProofSearch::BestLine(const Position& position, size_t most) const {
  std::vector<Move> line;
  Position current = position;
  std::vector<Child> children;
  while (line.size() < most) {
    children.clear();
    const bool is_or = current.to_move() == settings_.winner;
    expander_.Expand(current, expander_.hash().Of(current), table_, &children);
    const Child* best = nullptr;
    uint64_t smallest = UINT64_MAX;
    for (const Child& child : children) {
      const auto found = table_.Find(child.key);
      if (!found || (is_or ? found->numbers.IsDisproven() : found->numbers.IsProven())) continue;
      const uint64_t number = is_or ? found->numbers.proof : found->numbers.disproof;
      if (number >= smallest) continue;
      smallest = number;
      best = &child;
    }
    if (best == nullptr) break;
    line.push_back(best->move);
    Play(*rules_, best->move, &current);
  }
  return line;
}

}  // namespace raichi
