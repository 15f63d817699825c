#include "app/truth/bench_truth.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "app/truth/proof_truth.h"
#include "base/error.h"
#include "base/text.h"
#include "console/interrupt.h"
#include "console/output.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "rules/symmetry.h"
#include "run/players/find_model.h"
#include "solve/truth/examine.h"

namespace raichi {

TruthCells::TruthCells(const Rules& rules, int per_class, int longest)
    : rules_(rules), per_class_(per_class), longest_(longest) {}

TruthCells::Cell TruthCells::CellOf(Side to_move, int plies) const {
  return {plies % 2 == 1 ? to_move : Opponent(to_move),
          plies < longest_ ? plies : longest_ + plies % 2};
}

int TruthCells::Room(const Cell& cell) const {
  const int most = cell.second <= 2 ? (per_class_ + 1) / 2 : per_class_;
  const auto found = counts_.find(cell);
  return found == counts_.end() ? most : most - found->second;
}

uint64_t TruthCells::Key(const Position& position) const {
  uint64_t least = UINT64_MAX;
  for (const Symmetry symmetry : SymmetriesOf(rules_)) {
    least = std::min(least, HashUnder(symmetry, position, rules_));
  }
  return least;
}

bool TruthCells::HasRoomFor(const Position& position, int plies) const {
  return Room(CellOf(position.to_move(), plies)) > 0 && !keys_.contains(Key(position));
}

void TruthCells::Add(TruthPosition truth) {
  ++counts_[CellOf(truth.position.to_move(), truth.plies)];
  keys_.insert(Key(truth.position));
  positions_.push_back(std::move(truth));
}

bool TruthCells::IsFull(int most_plies) const {
  for (const Side winner : {Side::kAttackers, Side::kDefenders}) {
    for (int plies = 1; plies <= most_plies; ++plies) {
      if (Room({winner, plies}) > 0) return false;
    }
  }
  return true;
}

std::vector<TruthPosition> TruthFor(const std::filesystem::path& model, TruthPart part,
                                    std::vector<TruthPosition> positions) {
  std::erase_if(positions, [&](const TruthPosition& truth) { return truth.part != part; });
  if (positions.empty()) {
    throw Error(
        std::string("the truth set has no positions of this half; the other one is taken ") +
        (part == TruthPart::kHeldOut ? "without" : "with") + " --held-out");
  }
  std::map<RulesPtr, bool> is_known;
  std::erase_if(positions, [&](const TruthPosition& truth) {
    const auto found = is_known.find(truth.rules);
    if (found != is_known.end()) return !found->second;
    return !(is_known[truth.rules] = IsTrainedOn(model, *truth.rules));
  });
  if (positions.empty()) {
    throw Error(ShowModel(model) +
                ": was trained on none of the rules of the truth set; name some " +
                "of them with --rules");
  }
  return positions;
}

namespace {

constexpr const char* kAll = "all";
constexpr uint64_t kNodesOfMove = 50'000;  // of a search for what a move of a proof is worth
constexpr ExamineSettings kThorough{.most_plies = 7, .most_nodes = 4'000'000};

/// The answers to a group of positions, by visits.
struct Group {
  std::string name;
  size_t positions = 0;
  std::pair<bool, int> order;  // by distance: whether won, and plies
  std::vector<TruthShares> shares;
};

std::vector<TruthPosition> ReadPositions(const BenchTruthSettings& settings) {
  return ReadTruth(settings.file.empty() ? ShippedTruth().string() : settings.file);
}

/// Takes `count` of the positions, spread evenly.
std::vector<TruthPosition> Thinned(std::vector<TruthPosition> positions, int count) {
  const size_t all = positions.size();
  const auto wanted = static_cast<size_t>(count);
  if (count == 0 || wanted >= all) return positions;
  std::vector<TruthPosition> thinned;
  for (size_t i = 0; i < wanted; ++i) thinned.push_back(positions[i * all / wanted]);
  return thinned;
}

std::vector<TruthPosition> ChoosePositions(const BenchTruthSettings& settings,
                                           const std::filesystem::path& model) {
  const TruthPart part = settings.held_out ? TruthPart::kHeldOut : TruthPart::kChoice;
  std::vector<TruthPosition> all = ReadPositions(settings);
  if (settings.rules.empty()) return Thinned(TruthFor(model, part, all), settings.positions);
  std::vector<TruthPosition> chosen;
  for (const std::string& name : settings.rules) {
    const uint64_t wanted = OpenRules(name)->fingerprint();
    const size_t before = chosen.size();
    std::ranges::copy_if(all, std::back_inserter(chosen), [&](const TruthPosition& truth) {
      return truth.part == part && truth.rules->fingerprint() == wanted;
    });
    if (chosen.size() == before) {
      throw UsageError("--rules " + name + ": not in this half of the truth set");
    }
  }
  return Thinned(std::move(chosen), settings.positions);
}

/// `all` last; the others by distance, losses first, or by the names of the rules.
std::vector<Group> GroupsOf(const std::vector<TruthPosition>& positions,
                            const std::vector<std::vector<TruthAnswer>>& answers, bool by_rules) {
  std::map<std::string, Group> groups;
  Group all{.name = kAll, .order = {}, .shares = std::vector<TruthShares>(answers.size())};
  for (size_t i = 0; i < positions.size(); ++i) {
    const TruthPosition& truth = positions[i];
    const std::string name = by_rules ? truth.rules->data().name : DistanceClass(truth);
    const auto [at, is_new] =
        groups.try_emplace(name, Group{.name = name, .order = {}, .shares = {}});
    Group& group = at->second;
    const std::pair<bool, int> order{truth.is_won, truth.plies};
    if (!by_rules) group.order = is_new ? order : std::min(group.order, order);
    group.shares.resize(answers.size());
    for (Group* each : {&group, &all}) {
      ++each->positions;
      for (size_t v = 0; v < answers.size(); ++v) each->shares[v].Add(truth, answers[v][i]);
    }
  }
  std::vector<Group> list;
  for (auto& [name, group] : groups) list.push_back(std::move(group));
  std::ranges::stable_sort(list, {}, &Group::order);
  list.push_back(std::move(all));
  return list;
}

std::string ShareText(const TruthShare& share) {
  return share.all == 0 ? "" : fmt::format("{:.1f} %", 100 * share.Value());
}

std::string IntervalText(const TruthShare& share) {
  return share.all == 0 ? "none"
                        : fmt::format("{:.1f} % ({:.1f} to {:.1f})", 100 * share.Value(),
                                      100 * share.Low(), 100 * share.High());
}

void PrintGroup(const Group& group, size_t width) {
  std::string line = fmt::format("{:<{}} {:>6}", group.name, width, group.positions);
  for (const TruthShares& shares : group.shares) {
    line += fmt::format(" {:>8}", ShareText(shares.signs));
  }
  line += fmt::format(" {:>6}", group.shares.front().kept.all);
  for (const TruthShares& shares : group.shares)
    line += fmt::format(" {:>8}", ShareText(shares.kept));
  PrintLine(line.substr(0, line.find_last_not_of(' ') + 1));
}

void PrintTable(const std::vector<Group>& groups, const std::vector<int>& visits) {
  size_t width = 10;
  for (const Group& group : groups) width = std::max(width, group.name.size());
  std::string head = fmt::format("{:<{}} {:>6}", "", width, "all");
  for (const int count : visits) head += fmt::format(" {:>8}", fmt::format("sign@{}", count));
  head += fmt::format(" {:>6}", "won");
  for (const int count : visits) head += fmt::format(" {:>8}", fmt::format("kept@{}", count));
  PrintLine(head);
  for (const Group& group : groups) PrintGroup(group, width);
  PrintLine("");
  PrintLine("visits  right sign of the value   winning moves             losing moves");
  for (size_t v = 0; v < visits.size(); ++v) {
    const TruthShares& shares = groups.back().shares[v];
    PrintLine(fmt::format("{:>6}  {:<24}  {:<24}  {}", visits[v], IntervalText(shares.signs),
                          IntervalText(shares.kept), IntervalText(shares.lost)));
  }
}

Json ToJson(const TruthShare& share) {
  return {{"right", share.right},
          {"all", share.all},
          {"share", share.Value()},
          {"low", share.Low()},
          {"high", share.High()}};
}

void PrintJsonLines(const std::vector<Group>& groups, const BenchTruthSettings& settings) {
  for (const Group& group : groups) {
    for (size_t v = 0; v < group.shares.size(); ++v) {
      PrintJson({{"name", "truth"},
                 {"model", settings.model},
                 {"part", settings.held_out ? "held-out" : "choice"},
                 {settings.by_rules ? "rules" : "distance", group.name},
                 {"visits", settings.ask.visits[v]},
                 {"signs", ToJson(group.shares[v].signs)},
                 {"kept", ToJson(group.shares[v].kept)},
                 {"lost", ToJson(group.shares[v].lost)}});
    }
  }
}

}  // namespace

void BenchTruth(const BenchTruthSettings& settings) {
  const std::filesystem::path model = FindModel(settings.model);
  const std::vector<TruthPosition> positions = ChoosePositions(settings, model);
  const Interrupt interrupt;
  Progress progress;
  WorkClock clock(1);
  const auto answers = AskModel(model, positions, settings.ask, [&](double done) {
    if (progress.IsDue()) progress.Show("asking " + settings.model + clock.TimeLeft(done));
    return !interrupt.IsRequested();
  });
  progress.Finish();
  if (answers.empty()) throw Error("bench truth: stopped");
  const std::vector<Group> groups = GroupsOf(positions, answers, settings.by_rules);
  if (settings.json) return PrintJsonLines(groups, settings);
  PrintLine(fmt::format("{}: {} of the part {}", ShowModel(model),
                        Counted(positions.size(), "position"),
                        settings.held_out ? "held-out" : "choice"));
  PrintTable(groups, settings.ask.visits);
}

namespace {

/// Proves positions again: those of shipped proofs by these, others by search.
class Checker {
 public:
  explicit Checker(std::function<bool()> keep_going) : keep_going_(std::move(keep_going)) {}

