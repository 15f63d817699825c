#include "solve/solver.h"

#include <algorithm>
#include <array>

namespace raichi {
namespace {

constexpr uint64_t kChunk = 4096;  // cells that a thread takes at a time

// About how the time divides: reaching all positions, and of the rest, preparing.
constexpr double kReachShare = 0.4;
constexpr double kPrepareShare = 0.3;

double Ratio(uint64_t part, uint64_t whole) {
  return whole == 0 ? 1 : static_cast<double>(part) / static_cast<double>(whole);
}

/// Raises `most` to `value` unless it is higher already, whatever other threads do meanwhile.
void RaiseTo(uint64_t value, std::atomic<uint64_t>* most) {
  uint64_t before = *most;
  while (before < value && !most->compare_exchange_weak(before, value)) {
  }
}

}  // namespace

Solver::Solver(SolveTable* table, int threads)
    : table_(*table), rules_(table->rules()), size_(rules_.size()), threads_(threads) {
  for (const Cell cell : table->cells()) {
    if (IsDecided(cell)) longest_ = std::max(longest_, static_cast<int>(cell));
  }
  if (table->stage().kind == SolveStage::kDecide) CountClass();
}

bool Solver::Run(const Attend& attend) {
  bool goes_on = true;
  const Attend remember = [&] {
    goes_on = goes_on && attend();
    return goes_on;
  };
  while (goes_on && !table_.IsDone()) Advance(remember);
  return table_.IsDone();
}

bool Solver::Advance(const Attend& attend) {
  switch (table_.stage().kind) {
    case SolveStage::kReach:
      return ReachClass(attend);
    case SolveStage::kPrepare:
      return PrepareClass(attend);
    case SolveStage::kDecide:
      return DecideLevel(attend);
    default:
      return DrawClass(attend);
  }
}

const PositionIndex::MaterialClass& Solver::Class() const {
  return table_.index().classes()[table_.stage().material];
}

void Solver::GoTo(SolveStage stage) {
  table_.stage() = stage;
  swept_ = 0;
}

/// Goes from a finished class to the next larger one.
void Solver::NextClass() {
  const uint32_t next = table_.stage().material + 1;
  const bool is_last = next == table_.index().classes().size();
  GoTo({.kind = is_last ? SolveStage::kDone : SolveStage::kPrepare, .material = next});
}

void Solver::CountClass() {
  reached_ = finished_ = 0;
  for (uint64_t i = Class().begin; i < Class().end; ++i) {
    const Cell cell = table_.cells()[i];
    reached_ += cell != kUnreached;
    finished_ += IsDecided(cell) && cell + 1u < table_.stage().plies;
  }
}

std::optional<uint64_t> Solver::Sweep(std::initializer_list<int> due, const Work& work,
                                      const Attend& attend) {
  std::array<bool, 256> is_due{};
  for (const int cell : due) is_due[static_cast<size_t>(cell)] = true;
  const uint64_t begin = Class().begin, end = Class().end;
  std::atomic<uint64_t> next = begin;
  std::atomic<uint64_t> found = 0;
  std::atomic<uint64_t> done = 0;
  const auto job = [&](int, const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      const uint64_t from = next.fetch_add(kChunk);
      if (from >= end) return;
      const uint64_t to = std::min(from + kChunk, end);
      uint64_t count = 0;
      for (uint64_t i = from; i < to; ++i) {
        const Cell cell = LoadCell(table_.cells()[i]);
        count += is_due[cell] && work(i, cell);
      }
      found += count;
      RaiseTo(done += to - from, &swept_);  // repeated sweeps have little to do
    }
  };
  const uint64_t chunks = (end - begin) / kChunk + 1;
  crew_.Run(static_cast<int>(std::min<uint64_t>(chunks, static_cast<uint64_t>(threads_))), job,
            attend);
  if (done < end - begin) return std::nullopt;
  return found.load();
}

double Solver::Fraction() const {
  const SolveStage& stage = table_.stage();
  if (stage.kind == SolveStage::kDone) return 1;
  const uint64_t all = table_.index().size();
  const double of_class = Ratio(Class().end - Class().begin, all);
  const double swept = Ratio(swept_, Class().end - Class().begin);
  if (stage.kind == SolveStage::kReach) {
    return kReachShare * (Ratio(all - Class().end, all) + of_class * swept);
  }
  const double done =
      stage.kind == SolveStage::kPrepare
          ? kPrepareShare * swept
          : kPrepareShare + (1 - kPrepareShare) * std::min(1.0, Ratio(finished_, reached_));
  return kReachShare + (1 - kReachShare) * (Ratio(Class().begin, all) + of_class * done);
}

}  // namespace raichi
