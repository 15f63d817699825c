#include "app/balance/figures/rule_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <numbers>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/numbers.h"
#include "base/yaml/value.h"
#include "nn/backend/network_evaluator.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "run/players/find_model.h"
#include "selfplay/records/shard.h"
#include "stats/balance/bids.h"
#include "stats/balance/effects.h"
#include "stats/ratings/match_result.h"

namespace raichi {
namespace {

/// The policy of a position: the share of each move.
using Policy = std::map<Move, double>;

constexpr size_t kPositionsOfRules = 8;

/// Returns the variants of the most frequent board size.
std::vector<size_t> VariantsOnMap(const StudyDesign& design) {
  std::map<int, std::vector<size_t>> by_size;
  for (size_t i = 0; i < design.rules.size(); ++i) {
    if (design.rules[i].IsVariant()) by_size[design.rules[i].rules->size()].push_back(i);
  }
  std::vector<size_t> most;
  for (const auto& [size, variants] : by_size) {
    if (variants.size() > most.size()) most = variants;
  }
  return most;
}

/// Returns the text of some positions from the first main games of a rule set, in the first plies.
std::vector<std::string> PositionsOf(const Study& study, size_t rules) {
  std::vector<std::string> positions;
  for (const StudyUnit& unit : study.DoneUnits(rules, 1)) {
    const ShardReader shard(study.FileOf(unit));
    for (size_t i = 0; i < shard.size(); ++i) {
      const GameRecord record = shard.Read(i);
      Game game = StartOf(record, unit.pairing.played);
      const size_t plies = std::min(2 + 2 * positions.size(), record.turns.size());
      for (size_t ply = 0; ply < plies; ++ply) game.Play(record.turns[ply].move);
      if (game.IsOver()) continue;
      positions.push_back(ToString(game.rules(), game.position()));
      if (positions.size() == kPositionsOfRules) return positions;
    }
  }
  return positions;
}

/// Returns a game at a position, or nothing if it cannot occur under these rules or is over.
std::optional<Game> GameAt(const std::string& position, const RulesPtr& rules) {
  try {
    Game game(rules, ParsePosition(*rules, position));
    if (!game.IsOver()) return game;
  } catch (const Error&) {
  }
  return std::nullopt;
}

/// Returns the policy of a position under the rules, or nothing if there is none.
std::optional<Policy> PolicyOf(const std::string& position, const RulesPtr& rules,
                               Evaluator* evaluator) {
  const std::optional<Game> game = GameAt(position, rules);
  MoveList moves;
  if (game) game->LegalMoves(&moves);
  if (moves.empty()) return std::nullopt;
  const LeafRequest leaf{&*game, {moves.data(), moves.size()}};
  Evaluation evaluation;
  evaluator->Evaluate({&leaf, 1}, {&evaluation, 1});
  Policy policy;
  for (size_t i = 0; i < moves.size(); ++i) {
    policy[moves.data()[i]] = static_cast<double>(evaluation.priors[i]);
  }
  return policy;
}

double Share(const Policy& policy, Move move) {
  const auto found = policy.find(move);
  return found == policy.end() ? 0 : found->second;
}

/// The Jensen-Shannon divergence in nats.
double Divergence(const Policy& a, const Policy& b) {
  const auto part = [](const Policy& from, const Policy& other) {
    double sum = 0;
    for (const auto& [move, share] : from) {
      if (share > 0) sum += share * std::log(2 * share / (share + Share(other, move)));
    }
    return sum;
  };
  return (part(a, b) + part(b, a)) / 2;
}

/// The policies of all positions under one rule set.
using Policies = std::vector<std::optional<Policy>>;

double DistanceBetween(const Policies& a, const Policies& b) {
  double sum = 0;
  int count = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!a[i] || !b[i]) continue;
    sum += Divergence(*a[i], *b[i]);
    ++count;
  }
  return std::sqrt(count > 0 ? sum / count : std::numbers::ln2);  // at most ln 2
}

}  // namespace

