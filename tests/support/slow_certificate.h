#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "rules/rule_set.h"
#include "tests/support/slow_walk.h"

namespace raichi::slow {

/// What a certificate (docs/certificates.md) proves.
struct Proven {
  RuleSet rules;
  std::string start;  // position text
  bool from_setup = false;
  Claim claim;
  uint64_t plies = 0;  // of a win
  uint64_t moves = 0;  // in the file
};

/// Checks a certificate with the slow engine. Throws std::runtime_error, with a line that says what
/// is wrong, unless `bytes` are those of a certificate and its moves prove its claim. Of rules/ it
/// uses rule sets as data and the reader of rule files; with prove/ it shares no code.
Proven CheckCertificate(std::string_view bytes);

/// Returns a line as in `attackers win linnaeus from the setup within 19 plies; 327 moves`. It also
/// says if a limit of plies may end the game before the win.
std::string ToString(const Proven& proven);

}  // namespace raichi::slow
