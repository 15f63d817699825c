#include "tests/support/scene.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>

#include "base/text.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "tests/support/places.h"

namespace raichi {
namespace {

const std::filesystem::path kRulesFolder = SourceDir() + "/configs/rules";

Position Draw(const Rules& rules, Side to_move, std::string_view drawing) {
  return ParsePosition(rules, SquaresOf(drawing) + (to_move == Side::kAttackers ? " a" : " d"));
}

}  // namespace

std::string SquaresOf(std::string_view drawing) {
  std::string squares;
  int empty = 0;
  const auto flush = [&] {
    if (empty > 0) squares += std::to_string(empty);
    empty = 0;
  };
  for (const char c : drawing) {
    if (c == '.') {
      ++empty;
    } else if (c == '\n') {
      flush();
      if (!squares.empty() && squares.back() != '/') squares += '/';
    } else if (std::isspace(static_cast<unsigned char>(c)) == 0) {
      flush();
      squares += c;
    }
  }
  flush();
  if (!squares.empty() && squares.back() == '/') squares.pop_back();
  return squares;
}

Scene::Scene(const std::string& variant, Side to_move, std::string_view drawing)
    : Scene(Variant(variant), to_move, drawing) {}

Scene::Scene(const RulesPtr& rules, Side to_move, std::string_view drawing)
    : game_(rules, Draw(*rules, to_move, drawing)) {}

std::string Scene::Play(std::string_view move) {
  const Square king = game_.position().king();
  const Step step = game_.Play(ParseLegalMove(game_, move));
  std::vector<std::string> names;
  for (int i = 0; i < step.num_captured; ++i) {
    names.push_back(ToString(step.captured[static_cast<size_t>(i)]));
  }
  if (step.reason == Reason::kKingCaptured) names.push_back(ToString(king));
  std::sort(names.begin(), names.end());
  return Join(names, " ");
}

bool Scene::Allows(std::string_view move) const {
  const std::vector<std::string> moves = Moves();
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

std::string Scene::Outcome() const {
  if (!game_.IsOver()) return "ongoing";
  return std::string(ToString(game_.result())) + ": " + std::string(ToString(game_.reason()));
}

int Scene::Roads() const { return KingRoads(game_.rules(), game_.position()); }

std::vector<std::string> Scene::Moves() const {
  MoveList moves;
  game_.LegalMoves(&moves);
  std::vector<std::string> names;
  for (const Move move : moves) names.push_back(ToString(move));
  return names;
}

std::vector<std::string> VariantNames() {
  std::vector<std::string> names = {"copenhagen"};
  for (const auto& entry : std::filesystem::directory_iterator(SourceDir() + "/tests/vectors")) {
    names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

RulesPtr Variant(const std::string& name) {
  static std::map<std::string, RulesPtr> loaded;
  RulesPtr& rules = loaded[name];
  if (!rules) {
    rules = std::make_shared<Rules>(LoadRuleSet(kRulesFolder / (name + ".yaml")));
  }
  return rules;
}

}  // namespace raichi
