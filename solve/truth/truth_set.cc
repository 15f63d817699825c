#include "solve/truth/truth_set.h"

#include <algorithm>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/json.h"
#include "base/text.h"
#include "rules/files/program_data.h"
#include "rules/files/rule_file.h"
#include "rules/movegen.h"
#include "rules/notation.h"

namespace raichi {
namespace {

constexpr std::string_view kFirstLine = "raichi truth 1";
constexpr std::string_view kSecondFirstLine = "raichi truth 2";
constexpr std::string_view kFirstWords = "raichi truth ";
constexpr std::string_view kBound = "<=";
constexpr std::string_view kUndecidedWord = "?";
constexpr std::string_view kRulesWord = "rules";
constexpr std::string_view kSmallFolder = "configs/small/";
constexpr uint64_t kMostBytes = 4 << 20;
constexpr size_t kMostPositions = 50'000;
constexpr int kMostRuleSets = 1000;

std::string_view TakeUntil(char separator, std::string_view* text) {
  const size_t end = std::min(text->find(separator), text->size());
  const std::string_view taken = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  return taken;
}

/// Reads a truth set line by line.
class Reader {
 public:
  Reader(std::string_view text, const std::string& origin) : text_(text), origin_(origin) {}

  std::vector<TruthPosition> Read() {
    if (!AgreesWithSumLine(text_)) {
      throw DamagedError(origin_ + ": has a wrong sum, so it is damaged or was changed by hand");
    }
    CheckFirstLine();
    while (!text_.empty()) {
      std::string_view line = NextLine();
      if (line.empty() || line.front() == '#') continue;
      const std::string_view word = TakeUntil(' ', &line);
      if (word == kRulesWord) {
        TakeRules(line);
      } else {
        TakePosition(word, line);
      }
    }
    return std::move(positions_);
  }

 private:
  [[noreturn]] void Fail(const std::string& what) const {
    throw DamagedError(origin_ + ":" + std::to_string(line_) + ": " + what);
  }

  std::string_view NextLine() {
    ++line_;
    return TakeUntil('\n', &text_);
  }

  void CheckFirstLine() {
    const std::string_view line = NextLine();
    is_second_ = line == kSecondFirstLine;
    if (line == kFirstLine || is_second_) return;
    if (line.starts_with(kFirstWords)) {
      throw VersionError(origin_ + ": " + QuoteForError(line) +
                         " is of a version that this program does " + "not know; expected '" +
                         std::string(kFirstLine) + "'");
    }
    Fail("expected '" + std::string(kFirstLine) + "', found " + QuoteForError(line));
  }

  /// `NAME FINGERPRINT`. A name is that of a shipped rule set or a file of configs/small/; no other
  /// file is opened.
  void TakeRules(std::string_view line) {
    if (++rule_sets_ > kMostRuleSets) {
      Fail("more than " + std::to_string(kMostRuleSets) + " rule sets");
    }
    const std::string name(TakeUntil(' ', &line));
    const bool is_small = name.starts_with(kSmallFolder) && name.find("..") == std::string::npos;
    const bool is_name = name.find_first_of("/+") == std::string::npos;
    rules_ = is_small  ? OpenRules(OwnOrShipped(name).string())
             : is_name ? FindShippedRules(name)
                       : nullptr;
    if (!rules_) Fail("no rule set " + QuoteForError(name) + "; expected a shipped one");
    if (line == ChecksumText(rules_->fingerprint())) return;
    throw VersionError(origin_ + ":" + std::to_string(line_) + ": the rules of " + name +
                       " are no longer those of this file; make it again with `raichi truth`");
  }

  /// `PART ±PLIES HORIZON WINNING OPEN POSITION`
  void TakePosition(std::string_view part, std::string_view line) {
    if (!rules_) Fail("expected a line of rules before the first position");
    if (positions_.size() >= kMostPositions) {
      Fail("more than " + std::to_string(kMostPositions) + " positions");
    }
    TruthPosition truth{.rules = rules_};
    if (part != "c" && part != "h")
      Fail("expected 'c', 'h' or 'rules', found " + QuoteForError(part));
    truth.part = part == "c" ? TruthPart::kChoice : TruthPart::kHeldOut;
    std::string_view value = TakeUntil(' ', &line);
    truth.is_won = value.starts_with('+');
    if (value.starts_with('+') || value.starts_with('-')) value.remove_prefix(1);
    truth.is_bound = is_second_ && value.starts_with(kBound);
    if (truth.is_bound) value.remove_prefix(kBound.size());
    truth.plies = NumberOf(value, 1);
    const std::string_view horizon = TakeUntil(' ', &line);
    const bool is_undecided = is_second_ && horizon == kUndecidedWord;
    truth.horizon = is_undecided ? TruthPosition::kUndecided : NumberOf(horizon, 0);
    if (truth.is_won != (truth.plies % 2 == 1)) Fail("a win takes an odd number of plies");
    if (truth.horizon > TruthPosition::kExact && truth.horizon < truth.plies) {
      Fail("the horizon is nearer than the end");
    }
    const std::string_view winning = TakeUntil(' ', &line);
    const std::string_view open = TakeUntil(' ', &line);
    try {
      truth.position = ParsePosition(*rules_, line);
      MoveList legal;
      GenerateMoves(*rules_, truth.position, &legal);
      if (legal.empty()) Fail("the side to move cannot move");
      truth.winning = TakeMoves(winning, legal);
      truth.open = TakeMoves(open, legal);
      CheckMoves(truth);
    } catch (const DamagedError&) {
      throw;
    } catch (const Error& error) {
      Fail(error.what());
    }
    positions_.push_back(std::move(truth));
  }

