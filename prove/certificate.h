#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "rules/board/position.h"
#include "rules/rules.h"

namespace raichi {

/// What a certificate claims of its owner (docs/certificates.md).
enum class Claim : uint8_t { kWins = 1, kHolds = 2 };

/// A proof: a position, and the owner's moves in the order of the walk through the positions that
/// can arise (docs/certificates.md).
struct Certificate {
  RulesPtr rules;
  Position start;
  Claim claim = Claim::kWins;
  Side owner = Side::kAttackers;
  int plies = 0;                // within which the owner wins from the start; 0 if he holds
  std::vector<uint32_t> moves;  // indices among the legal moves
};

/// Why a side may not be said to hold under these rules, or nothing: repetitions or limits could
/// let it lose.
std::string WhyNoHold(const RuleSet& rules, Side owner);
/// Whether a side that holds wins, because endless play loses for the other.
bool HoldWins(const RuleSet& rules, Side owner);

std::string CertificateBytes(const Certificate& certificate);
/// Reads the bytes of a certificate, which are called `name` in errors. Throws DamagedError,
/// VersionError, and Error for rules that are not valid. The claim is not checked (walk.h).
Certificate ParseCertificate(std::string_view bytes, const std::string& name);
/// Reads a file. Throws ReadError too.
Certificate ReadCertificate(const std::filesystem::path& path);

}  // namespace raichi
