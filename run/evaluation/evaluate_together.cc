#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/json.h"
#include "console/version.h"
#include "run/config/auto_values.h"
#include "run/evaluation/evaluation.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kPairsOfBlock = 4;
constexpr uint64_t kMaxOfferBytes = 1 << 16;
constexpr char kPlanFile[] = "match.json";
constexpr uint64_t kMostPairs = 1'000'000;  // of a match with which this process helps

/// Removes the plan first, so that nobody helps any more.
void RemoveOffer(const fs::path& folder) {
  RemoveFile(folder / kPlanFile);
  RemoveTree(folder);
}

}  // namespace

RunEvaluator::Offer RunEvaluator::OfferOf(int model, const MissingMatch& match) {
  const std::string name = RunFolder::Numbered(model);
  const MatchConfig config = ConfigOf(model, match);
  const std::array<FileStamp, 2> stamps = StampsOf(name, match.opponent);
  Json plan = {{"program", Version()},
               {"a", name},
               {"b", match.opponent},
               {"rules_id", RulesId(*match.rules)},
               {"a_weights", WeightsOf(name)},
               {"b_weights", WeightsOf(match.opponent)},
               {"first_pair", match.first_pair},
               {"pairs", match.pairs},
               {"seed", config.seed},
               {"opening_plies", config.opening_random_plies},
               {"visits", config_.evaluation.visits},
               {"precision", Precision()}};
  fs::path folder = OffersFolder() / (name + "-" + ChecksumText(MatchText(plan)));
  return {model, match, std::move(plan), std::move(folder), stamps};
}

std::optional<RunEvaluator::Offer> RunEvaluator::ReadOffer(const fs::path& folder) {
  const auto text = ReadPatiently(
      Patience(), [&] { return ReadFileIfThere(folder / kPlanFile, kMaxOfferBytes); });
  if (!text) return std::nullopt;
  const Json plan = ParseJson(*text);
  const std::string a = plan.at("a"), b = plan.at("b"), rules_id = plan.at("rules_id");
  const auto rules =
      std::ranges::find_if(rules_, [&](const RulesPtr& r) { return RulesId(*r) == rules_id; });
  const MissingMatch match{b, rules == rules_.end() ? nullptr : *rules, plan.at("first_pair"),
                           plan.at("pairs")};
  if (!match.rules || match.pairs > kMostPairs || !IsModelName(a)) return std::nullopt;
  Offer offer = OfferOf(std::stoi(a), match);
  if (offer.folder == folder && MatchText(offer.plan) == *text) return offer;
  if (!std::exchange(has_noted_offers_, true)) {
    PrintWarning(folder.string() +
                 ": of another program, precision or configuration; this process passes it over");
  }
  return std::nullopt;
}

std::vector<RunEvaluator::Offer> RunEvaluator::Offers() {
  std::vector<Offer> offers;
  for (const fs::path& folder : ListFolder(OffersFolder())) {
    try {
      if (std::optional<Offer> offer = ReadOffer(folder)) offers.push_back(std::move(*offer));
    } catch (const ReadError& error) {
      if (IsTransient(error)) throw;
    } catch (const std::exception&) {  // it is damaged, or one of its models is gone
    }
  }
  return offers;
}

/// Returns the offers of the matches of a model that lack some of so many pairs.
std::vector<RunEvaluator::Offer> RunEvaluator::OffersOf(int model, uint64_t pairs) {
  std::vector<Offer> offers;
  for (const MissingMatch& match : Missing(model, pairs)) offers.push_back(OfferOf(model, match));
  return offers;
}

void RunEvaluator::EndOffers() {
  Reload();
  weights_.clear();
  EndOffersExcept({});
}

void RunEvaluator::EndOffersExcept(const std::vector<Offer>& wanted) {
  const auto is_wanted = [&](const fs::path& folder) {
    return std::ranges::find(wanted, folder, &Offer::folder) != wanted.end();
  };
  std::vector<Offer> others = Offers();
  std::erase_if(others, [&](const Offer& offer) { return is_wanted(offer.folder); });
  SharedMatches matches(OffersFolder(), ToShared(others), kPairsOfBlock, {});
  matches.TakeDone();
  for (size_t i = 0; i < others.size(); ++i) Finish(others[i], matches.outcome(i));
  for (const fs::path& folder : ListFolder(OffersFolder())) {
    if (folder.filename() != "claims" && !is_wanted(folder)) RemoveOffer(folder);
  }
}

std::array<FileStamp, 2> RunEvaluator::StampsOf(const std::string& a, const std::string& b) const {
  return {StampOf(ModelFile(folder_.models() / a)), StampOf(ModelFile(folder_.models() / b))};
}

bool RunEvaluator::HasItsWeights(const Offer& offer) const {
  return IsUnchanged(offer.plan.at("a"), offer.plan.at("a_weights")) &&
         IsUnchanged(offer.plan.at("b"), offer.plan.at("b_weights"));
}

