#include "selfplay/play/reanalysis.h"

#include <mutex>
#include <optional>
#include <utility>

#include "base/check.h"
#include "base/random_streams.h"
#include "mcts/search/search.h"
#include "selfplay/play/crew.h"
#include "selfplay/play/recorded_search.h"
#include "selfplay/records/record_rules.h"

namespace raichi {
namespace {

/// A position to search again.
struct ReanalysisTask {
  size_t shard = 0;
  GameRecord* record = nullptr;
  const RulesPtr* rules = nullptr;
  size_t ply = 0;
};

Game PositionOf(const ReanalysisTask& task) {
  Game game = StartOf(*task.record, *task.rules);
  for (size_t i = 0; i < task.ply; ++i) game.Play(task.record->turns[i].move);
  return game;
}

/// One call of Reanalyse. A worker writes only the visits and values of its own positions' turns,
/// which no other thread reads before the shard is finished.
class ReanalysisSession {
 public:
  ReanalysisSession(ReanalysisJob job, const ReanalysisHooks& hooks)
      : job_(std::move(job)), hooks_(hooks), left_(job_.shards.size()) {
    for (size_t shard = 0; shard < job_.shards.size(); ++shard) AddTasks(shard);
  }

  void Run(const std::stop_token& stop) {
    crew_.Run(
        job_.workers,
        [this](int number, const std::stop_token& stop_worker) { Work(number, stop_worker); },
        [&] { return Attend() && !stop.stop_requested(); });
  }

 private:
  struct Seat {
    std::optional<Search> search;
    std::optional<ReanalysisTask> task;
  };

  void AddTasks(size_t shard) {
    const size_t before = tasks_.size();
    for (GameRecord& record : job_.shards[shard]) {
      const RulesPtr& rules = rules_.Of(record, "reanalysis");
      for (size_t ply = 0; ply < record.turns.size(); ++ply) {
        if (record.turns[ply].full_search) tasks_.push_back({shard, &record, &rules, ply});
      }
    }
    left_[shard] = tasks_.size() - before;
    if (left_[shard] == 0) done_.push_back(shard);
  }

  void Work(int number, const std::stop_token& stop) {
    const std::unique_ptr<Evaluator> evaluator = hooks_.new_evaluator(number);
    std::vector<Seat> seats(static_cast<size_t>(job_.slots));
    std::vector<Evaluation> evaluations(seats.size());
    std::vector<LeafRequest> leaves;
    std::vector<Search*> owners;
    while (!stop.stop_requested()) {
      leaves.clear();
      owners.clear();
      for (Seat& seat : seats) {
        const LeafRequest* leaf = NextLeaf(&seat);
        if (leaf == nullptr) continue;
        leaves.push_back(*leaf);
        owners.push_back(&*seat.search);
      }
      if (leaves.empty()) return;
      evaluator->Evaluate(leaves, std::span(evaluations).first(leaves.size()));
      for (size_t i = 0; i < leaves.size(); ++i) owners[i]->Answer(evaluations[i]);
    }
  }

  /// Returns the next leaf of a seat, which takes the next position once its search is done; null
  /// if there are no more positions.
  const LeafRequest* NextLeaf(Seat* seat) {
    while (true) {
      if (seat->task) {
        if (const LeafRequest* leaf = seat->search->SelectLeaf()) return leaf;
        Finish(*seat->task, seat->search->RootResult());
      }
      seat->task = NextTask();
      if (!seat->task) return nullptr;
      Begin(seat);
    }
  }

  void Begin(Seat* seat) {
    const ReanalysisTask& task = *seat->task;
    const uint64_t seed =
        StreamOf(job_.seed, RandomDomain::kReanalysis, Mix64(task.record->game_id) + task.ply)();
    if (seat->search) {
      seat->search->Reset(PositionOf(task), seed);
    } else {
      seat->search.emplace(job_.search, PositionOf(task), seed);
    }
    seat->search->Start(job_.budget);
  }

  std::optional<ReanalysisTask> NextTask() {
    const std::unique_lock lock(crew_.mutex());
    if (next_ == tasks_.size()) return std::nullopt;
    return tasks_[next_++];
  }

  void Finish(const ReanalysisTask& task, const SearchResult& result) {
    TurnRecord& turn = task.record->turns[task.ply];
    TurnRecord searched;
    RecordSearch(result, &searched);
    if (!searched.visits.empty()) {
      turn.visits = std::move(searched.visits);
      turn.root_value = searched.root_value;
      turn.raw_value = searched.raw_value;
      const auto surprise = job_.record_surprise ? PolicySurprise(result) : std::nullopt;
      turn.surprise = surprise ? std::optional(QuantiseSurprise(*surprise)) : std::nullopt;
    }
    const std::unique_lock lock(crew_.mutex());
    if (--left_[task.shard] > 0) return;
    done_.push_back(task.shard);
    crew_.Notify();
  }

  bool Attend() {
    std::vector<size_t> done;
    {
      const std::unique_lock lock(crew_.mutex());
      done.swap(done_);
    }
    for (const size_t shard : done) hooks_.on_shard(shard, job_.shards[shard]);
    return !(hooks_.should_stop && hooks_.should_stop());
  }

  ReanalysisJob job_;
  const ReanalysisHooks& hooks_;
  RulesOfRecords rules_;
  std::vector<ReanalysisTask> tasks_;
  Crew crew_;
  // Guarded by the crew's mutex:
  size_t next_ = 0;           // of the tasks to begin
  std::vector<size_t> left_;  // by shard: positions that are not finished
  std::vector<size_t> done_;  // shards that `on_shard` has not received
};

}  // namespace

void Reanalyse(ReanalysisJob job, const ReanalysisHooks& hooks, const std::stop_token& stop) {
  RAICHI_CHECK(job.workers >= 1 && job.slots >= 1 && job.budget.in_flight == 1);
  ReanalysisSession(std::move(job), hooks).Run(stop);
}

}  // namespace raichi
