#include "tests/support/slow_certificate.h"

#include <zstd.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "rules/files/rule_file.h"

namespace raichi::slow {
namespace {

[[noreturn]] void Fail(const std::string& what) { throw std::runtime_error(what); }

uint64_t NumberAt(std::string_view bytes, size_t offset, size_t size) {
  uint64_t number = 0;
  for (size_t i = size; i-- > 0;) {
    number = number << 8 | static_cast<unsigned char>(bytes[offset + i]);
  }
  return number;
}

/// Returns the 64-bit FNV-1a hash.
uint64_t FowlerNollVo(std::string_view bytes) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : bytes) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3;
  }
  return hash;
}

struct Parts {
  Claim claim;
  uint64_t plies = 0, moves = 0;
  std::string start, rules;
  std::string_view body;
};

/// Takes the file apart. Checks all that the header and the checksums say.
Parts Split(std::string_view bytes) {
  constexpr size_t kText = 56;
  constexpr size_t kChecksum = 8;
  if (bytes.size() < kText + kChecksum || NumberAt(bytes, 0, 4) != 0x184D2A59 ||
      bytes.substr(8, 8) != "RAICHIPC") {
    Fail("not a certificate, or truncated");
  }
  if (const uint64_t version = NumberAt(bytes, 16, 4); version != 1) {
    Fail("certificate version " + std::to_string(version) + ", expected 1");
  }
  const uint64_t end = 8 + NumberAt(bytes, 4, 4);
  if (end < kText + kChecksum || end > bytes.size()) Fail("wrong length of the header");
  const size_t text_end = end - kChecksum;
  if (NumberAt(bytes, text_end, 8) != FowlerNollVo(bytes.substr(0, text_end))) {
    Fail("wrong checksum of the header");
  }
  Parts parts{.body = bytes.substr(end)};
  if (NumberAt(bytes, 40, 8) != parts.body.size()) Fail("wrong length of the body");
  if (NumberAt(bytes, 48, 8) != FowlerNollVo(parts.body)) Fail("wrong checksum of the body");

  const uint64_t claim = NumberAt(bytes, 20, 2), owner = NumberAt(bytes, 22, 2);
  if (claim != 1 && claim != 2) Fail("unknown claim " + std::to_string(claim));
  if (owner > 1) Fail("unknown owner " + std::to_string(owner));
  parts.claim = {claim == 1, owner == 0 ? 'a' : 'd'};
  parts.plies = NumberAt(bytes, 24, 4);
  parts.moves = NumberAt(bytes, 32, 8);
  const uint64_t start_size = NumberAt(bytes, 28, 4);
  if (start_size > text_end - kText) Fail("wrong length of the position");
  parts.start = bytes.substr(kText, start_size);
  parts.rules = bytes.substr(kText + start_size, text_end - kText - start_size);
  return parts;
}

/// The numbers of the body, unpacked as they are read.
class Numbers {
 public:
  explicit Numbers(std::string_view frame)
      : context_(ZSTD_createDCtx(), ZSTD_freeDCtx),
        in_{frame.data(), frame.size(), 0},
        buffer_(size_t{1} << 16) {
    if (frame.substr(0, 4) != "\x28\xb5\x2f\xfd") Fail("the body is no zstd frame");
  }

  uint64_t count() const { return count_; }  // of those read

  /// Returns the next number. Throws if there is none, or if its form is wrong.
  uint64_t Next() {
    uint64_t number = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      const int byte = NextByte();
      if (byte < 0) Fail(shift == 0 ? "too few moves" : "the last move is cut short");
      number |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if ((byte & 0x80) != 0) continue;
      if (shift > 0 && byte == 0) Fail("a move is written with too many bytes");
      ++count_;
      return number;
    }
    Fail("a move is too large");
  }

  /// Throws unless the body ends after the numbers that were read.
  void ExpectEnd() {
    if (NextByte() >= 0) Fail("too many moves: only " + std::to_string(count_) + " are needed");
    if (in_.pos != in_.size) Fail("the body does not end with its zstd frame");
  }

 private:
  /// Returns the next byte, or -1 at the end.
  int NextByte() {
    while (at_ == size_) {
      if (is_over_) return -1;
      ZSTD_outBuffer out{buffer_.data(), buffer_.size(), 0};
      const size_t left = ZSTD_decompressStream(context_.get(), &out, &in_);
      if (ZSTD_isError(left)) Fail(std::string("the body: ") + ZSTD_getErrorName(left));
      is_over_ = left == 0;
      if (!is_over_ && out.pos == 0 && in_.pos == in_.size) Fail("the body is cut short");
      at_ = 0;
      size_ = out.pos;
    }
    return static_cast<unsigned char>(buffer_[at_++]);
  }

  std::unique_ptr<ZSTD_DCtx, size_t (*)(ZSTD_DCtx*)> context_;
  ZSTD_inBuffer in_;
  std::vector<char> buffer_;
  size_t at_ = 0, size_ = 0;  // what of the buffer is still to be read
  bool is_over_ = false;      // the frame has ended
  uint64_t count_ = 0;
};