/// Whether it is still offered and both players have its weights. Reads a model only if its file
/// has changed.
bool RunEvaluator::Stands(const Offer& offer) const {
  return Exists(offer.folder / kPlanFile) &&
         (StampsOf(offer.plan.at("a"), offer.plan.at("b")) == offer.stamps || HasItsWeights(offer));
}

std::vector<SharedMatch> RunEvaluator::ToShared(const std::vector<Offer>& offers) const {
  std::vector<SharedMatch> shared;
  for (const Offer& offer : offers) {
    shared.push_back({offer.folder, ConfigOf(offer.model, offer.match),
                      RunFolder::Numbered(offer.model), offer.match.opponent});
  }
  return shared;
}

/// Those of a helper: the lock's holder alone mends.
SharedMatches::Hooks RunEvaluator::HooksFor(const std::vector<Offer>& offers) const {
  return {
      .open =
          [&](size_t i, int worker) {
            const int games = 2 * static_cast<int>(kPairsOfBlock);
            return MatchPlayers{
                .a = OpenPlayer(RunFolder::Numbered(offers[i].model), worker, games),
                .b = OpenPlayer(offers[i].match.opponent, worker, games)};
          },
      .count = [&](size_t i) { return Stands(offers[i]); },
      .mend = [](const fs::path&, const DamagedError&) { return false; },
  };
}

bool RunEvaluator::Play(const std::vector<Offer>& offers, SharedMatches* matches,
                        const std::stop_token& stop, const Tick& tick,
                        const std::function<void()>& attend) {
  const WorkClock clock(static_cast<double>(matches->total_pairs()));
  bool ended = false;
  uint64_t own = 0;
  matches->Run(CountWorkers(config_.workers), [&] {
    games_played_ += 2 * static_cast<int64_t>(matches->own_pairs() - own);
    own = matches->own_pairs();
    size_t now = 0;  // the match that is shown
    while (now + 1 < offers.size() && matches->IsOver(now)) ++now;
    ended = ended || stop.stop_requested() ||
            tick(Describe(clock.TimeLeft(static_cast<double>(matches->pairs())), offers[now].model,
                          offers[now].match, matches->outcome(now).num_pairs()));
    attend();
    return !ended;
  });
  return !ended;
}

bool RunEvaluator::EvaluateTogether(const std::vector<Offer>& offers, const std::stop_token& stop,
                                    const Tick& tick) {
  for (const Offer& offer : offers) PublishMatch(offer.folder, MatchText(offer.plan));
  if (offers.empty()) return !stop.stop_requested();
  SharedMatches::Hooks hooks = HooksFor(offers);
  hooks.mend = [](const fs::path& block, const DamagedError& error) {
    PrintWarning(std::string(error.what()) + "; removed, and its games are played again");
    RemoveFile(block);
    return true;
  };
  SharedMatches matches(OffersFolder(), ToShared(offers), kPairsOfBlock, std::move(hooks));
  size_t next = 0;  // in their order, which is that of one evaluator alone
  const bool is_whole = Play(offers, &matches, stop, tick, [&] {
    for (; next < offers.size() && matches.IsOver(next); ++next) {
      Finish(offers[next], matches.outcome(next));
    }
  });
  if (!is_whole) EndOffersExcept({});
  RemoveFreeClaims(OffersFolder());
  return is_whole;
}

/// Records the outcome of an offer, unless that was done before, and removes the offer.
void RunEvaluator::Finish(const Offer& offer, const MatchOutcome& outcome) {
  const std::string a = RunFolder::Numbered(offer.model);
  const auto& [b, rules, first_pair, pairs] = offer.match;
  if (!HasItsWeights(offer)) {
    PrintWarning(a + " against " + b +
                 ": a model was replaced during the match, which does not count");
  } else if (outcome.num_pairs() > 0 && PairsPlayed(a, {b})[{b, rules}].next <= first_pair) {
    Record(ToLine(outcome.result, *rules, first_pair));
  }
  RemoveOffer(offer.folder);
}

void RunEvaluator::Help(const std::stop_token& stop, const Tick& tick) {
  weights_.clear();
  const std::vector<Offer> offers = Offers();
  if (offers.empty()) return;
  model_ = offers.front().model;
  SharedMatches matches(OffersFolder(), ToShared(offers), kPairsOfBlock, HooksFor(offers));
  auto next_look = std::chrono::steady_clock::now();
  Play(offers, &matches, stop, tick, [&] {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_look) return;
    next_look = now + std::chrono::seconds(1);
    for (size_t i = 0; i < offers.size(); ++i) {
      if (!matches.IsOver(i) && !Exists(offers[i].folder / kPlanFile)) matches.Drop(i);
    }
  });
}

}  // namespace raichi