Json RuleMapOf(const Study& study) {
  const std::vector<size_t> variants = VariantsOnMap(study.design());
  std::vector<std::string> positions;
  for (const size_t i : variants) {
    for (std::string& text : PositionsOf(study, i)) positions.push_back(std::move(text));
  }
  constexpr size_t kLeastRules = 3;
  const std::vector<std::filesystem::path>& models = study.models();
  Json map = Json::array();
  if (variants.size() < kLeastRules || models.empty() || positions.empty()) return map;
  const auto evaluator =
      OpenNetworkEvaluator(models[0], {.device = "cpu", .precision = "f32", .batch = 1});
  std::vector<Policies> policies;
  for (const size_t i : variants) {
    Policies& of_rules = policies.emplace_back();
    for (const std::string& position : positions) {
      of_rules.push_back(PolicyOf(position, study.design().rules[i].rules, evaluator.get()));
    }
  }
  const std::vector<PlanePoint> points = ScaleToPlane(variants.size(), [&](size_t i, size_t j) {
    return DistanceBetween(policies[i], policies[j]);
  });
  for (size_t i = 0; i < variants.size(); ++i) {
    map.push_back({{"rules", study.design().rules[variants[i]].word},
                   {"x", points[i].x},
                   {"y", points[i].y}});
  }
  return map;
}

namespace {

/// Returns the family's figure at its strongest level from the setup, or null.
const LevelFigure* TopOf(const RulesFigures& figures, std::string_view family) {
  const LevelFigure* top = nullptr;
  for (const LevelFigure& level : figures.levels) {
    const bool fits = level.family == family && level.treatment == figures.main.treatment;
    if (fits && (top == nullptr || level.level > top->level)) top = &level;
  }
  return top;
}

/// The score as a logit; its deviation is that of the interval. Shares of 0 and 1 are moved
/// inwards.
UncertainValue ValueOf(const ScoreEstimate& score) {
  const auto logit = [](double share) {
    constexpr double kLeast = 0.005;
    return Logit(std::clamp(share, kLeast, 1 - kLeast));
  };
  const double width = logit(score.high) - logit(score.low);
  return {logit(score.score), width / (2 * kDeviationsOf95Percent)};
}

}  // namespace

Json FamiliesToJson(const std::map<size_t, RulesFigures>& figures) {
  constexpr size_t kLeastRules = 3;
  Json list = Json::array();
  for (size_t i = 0; i < kStudyFamilies.size(); ++i) {
    for (size_t j = i + 1; j < kStudyFamilies.size(); ++j) {
      std::vector<UncertainValue> a, b;
      for (const auto& [index, of_rules] : figures) {
        const LevelFigure *one = TopOf(of_rules, kStudyFamilies[i]),
                          *other = TopOf(of_rules, kStudyFamilies[j]);
        if (one == nullptr || other == nullptr) continue;
        a.push_back(ValueOf(one->score));
        b.push_back(ValueOf(other->score));
      }
      if (a.size() < kLeastRules) continue;
      const RankAgreement agreement = AgreeInRank(a, b);
      list.push_back({{"a", kStudyFamilies[i]},
                      {"b", kStudyFamilies[j]},
                      {"tau", agreement.tau},
                      {"low", agreement.low},
                      {"high", agreement.high},
                      {"rules", a.size()}});
    }
  }
  return list;
}

std::vector<PeopleFigure> ParsePeopleFigures(const std::string& text, const std::string& origin) {
  constexpr std::array<std::string_view, 4> kKeys = {"rules", "score", "games", "source"};
  constexpr int kMostGames = 1'000'000;
  const YamlNode node = ParseYaml(text, origin);
  std::vector<PeopleFigure> figures;
  for (const YamlValue& item : YamlValue(node, "").Items("figures")) {
    const YamlMap map(item);
    map.CheckKeys(kKeys);
    PeopleFigure figure{map.Get("rules").Text(), map.Get("score").Real(0, 1), 0,
                        map.Get("source").Text()};
    if (const auto games = map.Find("games")) figure.games = games->Int(1, kMostGames);
    figures.push_back(std::move(figure));
  }
  return figures;
}

std::optional<PeopleFigure> FindPeopleFigure(const Rules& rules) {
  const std::filesystem::path file = RulesFolder().parent_path() / "studies" / "people.yaml";
  if (!Exists(file)) return std::nullopt;  // a program without its data
  const std::vector<PeopleFigure> figures =
      ParsePeopleFigures(ReadFile(file, kMaxYamlBytes), file.string());
  const auto found = std::ranges::find(figures, ShippedName(rules), &PeopleFigure::rules);
  return found == figures.end() ? std::nullopt : std::optional(*found);
}

}  // namespace raichi