  std::string Contradiction(const TruthPosition& truth, bool* is_proven) {
    OfRules& of_rules = all_.try_emplace(truth.rules, truth.rules).first->second;
    if (truth.plies <= kThorough.most_plies) {
      return raichi::Contradiction(truth, kThorough, &of_rules.prover, is_proven);
    }
    *is_proven = false;
    if (!truth.is_bound) return "";
    if (!of_rules.is_asked) Ask(*truth.rules, &of_rules);
    return of_rules.examiner ? of_rules.examiner->Contradiction(truth, is_proven) : "";
  }

 private:
  struct OfRules {
    explicit OfRules(const RulesPtr& rules) : prover(rules, 18) {}

    Prover prover;
    bool is_asked = false;  // for a shipped proof
    std::unique_ptr<ProofBook> book;
    std::unique_ptr<ProofExaminer> examiner;
  };

  void Ask(const Rules& rules, OfRules* of_rules) const {
    of_rules->is_asked = true;
    auto certificate = ShippedProofOf(rules);
    if (!certificate || certificate->claim != Claim::kWins) return;
    of_rules->book = std::make_unique<ProofBook>(std::move(*certificate), rules.data().name);
    of_rules->examiner =
        std::make_unique<ProofExaminer>(*of_rules->book, kNodesOfMove, keep_going_);
  }

