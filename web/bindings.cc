// The functions and classes that the page's worker can use.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <string>

#include "base/error.h"
#include "nn/input/encoder.h"
#include "rules/words/words.h"
#include "web/page_network.h"
#include "web/page_proof.h"
#include "web/rule_form.h"
#include "web/table.h"
#include "web/thinker.h"

namespace raichi {
namespace {

using emscripten::val;

/// Plays a move. Returns the text of the error, or an empty string if the move was legal. (An
/// exception would lose its text on the way to JavaScript.)
std::string TryToPlay(Table& table, const std::string& move) {
  try {
    table.Play(move);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

/// Returns a description of the error in rules, or an empty string if they are valid.
std::string CheckRules(const std::string& rules, const std::string& changes) {
  try {
    ReadRules(rules, changes);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

/// Returns a description of the error in a position, or an empty string if games can begin in it.
/// The rules must be valid.
std::string CheckPosition(const std::string& rules, const std::string& changes,
                          const std::string& position) {
  try {
    Table(rules, changes, position);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

val InWords(const Rules& rules) {
  val chapters = val::array();
  for (const RuleChapter& chapter : RulesInWords(rules)) {
    val object = val::object();
    object.set("heading", chapter.heading);
    object.set("paragraphs", val::array(chapter.paragraphs));
    chapters.call<void>("push", object);
  }
  return chapters;
}

/// Describes valid rules for the page: {name, title, size, keys, chapters}. `keys` is for an editor
/// (rule_form.h); `chapters` are the rules in words, each {heading, paragraphs}.
val DescribeRules(const std::string& text, const std::string& changes) {
  const RulesPtr rules = ReadRules(text, changes);
  val description = val::object();
  description.set("name", rules->data().name);
  description.set("title", rules->data().title);
  description.set("size", rules->size());
  description.set("keys", RuleForm(rules->data()));
  description.set("chapters", InWords(*rules));
  return description;
}

EMSCRIPTEN_BINDINGS(raichi) {
  emscripten::constant("encoderVersion", kEncoderVersion);
  emscripten::constant("planes", kPlanes);
  emscripten::constant("numbers", kGlobals);
  emscripten::function("checkRules", &CheckRules);
  emscripten::function("checkPosition", &CheckPosition);
  emscripten::function("describeRules", &DescribeRules);
  emscripten::class_<Table>("Table")
      .constructor<std::string>()
      .constructor<std::string, std::string>()
      .constructor<std::string, std::string, std::string>()
      .function("play", &TryToPlay)
      .function("takeBack", &Table::TakeBack)
      .function("board", &Table::Board)
      .function("state", &Table::State);
  emscripten::class_<PageProof>("Proof")
      .constructor<std::string, val>()
      .property("isProof", &PageProof::IsProof)
      .function("look", &PageProof::Look);
  emscripten::class_<PageNetwork>("Network")
      .constructor<val>()
      .property("canvas", &PageNetwork::canvas)
      .function("answer", &PageNetwork::Answer);
  emscripten::class_<Thinker>("Thinker")
      .constructor<bool, int, double, unsigned>()
      .function("begin", &Thinker::Begin)
      .function("select", &Thinker::Select)
      .function("evaluate", &Thinker::Evaluate)
      .function("question", &Thinker::Question)
      .function("read", &Thinker::Read)
      .function("backUp", &Thinker::BackUp)
      .function("playOut", &Thinker::PlayOut)
      .function("choose", &Thinker::Choose)
      .function("advice", &Thinker::Advice);
}

}  // namespace
}  // namespace raichi
