#include "app/balance/study_json.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "app/balance/figures/effects.h"
#include "app/balance/figures/figure_words.h"
#include "app/balance/figures/figures.h"
#include "app/balance/figures/ladders.h"
#include "app/balance/figures/rule_map.h"
#include "app/balance/study/play_study.h"
#include "app/report/replay.h"
#include "base/checksum.h"
#include "base/files/files.h"
#include "base/json.h"
#include "base/numbers.h"
#include "base/text.h"
#include "nn/model/model.h"
#include "prove/proof_book.h"
#include "rules/notation.h"
#include "rules/words/words.h"
#include "run/players/find_model.h"
#include "stats/ratings/match_result.h"

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
               2 * found->second.main.openings < found->second.main.games.games()) {
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

namespace {

/// A number for JSON, which has no infinities: null stands for them.
Json FiniteNumber(double number) { return std::isfinite(number) ? Json(number) : Json(); }

Json FiniteNumbers(const std::vector<double>& numbers) {
  Json list = Json::array();
  for (const double number : numbers) list.push_back(FiniteNumber(number));
  return list;
}

Json ToJson(const LevelFigure& figure) {
  const ScoreEstimate& score = figure.score;
  return {{"family", figure.family},
          {"level", figure.level},
          {"openings", std::string(ToString(figure.treatment))},
          {"distinct_openings", figure.openings},
          {"games", figure.games.games()},
          {"wins", figure.games.wins},
          {"draws", figure.games.draws},
          {"losses", figure.games.losses},
          {"score", score.score},
          {"low", score.low},
          {"high", score.high},
          {"draw_share", score.draws},
          {"seed_spread", score.seed_spread},
          {"by_seed", FiniteNumbers(score.by_seed)}};
}

Json ToJson(const CharacterFigure& character) {
  Json json = {{"plies", character.plies},
               {"plies_deviation", character.plies_deviation},
               {"reasons", character.reasons},
               {"drama", character.drama},
               {"lead_changes", character.lead_changes}};
  if (character.effective_first_moves) {
    json["effective_first_moves"] = *character.effective_first_moves;
  }
  if (character.twice) json["twice"] = *character.twice;
  return json;
}

Json FirstMovesToJson(const RulesFigures& figures, const Rules& rules) {
  Json list = Json::array();
  for (const FirstMoveFigure& move : figures.first_moves) {
    Game game(std::make_shared<const Rules>(rules.data()));
    list.push_back({{"move", ToString(move.move, game.Play(move.move))},
                    {"share", move.share},
                    {"games", move.games},
                    {"score", move.score.score},
                    {"low", move.score.low},
                    {"high", move.score.high}});
  }
  return list;
}

Json WordsOf(const Rules& rules) {
  Json words = Json::array();
  for (const RuleChapter& chapter : RulesInWords(rules)) {
    for (const std::string& paragraph : chapter.paragraphs) words.push_back(paragraph);
  }
  return words;
}

/// The slope in points of the score for each doubling below the top level.
Json SlopeToJson(const Slope& slope, double top) {
  const auto points = [&](double logits) {
    return (ChanceOfLogit(top) - ChanceOfLogit(top - slope.doublings * logits)) / slope.doublings;
  };
  const auto& [value, low, high, p] = slope.logits;
  return {{"value", points(value)}, {"low", points(low)}, {"high", points(high)}};
}

Json EndToJson(const ScoreEstimate& score, const Tally& games) {
  return {
      {"score", score.score}, {"low", score.low}, {"high", score.high}, {"games", games.games()}};
}

/// What a proof that comes with the program says of the rules; null if there is none.
Json ProvenToJson(const Rules& rules) {
  const auto proof = ShippedProofOf(rules);
  if (!proof) return {};
  const std::string owner(ToString(proof->owner));
  const bool is_win = proof->claim == Claim::kWins;
  Json json = {
      {"side", owner},
      {"text", is_win ? fmt::format("{}, {} plies", owner, proof->plies) : owner + " never lose"}};
  if (is_win) json["plies"] = proof->plies;
  return json;
}

Json RulesToJson(const Study& study, const RulesFigures& figures) {
  const StudiedRules& studied = study.design().rules[figures.rules];
  const Rules& rules = *studied.rules;
  const double score = figures.main.score.score;
  Json json = {{"name", studied.word},
               {"title", rules.data().title},
               {"group", studied.group},
               {"label", studied.label},
               {"size", rules.size()},
               {"fingerprint", ChecksumText(rules.fingerprint())},
               {"verdict", ToString(figures.verdict)},
               {"verdict_text", VerdictText(figures.verdict, score)},
               {"sentence", SentenceOf(figures)},
               {"headline", ToJson(figures.main)}};
  if (const auto people = FindPeopleFigure(rules)) {
    json["human"] = {{"score", people->score}, {"source", people->source}};
    if (people->games > 0) json["human"]["games"] = people->games;
  }
  if (Json proven = ProvenToJson(rules); !proven.is_null()) json["proven"] = std::move(proven);
  json["levels"] = Json::array();
  for (const LevelFigure& level : figures.levels) json["levels"].push_back(ToJson(level));
  if (figures.slope) json["slope"] = SlopeToJson(*figures.slope, figures.logit.mean);
  if (figures.ladder) json["ladder"] = LadderToJson(*figures.ladder, figures.main.family);
  if (figures.handicap) {
    json["handicap"] = {{"text", HandicapText(*figures.handicap, figures.main.family)},
                        {"side", std::string(ToString(figures.handicap->side))},
                        {"factor", FiniteNumber(figures.handicap->factor)},
                        {"low", FiniteNumber(figures.handicap->low)},
                        {"high", FiniteNumber(figures.handicap->high)}};
  }
  if (figures.bid) {
    json["bid"] = {{"text", BidText(*figures.bid)},
                   {"turns", FiniteNumber(figures.bid->turns)},
                   {"low", FiniteNumber(figures.bid->low)},
                   {"high", FiniteNumber(figures.bid->high)}};
  }
  if (const auto& sandwich = figures.sandwich) {
    json["sandwich"] = {{"low", EndToJson(sandwich->low, sandwich->low_games)},
                        {"high", EndToJson(sandwich->high, sandwich->high_games)}};
  }
  json["character"] = ToJson(figures.character);
  json["character"]["decisive"] = 1 - figures.main.score.draws;
  json["first_moves"] = FirstMovesToJson(figures, rules);
  json["setup"] = rules.data().setup;
  json["board"] = BoardToJson(rules);
  json["words"] = WordsOf(rules);
  if (studied.IsVariant() && !study.IsRecord())
    json["sample_games"] = SampleGamesOf(study, figures.rules);
  return json;
}

Json ToJson(const StudyEffect& effect) {
  const Contrast& contrast = effect.contrast;
  Json json = {{"kind", effect.kind},
               {"label", effect.label},
               {"factors", effect.factors},
               {"from", effect.from},
               {"to", effect.to},
               {"logit", contrast.value},
               {"elo", contrast.value * kEloPerUnit},
               {"low", contrast.low * kEloPerUnit},
               {"high", contrast.high * kEloPerUnit}};
  if (effect.points) json["points"] = *effect.points;
  if (!effect.points_by_seed.empty()) json["by_seed"] = FiniteNumbers(effect.points_by_seed);
  json["p"] = contrast.p;
  json["holm"] = effect.holm;
  return json;
}

}  // namespace

namespace {

/// Takes what needs moves from the results that a study's folder has.
void KeepWhatNeedsMoves(const std::filesystem::path& file, Json* data) {
  if (!Exists(file)) return;
  const Json before =
      ReadJson(file.string() + ": ", [&] { return ParseJson(ReadFile(file, uint64_t{1} << 26)); });
  if (before.contains("map")) (*data)["map"] = before["map"];
  for (const Json& old : before.value("rules", Json::array())) {
    for (Json& rules : (*data)["rules"]) {
      const bool fits = rules.at("name") == old.value("name", "") && old.contains("sample_games");
      if (fits) rules["sample_games"] = old["sample_games"];
    }
  }
}

}  // namespace

Json StudyToJson(const Study& study, GamesRecord* record) {
  std::map<size_t, RulesFigures> measured;
  uint64_t games = 0;
  for (size_t i = 0; i < study.design().rules.size(); ++i) {
    const PlayedGames played(study, i);
    games += played.all().size();
    if (record != nullptr) played.AddTo(study, record);
    if (auto figures = Measure(study, i, played)) measured.emplace(i, std::move(*figures));
  }
  PoolFigures(&measured);
  Json rules = Json::array(), effects = Json::array();
  for (const auto& [index, figures] : measured) rules.push_back(RulesToJson(study, figures));
  for (const StudyEffect& effect : EffectsOf(study, measured)) effects.push_back(ToJson(effect));
  Json data = {{"name", study.plan().name},
               {"plan", ToYaml(study.plan())},
               {"games", games},
               {"seeds", study.plan().players.models.size()},
               {"warnings", WarningsOf(study, measured)},
               {"rules", std::move(rules)},
               {"effects", std::move(effects)},
               {"families", FamiliesToJson(measured)}};
  if (study.IsRecord()) {
    KeepWhatNeedsMoves(study.folder() / "balance.json", &data);
    return data;
  }
  const Json map = RuleMapOf(study);
  if (!map.empty()) data["map"] = map;
  return data;
}

}  // namespace raichi
