#include "rules/files/random_rules.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "rules/files/rule_changes.h"

namespace raichi {
namespace {

/// The values that one change may set.
using Values = std::vector<std::string_view>;

/// Each change that can be drawn. Values that no shipped rule set has are among them, because the
/// studied changes of rules combine keys freely.
const std::vector<Values>& AllChanges() {
  static const std::vector<Values> kChanges = {
      {"+first=attackers", "+first=defenders"},
      {"+king.armed=none", "+king.armed=anvil", "+king.armed=hammer", "+king.armed=both"},
      {"+king.capture.open=custodial", "+king.capture.open=surround"},
      {"+king.capture.beside_throne=custodial", "+king.capture.beside_throne=surround"},
      {"+king.capture.on_throne=custodial", "+king.capture.on_throne=surround",
       "+king.capture.on_throne=never"},
      {"+king.capture.at_edge=never", "+king.capture.at_edge=custodial",
       "+king.capture.at_edge=surround"},
      {"+speed.king=0", "+speed.king=1", "+speed.king=3"},
      {"+throne.stop=[]", "+throne.stop=[king]"},
      {"+throne.pass=[]", "+throne.pass=[king]", "+throne.pass=[attackers,defenders,king]"},
      {"+throne.hostile_empty=[]", "+throne.hostile_empty=[king]",
       "+throne.hostile_empty=[attackers,king]",
       "+throne.hostile_empty=[attackers,defenders,king]"},
      {"+throne.linnaean=true", "+throne.linnaean=false"},
      {"+goal=edge",
       "+corners.stop=[king]+corners.hostile=[attackers,defenders,king]+goal=corners"},
      {"+repetition.result=draw", "+repetition.result=defenders_lose",
       "+repetition.result=mover_loses"},
      {"+repetition.count=2", "+repetition.count=3"},
      {"+encirclement=false", "+encirclement=true"},
      {"+shieldwall=false", "+shieldwall=true"},
      {"+exit_forts=false", "+exit_forts=true"},
      {"+edge.hostile=[]", "+edge.hostile=[defenders]", "+edge.hostile=[attackers,defenders]"},
      {"+no_moves=loss", "+no_moves=draw"},
      {"+ply_limit=40+ply_limit_result=attackers", "+ply_limit=60+ply_limit_result=attackers",
       "+ply_limit=90+ply_limit_result=attackers"},
  };
  return kChanges;
}

template <typename List>
const auto& Pick(const List& list, Rng* rng) {
  return list[rng->Below(static_cast<uint32_t>(list.size()))];
}

std::string DrawChange(const std::vector<RulesPtr>& bases, int size, Rng* rng) {
  const auto& changes = AllChanges();
  const size_t drawn = rng->Below(static_cast<uint32_t>(changes.size()) + 1);
  if (drawn < changes.size()) return std::string(Pick(changes[drawn], rng));
  const RuleSet& other = Pick(bases, rng)->data();
  return other.size == size ? "+board.setup=" + other.setup : "";
}

/// Returns `base` with the changes, or null if they contradict its rules.
RulesPtr TryChanges(const RulesPtr& base, const std::string& changes) {
  try {
    return std::make_shared<const Rules>(ChangeRules(base->data(), changes, base->data().name));
  } catch (const Error&) {
    return nullptr;
  }
}

}  // namespace

RulesPtr DrawRules(const std::vector<RulesPtr>& bases, Rng* rng) {
  constexpr uint32_t kMostChanges = 4;
  constexpr int kMostTries = 1000;
  RAICHI_CHECK(!bases.empty());
  const RulesPtr base = Pick(bases, rng);
  const uint32_t changes = 1 + rng->Below(kMostChanges);
  RulesPtr drawn = base;
  std::string applied;
  for (uint32_t i = 0; i < changes; ++i) {
    for (int tries = 0; tries < kMostTries; ++tries) {
      const std::string all = applied + DrawChange(bases, base->size(), rng);
      RulesPtr changed = all == applied ? nullptr : TryChanges(base, all);
      const bool has_effect = changed && changed->fingerprint() != drawn->fingerprint() &&
                              changed->fingerprint() != base->fingerprint();
      if (!has_effect) continue;
      applied = all;
      drawn = std::move(changed);
      break;
    }
  }
  return drawn;
}

}  // namespace raichi