  int NumberOf(std::string_view text, int least) const {
    const auto number = ParseNumber<int>(text, least, TruthPosition::kMostPlies);
    if (!number) {
      Fail("expected a number of plies up to " + std::to_string(TruthPosition::kMostPlies) +
           ", found " + QuoteForError(text));
    }
    return *number;
  }

  /// `-`, or moves with commas between them.
  std::vector<Move> TakeMoves(std::string_view text, const MoveList& legal) const {
    std::vector<Move> named;
    while (text != "-" && !text.empty()) {
      if (named.size() >= legal.size()) Fail("names more moves than are legal");
      named.push_back(ParseMove(TakeUntil(',', &text), rules_->size()));
    }
    std::vector<Move> moves;
    std::ranges::copy_if(legal, std::back_inserter(moves),
                         [&](Move move) { return std::ranges::find(named, move) != named.end(); });
    if (moves.size() != named.size()) Fail("a move is illegal or named twice");
    return moves;
  }

  void CheckMoves(const TruthPosition& truth) const {
    if (truth.winning.empty() == truth.is_won) Fail("a won position, and no other, has moves");
    if (!truth.is_won && !truth.open.empty()) Fail("a lost position has open moves");
    for (const Move move : truth.winning) {
      if (truth.IsOpen(move)) Fail(ToString(move) + " is both winning and open");
    }
  }

  std::string_view text_;
  const std::string& origin_;
  int line_ = 0;
  int rule_sets_ = 0;
  bool is_second_ = false;
  RulesPtr rules_;
  std::vector<TruthPosition> positions_;
};

/// The name by which a file refers to rules.
std::string NameInFile(const Rules& rules) {
  const std::string& name = rules.data().name;
  return FindShippedRules(name) ? name : std::string(kSmallFolder) + name + ".yaml";
}

std::string ListOf(const std::vector<Move>& moves) {
  std::string list;
  for (const Move move : moves) list += (list.empty() ? "" : ",") + ToString(move);
  return list.empty() ? "-" : list;
}

std::string HorizonText(const TruthPosition& truth) {
  const bool is_undecided = truth.horizon == TruthPosition::kUndecided;
  return is_undecided ? std::string(kUndecidedWord) : std::to_string(truth.horizon);
}

std::string LineOf(const TruthPosition& truth) {
  return std::string(truth.part == TruthPart::kChoice ? "c " : "h ") + (truth.is_won ? "+" : "-") +
         std::string(truth.is_bound ? kBound : "") + std::to_string(truth.plies) + " " +
         HorizonText(truth) + " " + ListOf(truth.winning) + " " + ListOf(truth.open) + " " +
         ToString(*truth.rules, truth.position) + "\n";
}

}  // namespace

std::vector<TruthPosition> ParseTruth(std::string_view text, const std::string& origin) {
  return Reader(text, origin).Read();
}

std::vector<TruthPosition> ReadTruth(const std::filesystem::path& file) {
  return ParseTruth(ReadFile(file, kMostBytes), file.string());
}

std::string TruthText(const std::vector<TruthPosition>& positions) {
  const bool is_second = std::ranges::any_of(positions, [](const TruthPosition& truth) {
    return truth.is_bound || truth.horizon == TruthPosition::kUndecided;
  });
  std::string text = std::string(is_second ? kSecondFirstLine : kFirstLine) + "\n";
  std::vector<RulesPtr> all;
  for (const TruthPosition& truth : positions) {
    if (std::ranges::find(all, truth.rules) == all.end()) all.push_back(truth.rules);
  }
  for (const RulesPtr& rules : all) {
    text += std::string(kRulesWord) + " " + NameInFile(*rules) + " " +
            ChecksumText(rules->fingerprint()) + "\n";
    for (const TruthPosition& truth : positions) {
      if (truth.rules == rules) text += LineOf(truth);
    }
  }
  return WithSumLine(text);
}

std::filesystem::path ShippedTruth() {
  constexpr const char* kName = "configs/truth/tafl-9.truth";
  const auto file = FindProgramData(kName);
  if (!file) throw Error(std::string(kName) + ": missing; expected beside or above the program");
  return *file;
}

}  // namespace raichi
