#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <array>
#include <cstddef>
#include <memory>
#include <string>

#include "base/error.h"
#include "mcts/players/levels.h"
#include "nn/input/encoder.h"
#include "prove/proof_book.h"
#include "rules/files/rule_fields.h"
#include "rules/notation.h"
#include "rules/rule_set.h"
#include "rules/words/words.h"
#include "web/page_network.h"
#include "web/table.h"
#include "web/thinker.h"

namespace raichi {

/// The keys of a rule set for the page's editor: an array of {path, input, isMap, value, words,
/// least, most, needs}, the fields of rules/files/rule_fields.h. `input` is "none", "switch",
/// "choice", "choices", "squares", "setup" or "number". The keys of absent maps are there too.
emscripten::val RuleForm(const RuleSet& rules);

/// A proof of who wins under a rule set, for the page (docs/certificates.md).
class PageProof {
 public:
  /// `certificate` is an entry of proofs.json (web/pack.py): {start, claim, owner, plies, moves}.
  /// Checks it; if it is not a proof under these rules, `isProof` is false.
  PageProof(const std::string& rules, const emscripten::val& certificate);

  bool IsProof() const { return book_ != nullptr; }
  /// What is proven of a table's position: {side, plies, move}, or null. The side wins within so
  /// many plies or, if they are 0, never loses. `move` is the text of its move, empty if the other
  /// side is to move.
  emscripten::val Look(const Table& table) const;