std::vector<std::string> Fields(const std::string& text, char separator) {
  std::vector<std::string> fields;
  std::istringstream in(text);
  for (std::string field; std::getline(in, field, separator);) fields.push_back(field);
  return fields;
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

bool IsRank(const std::string& text, int size) {
  int squares = 0, run = 0;
  for (const char c : text) {
    if (IsDigit(c)) {
      run = 10 * run + (c - '0');
      if (run > size) return false;
      continue;
    }
    if (std::string_view("tbTK").find(c) == std::string_view::npos) return false;
    squares += run + 1;
    run = 0;
  }
  return squares + run == size;
}

bool IsSquare(const std::string& name, int size) {
  if (name.size() < 2 || name.size() > 3 || !std::all_of(name.begin() + 1, name.end(), IsDigit)) {
    return false;
  }
  const int y = std::stoi(name.substr(1));
  return name[0] >= 'a' && name[0] < 'a' + size && y >= 1 && y <= size;
}

bool IsListOfSquares(const std::string& text, int size) {
  const std::vector<std::string> names = Fields(text, ',');
  return !names.empty() && std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    return IsSquare(name, size);
  });
}

/// Whether the slow engine, which trusts its input, can parse a position text.
bool CanBeParsed(const std::string& text, const RuleSet& rules) {
  const std::vector<std::string> fields = Fields(text, ' ');
  if (fields.size() < 2 || fields.size() > 4) return false;
  const std::vector<std::string> ranks = Fields(fields[0], '/');
  const bool names_closed = fields.size() == 4;
  return ranks.size() == static_cast<size_t>(rules.size) &&
         std::all_of(ranks.begin(), ranks.end(),
                     [&](const std::string& rank) { return IsRank(rank, rules.size); }) &&
         (fields[1] == "a" || fields[1] == "d") &&
         (fields.size() < 3 || fields[2] == "-" || IsListOfSquares(fields[2], rules.size)) &&
         (!names_closed ||
          (rules.camps && rules.camps->close && IsListOfSquares(fields[3], rules.size)));
}

/// Parses the start. It must be a position of the rules, in the one form in which it is written.
Board ParseStart(const SlowEngine& engine, const std::string& text) {
  const RuleSet& rules = engine.rules();
  if (!CanBeParsed(text, rules)) Fail("the start is no position of the rules");
  const Board board = engine.Parse(text);
  if (engine.FullText(board) != text) Fail("the start has another form than positions have");
  if (std::count(text.begin(), text.end(), 'K') != 1) Fail("the start has not one king");
  if (engine.IsGoal(FindKing(board))) Fail("the king has escaped at the start");
  int royals = 0;
  for (const At at : AllSquares(board)) royals += IsRoyal(board.Get(at)) ? 1 : 0;
  if (royals > (HasRoyal(rules) ? 1 : 0)) Fail("the start has too many royal attackers");
  return board;
}

/// Whether the owner wins by a limit with this result.
bool IsWinOf(char owner, LimitResult result) {
  return result == (owner == 'a' ? LimitResult::kAttackers : LimitResult::kDefenders);
}

/// Throws if an owner who holds could lose by a repetition or a limit.
void CheckRulesOfHold(const RuleSet& rules, char owner) {
  const RepetitionRules& repetition = rules.repetition;
  const bool is_harmless = repetition.count == 0 || repetition.result == RepetitionResult::kDraw ||
                           (repetition.result == RepetitionResult::kDefendersLose && owner == 'a');
  if (!is_harmless) Fail("the owner may lose by repetition, so it cannot claim to hold");
  const auto check = [owner](int limit, LimitResult result) {
    if (limit == 0 || result == LimitResult::kDraw || IsWinOf(owner, result)) return;
    Fail("the owner may lose by a limit of plies, so it cannot claim to hold");
  };
  check(rules.quiet_limit, rules.quiet_limit_result);
  check(rules.ply_limit, rules.ply_limit_result);
}

std::string Counted(uint64_t count, const std::string& one, const std::string& several) {
  return std::to_string(count) + " " + (count == 1 ? one : several);
}

}  // namespace

Proven CheckCertificate(std::string_view bytes) {
  const Parts parts = Split(bytes);
  const SlowEngine engine(ParseRuleSet(parts.rules, "the rules"));
  if (!parts.claim.wins) CheckRulesOfHold(engine.rules(), parts.claim.owner);
  const Board start = ParseStart(engine, parts.start);

  Numbers numbers(parts.body);
  const uint64_t plies =
      FollowCertificate(engine, parts.claim, start, [&numbers] { return numbers.Next(); });
  numbers.ExpectEnd();
  if (numbers.count() != parts.moves) {
    Fail(Counted(numbers.count(), "move", "moves") + ", expected " + std::to_string(parts.moves));
  }
  if (plies != parts.plies) {
    Fail(Counted(plies, "ply", "plies") + ", expected " + std::to_string(parts.plies));
  }
  return {engine.rules(), parts.start, start == engine.Start(), parts.claim, plies, parts.moves};
}

std::string ToString(const Proven& proven) {
  const RuleSet& rules = proven.rules;
  const char owner = proven.claim.owner;
  std::string text = owner == 'a' ? "attackers" : "defenders";
  text += proven.claim.wins ? " win " : " hold ";
  text += DisplayName(Rules(rules));  // tells shipped rules from others with their name
  text += " from " + (proven.from_setup ? "the setup" : proven.start);
  if (proven.claim.wins) text += " within " + Counted(proven.plies, "ply", "plies");
  const auto ends_before = [&](int limit, LimitResult result) {
    return limit > 0 && static_cast<uint64_t>(limit) < proven.plies && !IsWinOf(owner, result);
  };
  if (ends_before(rules.quiet_limit, rules.quiet_limit_result) ||
      ends_before(rules.ply_limit, rules.ply_limit_result)) {
    text += " unless a limit of plies ends the game before";
  }
  return text + "; " + Counted(proven.moves, "move", "moves");
}

}  // namespace raichi::slow