  const std::function<bool()> keep_going_;
  std::map<RulesPtr, OfRules> all_;
};

}  // namespace

void CheckTruth(const BenchTruthSettings& settings) {
  const std::vector<TruthPosition> positions = Thinned(ReadPositions(settings), settings.positions);
  const Interrupt interrupt;
  Progress progress;
  const WorkClock clock(static_cast<double>(positions.size()));
  Checker checker([&] { return !interrupt.IsRequested(); });
  size_t done = 0, proven = 0;
  for (const TruthPosition& truth : positions) {
    if (interrupt.IsRequested()) throw Error("bench truth: stopped");
    if (progress.IsDue()) {
      progress.Show("proving" + clock.TimeLeft(static_cast<double>(done)));
    }
    bool is_proven = false;
    const std::string wrong = checker.Contradiction(truth, &is_proven);
    if (interrupt.IsRequested()) throw Error("bench truth: stopped");
    if (!wrong.empty()) {
      throw Error(fmt::format("{}: {}: {}", truth.rules->data().name,
                              ToString(*truth.rules, truth.position), wrong));
    }
    ++done;
    proven += is_proven;
  }
  progress.Finish();
  if (settings.json) return PrintJson({{"positions", done}, {"proven", proven}});
  PrintLine(fmt::format("{}, {} proven again{}", Counted(done, "position"), proven,
                        proven < done ? ", the others end too late or take too long" : ""));
}

}  // namespace raichi