 private:
  std::unique_ptr<ProofBook> book_;
};

namespace {

using emscripten::val;

constexpr std::array<const char*, 7> kInputs = {"none",    "switch", "choice", "choices",
                                                "squares", "setup",  "number"};

}  // namespace

val RuleForm(const RuleSet& rules) {
  val form = val::array();
  for (const RuleField& field : AllFieldsOf(rules)) {
    val object = val::object();
    object.set("path", field.path);
    object.set("input", val(kInputs.at(static_cast<size_t>(field.input))));
    object.set("isMap", field.kind == RuleField::Kind::kSection);
    object.set("value", field.value);
    object.set("words", val::array(field.words));
    object.set("least", field.least);
    object.set("most", field.most);
    object.set("needs", field.needs);
    form.call<void>("push", object);
  }
  return form;
}

namespace {

using emscripten::val;

Certificate CertificateFrom(const RulesPtr& rules, const val& stored) {
  return {.rules = rules,
          .start = ParsePosition(*rules, stored["start"].as<std::string>()),
          .claim = stored["claim"].as<std::string>() == "wins" ? Claim::kWins : Claim::kHolds,
          .owner = stored["owner"].as<std::string>() == "attackers" ? Side::kAttackers
                                                                    : Side::kDefenders,
          .plies = stored["plies"].as<int>(),
          .moves = emscripten::convertJSArrayToNumberVector<uint32_t>(stored["moves"])};
}

}  // namespace

PageProof::PageProof(const std::string& rules, const val& certificate) {
  try {
    book_ =
        std::make_unique<ProofBook>(CertificateFrom(ReadRules(rules, ""), certificate), "proof");
  } catch (const Error&) {  // the page says that the file is damaged
  }
}

val PageProof::Look(const Table& table) const {
  const Game& game = table.game();
  if (!book_ || game.IsOver()) return val::null();
  const auto entry = book_->Find(game.position());
  if (!entry) return val::null();
  val found = val::object();
  found.set("side", std::string(ToString(book_->owner())));
  found.set("plies", entry->plies);
  found.set("move", entry->move.IsNone() ? std::string() : ToString(entry->move));
  return found;
}

// The functions and classes that the page's worker can use.

namespace {

using emscripten::val;

/// Returns what `make` does. An Error becomes a JavaScript Error with its text, which would be lost
/// on the way otherwise.
template <typename Make>
auto WithText(Make make) {
  std::string text;
  try {
    return make();
  } catch (const Error& error) {
    text = error.what();
  }
  val::global("Error").new_(text).throw_();
}

Table* MakeTable(const std::string& rules, const std::string& changes,
                 const std::string& position) {
  return WithText([&] { return new Table(rules, changes, position); });
}
Table* MakeChangedTable(const std::string& rules, const std::string& changes) {
  return MakeTable(rules, changes, "");
}
Table* MakePlainTable(const std::string& rules) { return MakeTable(rules, "", ""); }

PageNetwork* MakeNetwork(const val& bytes) {
  return WithText([&] { return new PageNetwork(bytes); });
}

void PlayMove(Table& table, const std::string& move) {
  WithText([&] { table.Play(move); });
}

val AnswerQuestion(PageNetwork& network, const val& question) {
  return WithText([&] { return network.Answer(question); });
}

void EvaluateLeaves(Thinker& thinker, PageNetwork& network, int first, int count) {
  WithText([&] { thinker.Evaluate(network, first, count); });
}

void ReadAnswer(Thinker& thinker, int first, int count, const val& answer) {
  WithText([&] { thinker.Read(first, count, answer); });
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

/// Describes rules for the page: {name, title, size, keys, chapters}. `keys` is for an editor
/// (bindings.cc); `chapters` are the rules in words, each {heading, paragraphs}.
val DescribeRules(const std::string& text, const std::string& changes) {
  const RulesPtr rules = WithText([&] { return ReadRules(text, changes); });
  val description = val::object();
  description.set("name", rules->data().name);
  description.set("title", rules->data().title);
  description.set("size", rules->size());
  description.set("keys", RuleForm(rules->data()));
  description.set("chapters", InWords(*rules));
  return description;
}

/// The levels of play, weakest first: an array of {name, visits, careless, isDefault}, where
/// `careless` is the percentage of turns that are random.
val ListLevels() {
  val list = val::array();
  for (const Level& level : Levels()) {
    val object = val::object();
    object.set("name", std::string(level.name));
    object.set("visits", level.visits);
    object.set("careless", level.careless);
    object.set("isDefault", &level == &FirstLevel());
    list.call<void>("push", object);
  }
  return list;
}

EMSCRIPTEN_BINDINGS(raichi) {
  emscripten::constant("encoderVersion", kEncoderVersion);
  emscripten::constant("planes", kPlanes);
  emscripten::constant("numbers", kGlobals);
  emscripten::function("levels", &ListLevels);
  emscripten::function("checkRules", &CheckRules);
  emscripten::function("checkPosition", &CheckPosition);
  emscripten::function("describeRules", &DescribeRules);
  emscripten::class_<Table>("Table")
      .constructor(&MakePlainTable, emscripten::allow_raw_pointers())
      .constructor(&MakeChangedTable, emscripten::allow_raw_pointers())
      .constructor(&MakeTable, emscripten::allow_raw_pointers())
      .function("play", &PlayMove)
      .function("takeBack", &Table::TakeBack)
      .function("board", &Table::Board)
      .function("state", &Table::State);
  emscripten::class_<PageProof>("Proof")
      .constructor<std::string, val>()
      .property("isProof", &PageProof::IsProof)
      .function("look", &PageProof::Look);
  emscripten::class_<PageNetwork>("Network")
      .constructor(&MakeNetwork, emscripten::allow_raw_pointers())
      .property("canvas", &PageNetwork::canvas)
      .function("answer", &AnswerQuestion);
  emscripten::class_<Thinker>("Thinker")
      .constructor<bool, int, double, unsigned>()
      .constructor<bool, int, double, unsigned, int>()
      .function("begin", &Thinker::Begin)
      .function("select", &Thinker::Select)
      .function("evaluate", &EvaluateLeaves)
      .function("question", &Thinker::Question)
      .function("read", &ReadAnswer)
      .function("backUp", &Thinker::BackUp)
      .function("playOut", &Thinker::PlayOut)
      .function("choose", &Thinker::Choose)
      .function("advice", &Thinker::Advice);
}

}  // namespace

}  // namespace raichi
