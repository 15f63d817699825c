#pragma once

#include <string>
#include <vector>

#include "run/files/ledger.h"

namespace raichi {

/// One line of a ledger: the run's rules, the record of a model, or a match.
struct LedgerLine {
  std::optional<std::vector<std::string>> rules;  // canonical YAML
  Json settings;                                  // beside the rules; null if there are none
  std::optional<LedgerRecord> record;
  Json match;  // null if there is none
};

/// Returns the text of the line, without a newline.
std::string LedgerText(const LedgerRecord& record);
std::string LedgerText(const std::vector<std::string>& rules, const Json& settings);
std::string LedgerMatchText(const Json& match);

/// Parses a line. Throws DamagedError if its checksum is wrong or it is not a line of a ledger, and
/// VersionError if its checksum is right but its version is unknown.
LedgerLine ParseLedgerLine(const std::string& text);

}  // namespace raichi
