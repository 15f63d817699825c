#include "app/analysis/proven.h"

#include "rules/notation.h"

namespace raichi {

std::string DescribeProven(const Proven& proven) {
  const std::string text = "proven: " + ClaimText(proven.claim, proven.owner, proven.plies);
  return proven.move.IsNone() ? text : text + ", by " + ToString(proven.move);
}

Json ProvenToJson(const std::optional<Proven>& proven) {
  if (!proven) return Json();
  const bool wins = proven->claim == Claim::kWins;
  Json json{{wins ? "winner" : "holds", std::string(ToString(proven->owner))}};
  if (wins) json["plies"] = proven->plies;
  json["move"] = proven->move.IsNone() ? Json() : Json(ToString(proven->move));
  return json;
}

std::string DescribeDeparture(const ProofBook& book, const Departure& departure) {
  return fmt::format(
      "{}. {} leaves the proof that {}; it plays {}", departure.ply + 1, ToString(departure.played),
      ClaimText(book.claim(), book.owner(), departure.plies), ToString(departure.proofs));
}

std::string DescribeProvenGame(const Subject& subject, const GameProofs& proofs) {
  std::string text;
  if (const auto first = proofs.Find(subject.At(0))) text = DescribeProven(*first) + '\n';
  const auto book = proofs.Book();
  if (!book) return text;
  const ProofTrace trace = TraceGame(*book, subject.At(subject.plies()));
  if (trace.turns == 0) return text;
  text += fmt::format("{} played {} of {} proven positions as the proof does\n",
                      ToString(book->owner()), trace.same, trace.turns);
  if (trace.left) text += DescribeDeparture(*book, *trace.left) + '\n';
  return text;
}

}  // namespace raichi
