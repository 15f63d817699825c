#include "web/page_proof.h"

#include "base/error.h"
#include "rules/notation.h"
#include "rules/position_text.h"

namespace raichi {
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

}  // namespace raichi
