#include "app/prove/prove_output.h"

#include <spdlog/fmt/fmt.h>

#include <string>

#include "console/output.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"

namespace raichi {
namespace {

/// `attackers win within 25 plies` or `defenders hold: they never lose`.
std::string Describe(const Certificate& certificate) {
  const std::string_view owner = ToString(certificate.owner);
  if (certificate.claim == Claim::kWins) {
    return fmt::format("{} win within {} plies", owner, certificate.plies);
  }
  return fmt::format("{} hold: they never lose", owner);
}

/// Empty for the setup, otherwise ` at ` and the position.
std::string PlaceOf(const Rules& rules, const Position& position) {
  return position == rules.start() ? "" : " at " + ToString(rules, position);
}

std::string Count(uint64_t count) { return FormatCount(static_cast<double>(count)); }

void PrintEffort(const ProveOutcome& outcome) {
  const double speed = static_cast<double>(outcome.nodes) / std::max(1e-3, outcome.seconds);
  PrintLine(fmt::format("{} nodes, {} evaluations, {}, {}/s", Count(outcome.nodes),
                        Count(outcome.evaluations), FormatSeconds(outcome.seconds),
                        FormatCount(speed)));
}

void PrintCertified(const ProveOutcome& outcome) {
  const Certificate& certificate = *outcome.certificate;
  PrintLine(DisplayName(*outcome.rules) + PlaceOf(*outcome.rules, outcome.position) + ": " +
            Describe(certificate));
  if (certificate.claim == Claim::kHolds) {
    PrintLine(fmt::format("{} cannot force a win", ToString(outcome.winner)));
    if (HoldWins(outcome.rules->data(), certificate.owner)) {
      PrintLine("endless play loses for the defenders, so the attackers win");
    }
  }
  PrintLine(fmt::format("certificate: {} moves, {} replies; checked", certificate.moves.size(),
                        outcome.replies));
}

void PrintOpen(const ProveOutcome& outcome) {
  const std::string name = DisplayName(*outcome.rules) + PlaceOf(*outcome.rules, outcome.position);
  if (outcome.numbers.IsDisproven()) {
    PrintLine(
        fmt::format("{}: {} cannot force a win without repeating positions; as {}, that "
                    "does not say who wins",
                    name, ToString(outcome.winner), outcome.why_none));
    return;
  }
  PrintLine(fmt::format("{}: not proven that {} win; proof number {}, disproof number {}", name,
                        ToString(outcome.winner), outcome.numbers.proof, outcome.numbers.disproof));
}

Json CertificateJson(const Certificate& certificate) {
  return {{"claim", certificate.claim == Claim::kWins ? "wins" : "holds"},
          {"owner", ToString(certificate.owner)},
          {"plies", certificate.claim == Claim::kWins ? Json(certificate.plies) : Json()},
          {"moves", certificate.moves.size()}};
}

Json PlaceJson(const Rules& rules, const Position& position) {
  return {{"rules", rules.data().name}, {"position", ToString(rules, position)}};
}

void PrintProofJson(const ProveOutcome& outcome) {
  Json json = PlaceJson(*outcome.rules, outcome.position);
  const bool is_proven = outcome.numbers.IsProven();
  json["side"] = ToString(outcome.winner);
  json["wins"] = is_proven || outcome.numbers.IsDisproven() ? Json(is_proven) : Json();
  json["proof_number"] = outcome.numbers.proof;
  json["disproof_number"] = outcome.numbers.disproof;
  Json line = Json::array();
  for (const Move move : outcome.line) line.push_back(ToString(move));
  json["line"] = line;
  json["certificate"] = outcome.certificate ? CertificateJson(*outcome.certificate) : Json();
  json["nodes"] = outcome.nodes;
  json["evaluations"] = outcome.evaluations;
  json["seconds"] = outcome.seconds;
  PrintJson(json);
}

}  // namespace

void PrintProof(const ProveOutcome& outcome, bool json) {
  if (json) return PrintProofJson(outcome);
  outcome.certificate ? PrintCertified(outcome) : PrintOpen(outcome);
  std::string line;
  for (const Move move : outcome.line) line += (line.empty() ? "" : " ") + ToString(move);
  if (!line.empty()) PrintLine("line: " + line);
  PrintEffort(outcome);
}

void PrintChecked(const std::filesystem::path& file, const Certificate& certificate,
                  const WalkSummary& walk, bool json) {
  const Rules& rules = *certificate.rules;
  if (json) {
    Json object{{"file", file.string()}};
    object.update(PlaceJson(rules, certificate.start));
    object.update(CertificateJson(certificate));
    object["replies"] = walk.replies;
    return PrintJson(object);
  }
  PrintLine(fmt::format("{}: {}{}: {}; {} moves, {} replies", file.string(), DisplayName(rules),
                        PlaceOf(rules, certificate.start), Describe(certificate),
                        certificate.moves.size(), walk.replies));
}

}  // namespace raichi
