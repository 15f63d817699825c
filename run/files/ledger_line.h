#pragma once

#include <string>
#include <vector>

#include "run/files/ledger.h"

namespace raichi {

/// One line of a ledger: the run's rules, the record of a model, or a match.
struct LedgerLine {
  std::optional<std::vector<std::string>> rules;  // canonical YAML
  std::optional<LedgerRecord> record;
  Json match;  // null: none
};

/// The line's text, without a newline at its end.
std::string LedgerText(const LedgerRecord& record);
std::string LedgerText(const std::vector<std::string>& rules);
std::string LedgerMatchText(const Json& match);

/// Throws DamagedError if the line's checksum is wrong or it is no line of a ledger, VersionError
/// if its checksum is right but its version is unknown.
LedgerLine ParseLedgerLine(const std::string& text);

}  // namespace raichi
