#include "app/balance/warnings.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "app/balance/study/play_study.h"
#include "base/counted.h"
#include "base/quote.h"
#include "nn/model/model.h"
#include "run/find_model.h"

namespace raichi {
namespace {

/// `linnaeus, saami and 5 more`; nothing if there are none.
std::string Names(const std::vector<std::string>& names) {
  constexpr size_t kMostShown = 3;
  std::string text;
  for (size_t i = 0; i < names.size() && i < kMostShown; ++i) {
    text += (i == 0 ? "" : ", ") + names[i];
  }
  return names.size() <= kMostShown ? text
                                    : text + fmt::format(" and {} more", names.size() - kMostShown);
}

/// Adds `WHAT: NAMES` if there are names.
void AddSentence(const std::string& what, const std::vector<std::string>& names,
                 std::vector<std::string>* sentences) {
  if (!names.empty()) sentences->push_back(what + ": " + Names(names));
}

/// Returns whether all models were trained on a rule set.
bool AllKnow(const std::vector<ModelInfo>& models, const std::string& rules) {
  return std::ranges::all_of(models, [&](const ModelInfo& model) {
    return std::ranges::find(model.rules, rules) != model.rules.end();
  });
}

}  // namespace

std::vector<std::string> WarningsOf(const Study& study,
                                    const std::map<size_t, RulesFigures>& figures) {
  const StudyPlan& plan = study.plan();
  constexpr size_t kFewOpenings = 12;
  std::vector<std::string> untrained, alike, few, missing;
  std::vector<ModelInfo> models;
  for (const std::filesystem::path& model : study.models()) models.push_back(ReadModelInfo(model));
  for (size_t i = 0; i < study.design().rules.size(); ++i) {
    const StudiedRules& studied = study.design().rules[i];
    if (!AllKnow(models, ShippedName(*studied.rules))) untrained.push_back(studied.word);
    const auto found = figures.find(i);
    if (found == figures.end()) {
      missing.push_back(studied.word);
    } else if (found->second.main.games.games() == 1) {
      alike.push_back(studied.word);
    } else if (found->second.main.openings < kFewOpenings &&
               2 * found->second.main.openings <= found->second.main.games.games()) {
      few.push_back(studied.word);
    }
  }
  std::vector<std::string> sentences;
  if (const uint64_t games = MissingGames(study); games > 0) {
    sentences.push_back("the study is not finished: at least " + Counted(games, "game") +
                        (games == 1 ? " is" : " are") + " missing; raichi balance " +
                        QuoteForShell(study.folder().string()) + " plays them");
  }
  if (plan.players.models.size() == 1) {
    sentences.push_back("only one network played (" + ShowModel(study.models().front()) +
                        "), so how much another one would differ is not known");
  }
  AddSentence("rules that the networks did not train on by name, so they may play them less well",
              untrained, &sentences);
  AddSentence("rules whose games are all one and the same game, which counts once", alike,
              &sentences);
  AddSentence("rules whose games begin in fewer than 12 ways, so more games would tell little more",
              few, &sentences);
  AddSentence("rules not played yet", missing, &sentences);
  return sentences;
}

}  // namespace raichi
