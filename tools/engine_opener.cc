#include "tools/engine_opener.h"

#include "rules/rule_file.h"

namespace raichi {

void EngineOpener::Set(const EngineSettings& settings) {
  settings_ = settings;
  engine_.reset();
}

std::string EngineOpener::WordFor(const Rules& rules) const {
  return settings_.model.empty() ? DefaultOpponent(ShippedName(rules), "runs") : settings_.model;
}

Engine* EngineOpener::Open(const Game& game) {
  const uint64_t fingerprint = game.rules().fingerprint();
  if (engine_ && warm_for_ == fingerprint) return engine_.get();
  if (const std::string word = WordFor(game.rules()); !engine_ || word != word_) {
    engine_.reset();  // its memory first
    engine_ =
        std::make_unique<Engine>(OpenPlayer(word, settings_.players), settings_.seed, interrupted_);
    word_ = word;
  }
  engine_->Warm(Game(game.rules_ptr()));
  warm_for_ = fingerprint;
  return engine_.get();
}

std::string ShippedName(const Rules& rules) {
  for (const std::string& name : RuleSetNames()) {
    if (OpenRules(name)->fingerprint() == rules.fingerprint()) return name;
  }
  return rules.data().name;
}

}  // namespace raichi
