#include <algorithm>
#include <chrono>
#include <utility>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/guard.h"
#include "base/json.h"
#include "console/match_json.h"
#include "console/version.h"
#include "run/config/auto_values.h"
#include "run/evaluation/evaluation.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kPairsOfBlock = 4;
constexpr uint64_t kMaxOfferBytes = 1 << 16;
constexpr uint64_t kMostPairs = 1'000'000;  // of a match with which this process helps

std::string TextOf(const Json& plan) { return JsonText(WithSum(plan), 1) + "\n"; }

}  // namespace

RunEvaluator::Offer RunEvaluator::OfferOf(int model, const MissingMatch& match) {
  const std::string name = RunFolder::Numbered(model);
  const MatchConfig config = ConfigOf(model, match);
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
               {"precision", config_.workers.precision}};
  fs::path folder = OffersFolder() / (name + "-" + ChecksumText(TextOf(plan)));
  return {model, match, std::move(plan), std::move(folder)};
}

std::optional<RunEvaluator::Offer> RunEvaluator::ReadOffer(const fs::path& folder) {
  const auto text = ReadFileIfThere(folder / "match.json", kMaxOfferBytes);
  if (!text) return std::nullopt;
  const Json plan = ParseJson(*text);
  const std::string a = plan.at("a"), b = plan.at("b"), rules_id = plan.at("rules_id");
  const auto rules =
      std::ranges::find_if(rules_, [&](const RulesPtr& r) { return RulesId(*r) == rules_id; });
  const MissingMatch match{b, rules == rules_.end() ? nullptr : *rules, plan.at("first_pair"),
                           plan.at("pairs")};
  if (!match.rules || match.pairs > kMostPairs || !IsModelName(a)) return std::nullopt;
  Offer offer = OfferOf(std::stoi(a), match);
  if (offer.folder == folder && TextOf(offer.plan) == *text) return offer;
  if (!std::exchange(has_noted_offers_, true)) {
    PrintWarning(folder.string() +
                 ": of another program, precision or configuration; this process does not help");
  }
  return std::nullopt;
}

std::vector<RunEvaluator::Offer> RunEvaluator::Offers() {
  std::vector<Offer> offers;
  for (const fs::path& folder : ListFolder(OffersFolder())) {
    try {
      if (std::optional<Offer> offer = ReadOffer(folder)) offers.push_back(std::move(*offer));
    } catch (const std::exception&) {  // it is damaged, or one of its models is gone
    }
  }
  return offers;
}

void RunEvaluator::RemoveOffersExcept(const std::vector<Offer>& offers) const {
  for (const fs::path& folder : ListFolder(OffersFolder())) {
    if (folder.filename() == "claims") continue;
    if (std::ranges::find(offers, folder, &Offer::folder) == offers.end()) RemoveTree(folder);
  }
}

/// Whether it is still offered and both players have the weights that it names.
bool RunEvaluator::Stands(const Offer& offer) const {
  return Exists(offer.folder / "match.json") &&
         IsUnchanged(offer.plan.at("a"), offer.plan.at("a_weights")) &&
         IsUnchanged(offer.plan.at("b"), offer.plan.at("b_weights"));
}

bool RunEvaluator::Play(const std::vector<Offer>& offers, const std::stop_token& stop,
                        const Tick& tick, const std::function<void(SharedMatches*)>& attend) {
  std::vector<SharedMatch> shared;
  for (const Offer& offer : offers) {
    shared.push_back({offer.folder, ConfigOf(offer.model, offer.match),
                      RunFolder::Numbered(offer.model), offer.match.opponent});
  }
  const SharedMatches::Hooks hooks = {
      .open =
          [&](size_t i, int worker) {
            const int games = 2 * static_cast<int>(kPairsOfBlock);
            return MatchPlayers{
                .a = OpenPlayer(RunFolder::Numbered(offers[i].model), worker, games),
                .b = OpenPlayer(offers[i].match.opponent, worker, games)};
          },
      .count = [&](size_t i) { return Stands(offers[i]); },
  };
  SharedMatches matches(OffersFolder(), std::move(shared), kPairsOfBlock, hooks);
  const WorkClock clock(static_cast<double>(matches.total_pairs()));
  bool ended = false;
  uint64_t own = 0;
  matches.Run(CountWorkers(config_.workers), [&] {
    games_played_ += 2 * static_cast<int64_t>(matches.own_pairs() - own);
    own = matches.own_pairs();
    size_t now = 0;  // the match that is shown
    while (now + 1 < offers.size() && matches.IsOver(now)) ++now;
    ended = ended || stop.stop_requested() ||
            tick(Describe(clock, matches.pairs(), RunFolder::Numbered(offers[now].model),
                          offers[now].match.opponent, matches.outcome(now).num_pairs(),
                          offers[now].match.pairs));
    attend(&matches);
    return !ended;
  });
  return !ended;
}

bool RunEvaluator::EvaluateTogether(int model, const std::vector<MissingMatch>& missing,
                                    const std::stop_token& stop, const Tick& tick) {
  std::vector<Offer> offers;
  for (const MissingMatch& match : missing) offers.push_back(OfferOf(model, match));
  RemoveOffersExcept(offers);
  for (const Offer& offer : offers) {
    CreateFolders(offer.folder);
    PublishNew(offer.folder / "match.json", TextOf(offer.plan));
  }
  if (offers.empty()) return !stop.stop_requested();
  size_t next = 0;  // in their order, which is that of one evaluator alone
  const bool is_whole = Play(offers, stop, tick, [&](SharedMatches* matches) {
    for (; next < offers.size() && matches->IsOver(next); ++next) {
      Finish(offers[next], *matches, next);
    }
  });
  RemoveFreeClaims(OffersFolder());
  return is_whole;
}

void RunEvaluator::Finish(const Offer& offer, const SharedMatches& matches, size_t match) {
  if (!matches.IsDropped(match) && Stands(offer)) {
    Record(ToLine(matches.outcome(match).result, *offer.match.rules, offer.match.first_pair));
  } else {
    PrintWarning(RunFolder::Numbered(offer.model) + " against " + offer.match.opponent +
                 ": a model was replaced during the match, which does not count");
  }
  RemoveTree(offer.folder);
}

void RunEvaluator::Help(const std::stop_token& stop, const Tick& tick) {
  using Clock = std::chrono::steady_clock;
  weights_.clear();
  const std::vector<Offer> offers = Offers();
  if (offers.empty()) return;
  model_ = offers.front().model;
  Clock::time_point next_look = Clock::now();
  Play(offers, stop, tick, [&](SharedMatches* matches) {
    if (Clock::now() < next_look) return;
    next_look = Clock::now() + std::chrono::seconds(1);
    for (size_t i = 0; i < offers.size(); ++i) {
      if (!matches->IsOver(i) && !Exists(offers[i].folder / "match.json")) matches->Drop(i);
    }
  });
}

}  // namespace raichi
