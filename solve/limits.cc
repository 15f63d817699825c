#include "solve/limits.h"

#include <cstdio>

#include "base/error.h"
#include "rules/movegen.h"
#include "solve/placement.h"

namespace raichi {
namespace {

/// What a class of symmetric patterns of attackers takes, about (index.h).
constexpr double kBytesOfPattern = 32;
constexpr double kMostPatterns = 4e9;

[[noreturn]] void Refuse(const Rules& rules, const std::string& why) {
  throw Error("solve: " + rules.data().name + ": " + why);
}

std::string Change(const std::string& change) {
  return "solve it with +" + change + " after its name";
}

void CheckHistory(const Rules& rules) {
  const RuleSet& data = rules.data();
  if (data.quiet_limit > 0) {
    Refuse(rules, "quiet_limit makes results depend on the plies since the last capture; " +
                      Change("quiet_limit=0"));
  }
  if (data.ply_limit > 0) {
    Refuse(rules, "ply_limit makes results depend on the plies played; " + Change("ply_limit=0"));
  }
  const RepetitionResult repetition = data.repetition.result;
  if (data.repetition.count > 0 &&
      (repetition == RepetitionResult::kMoverLoses || repetition == RepetitionResult::kIllegal)) {
    Refuse(rules, std::string("repetition.result ") +
                      (repetition == RepetitionResult::kIllegal ? "illegal" : "mover_loses") +
                      " makes results depend on all earlier positions; " +
                      Change("repetition.result=draw"));
  }
}

void CheckPieces(const Rules& rules) {
  if (rules.size() > kMaxSolvedSize) {
    Refuse(rules, "a board of " + std::to_string(rules.size()) + "x" +
                      std::to_string(rules.size()) + " is too large; expected at most 8x8");
  }
  if (rules.tells_camps_apart() || rules.camps_close()) {
    Refuse(rules,
           "camps that close or belong to their attackers are more than pieces on squares; " +
               Change("camps=none"));
  }
  if (rules.has_royal()) Refuse(rules, "a royal attacker cannot be solved; put a 't' in his place");
  if (MaterialOf(rules).attackers == 0) Refuse(rules, "the setup has no attackers");
  if (!HasMove(rules, rules.start())) Refuse(rules, "the side to move cannot move in the setup");
}

double Chosen(int n, int k) { return static_cast<double>(Choose(n, k)); }

}  // namespace

void CheckSolvable(const Rules& rules) {
  CheckHistory(rules);
  CheckPieces(rules);
}

SolveSize EstimateSize(const Rules& rules, const std::vector<Symmetry>& symmetries) {
  const Places places = PlacesOf(rules, symmetries);
  const Material most = MaterialOf(rules);
  double positions = 0;
  double patterns = 0;
  ForEachBit(places.king, [&](int square) {
    const int room = places.RoomBeside(square);
    for (int attackers = 1; attackers <= most.attackers; ++attackers) {
      patterns += Chosen(room, attackers);
      for (int defenders = 0; defenders <= most.defenders; ++defenders) {
        positions += 2 * Chosen(room, attackers) * Chosen(room - attackers, defenders);
      }
    }
  });
  const auto symmetric = static_cast<double>(symmetries.size());
  SolveSize size{.positions = positions / symmetric};
  size.bytes = size.positions + kBytesOfPattern * patterns / symmetric;
  return size;
}

void CheckSize(const Rules& rules, const SolveSize& size, double max_bytes) {
  const int room = std::popcount(PlacesOf(rules, {Symmetry()}).men);
  const bool has_numbers =
      Chosen(room, std::min(MaterialOf(rules).attackers, room / 2)) < kMostPatterns;
  if (size.bytes <= max_bytes && has_numbers) return;
  Refuse(rules, "has about " + PositionCountText(size.positions) + " positions, which need " +
                    MemoryText(size.bytes) + " of memory, and at most " + MemoryText(max_bytes) +
                    " may be used; take men away (+board.setup=…)" +
                    (has_numbers ? " or raise --max-memory" : ""));
}

std::string PositionCountText(double count) {
  char text[32];
  if (count < 1e6) {
    std::snprintf(text, sizeof(text), "%.0f", count);
  } else if (count < 1e12) {
    const bool is_million = count < 1e9;
    std::snprintf(text, sizeof(text), "%.3g %s", count / (is_million ? 1e6 : 1e9),
                  is_million ? "million" : "billion");
  } else {
    std::snprintf(text, sizeof(text), "%.2g", count);
  }
  return text;
}

std::string MemoryText(double bytes) {
  char text[32];
  if (bytes < 1e12) {
    const bool is_small = bytes < 1e9;
    std::snprintf(text, sizeof(text), is_small ? "%.0f MB" : "%.1f GB",
                  bytes / (is_small ? 1e6 : 1e9));
  } else {
    std::snprintf(text, sizeof(text), "%.3g TB", bytes / 1e12);
  }
  return text;
}

}  // namespace raichi
