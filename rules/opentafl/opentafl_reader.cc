#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "base/yaml/write.h"
#include "rules/files/rule_changes.h"
#include "rules/notation.h"
#include "rules/opentafl/opentafl.h"
#include "rules/rules.h"

namespace raichi {
namespace {

constexpr ClassSet kAllClasses = {ClassSet::kAttackers | ClassSet::kDefenders | ClassSet::kKing};

ClassSet Without(ClassSet set, ClassSet removed) {
  return {static_cast<uint8_t>(set.words & ~removed.words)};
}

/// Returns the name of a rule set that is nearest to `text`.
std::string RuleNameLike(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool letter = std::isalnum(static_cast<unsigned char>(c)) != 0;
    const bool first = name.empty();
    if (letter || (!first && (c == '-' || c == '_' || c == '.'))) {
      name += c;
    } else if (!first && name.back() != '-') {
      name += '-';
    }
  }
  name.resize(std::min(name.size(), kMaxBaseName));
  return IsRuleName(name) ? name : "opentafl";
}

/// Returns the corner squares of a board, sorted: `width` squares along a side of each corner.
std::vector<Square> CornerSquares(int size, int width) {
  std::vector<Square> squares;
  for (int y = 1; y <= size; ++y) {
    for (int x = 1; x <= size; ++x) {
      const auto is_outer = [&](int i) { return i <= width || i > size - width; };
      if (is_outer(x) && is_outer(y)) squares.emplace_back(x, y);
    }
  }
  return squares;
}

class Reader {
 public:
  explicit Reader(std::string_view record) : keys_(record) {}

  OpenTaflConversion Read() {
    ReadBoard();
    ReadName();
    ReadGame();
    ReadThrone();
    ReadKing();
    ReadCorners();
    ReadForts();
    ReadCopenhagen();
    ReadSpeed();
    WarnOfMoves();
    for (const auto& [key, value] : keys_.pairs().left()) {
      Warn(ShowOpenTafl(key), "unknown key, with the value '" + ShowOpenTafl(value) + "'");
    }
    try {
      const Rules check(rules());
    } catch (const Error& error) {
      throw Error(std::string("OpenTafl record: ") + error.what());
    }
    return std::move(out_);
  }

 private:
  RuleSet& rules() { return out_.rule_set; }
  void Warn(std::string_view key, std::string_view what) {
    out_.warnings.push_back(std::string(key).append(": ").append(what));
  }

  void ReadBoard() {
    const std::string size = keys_.pairs().Take("dim", "(none)");
    const auto squares = ParseNumber(size, kMinBoardSize, kMaxBoardSize);
    if (!squares) FailOpenTafl("dim", size, "a board size from 5 to 19");
    rules().size = *squares;
    std::optional<std::string> start = keys_.pairs().Take("start");
    const std::optional<std::string> inverted = keys_.pairs().Take("starti");
    if (start.has_value() == inverted.has_value())
      FailOpenTafl("start", "", "one starting position");
    // The ranks of `starti` have Raichi's order already.
    std::string setup = SquaresFromOpenTafl(start ? *start : SquaresToOpenTafl(*inverted));
    bool special = false;
    for (char& c : setup) {
      if (kOpenTaflSpecialPieces.find(c) == std::string_view::npos) continue;
      special = true;
      c = std::islower(static_cast<unsigned char>(c)) != 0 ? 't' : 'T';
    }
    if (special) Warn(start ? "start" : "starti", "all pieces except the king are read as men");
    try {
      if (!ParseSquares(setup, rules().size).royal().IsNone()) {
        throw Error("OpenTafl has no piece b");
      }
    } catch (const Error& e) {
      FailOpenTafl(start ? "start" : "starti", "",
                   "ranks that fit the board; " + std::string(e.what()));
    }
    rules().setup = std::move(setup);
  }

  void ReadName() {
    const std::string name = keys_.pairs().Take("name", "");
    rules().name = IsRuleName(name) ? name : RuleNameLike(name);
    rules().title = IsCleanText(name, false) && !name.empty() ? name : rules().name;
    std::replace(rules().title.begin(), rules().title.end(), '_', ' ');
    rules().title = FoldWhite(rules().title);
    rules().sources = {"an OpenTafl rules record"};
  }

  void ReadGame() {
    rules().goal = keys_.TakeLetter("esc", 'c', "ec") == 0 ? Goal::kEdge : Goal::kCorners;
    rules().encirclement = keys_.TakeYes("surf", true);
    rules().first = keys_.TakeYes("atkf", true) ? Side::kAttackers : Side::kDefenders;
    const size_t repetition = keys_.TakeLetter("tfr", 'd', "idlw");
    rules().repetition.count = repetition == 0 ? 0 : 3;
    rules().repetition.result =
        repetition == 2 ? RepetitionResult::kMoverLoses : RepetitionResult::kDraw;
    if (repetition == 3) Warn("tfr", "a win for the player who repeats is read as a draw");
    rules().no_moves = NoMovesResult::kLoss;
  }

  void ReadThrone() {
    const Square center((rules().size + 1) / 2, (rules().size + 1) / 2);
    const auto places = keys_.TakePlaces("cen", rules().size);
    const bool exists = !places || !places->empty();
    if (places && exists && *places != std::vector{center}) {
      Warn("cen", "read as the square in the middle");
    }
    // The throne is a single square, so a class that cannot re-enter it can neither stop on it nor
    // pass it.
    const ClassSet again = keys_.TakePieces("cenre", "tTK");
    ThroneRules throne;
    throne.stop.words = keys_.TakePieces("cens", "K").words & again.words;
    throne.pass.words = keys_.TakePieces("cenp", "tTK").words & again.words;
    throne.hostile_occupied = keys_.TakePieces("cenh", "t");
    throne.hostile_empty = keys_.TakePieces("cenhe", "tTK");
    throne.linnaean = keys_.TakeYes("linc", false);
    if (exists) rules().throne = throne;
    if (!exists && throne.linnaean) Warn("linc", "has no meaning without a throne");
  }

  void ReadKing() {
    constexpr Armed kArmed[] = {Armed::kBoth, Armed::kNone, Armed::kHammer, Armed::kAnvil};
    KingRules& king = rules().king;
    king.armed = kArmed[keys_.TakeLetter("ka", 'y', "ynha")];
    const char strength = "sscmww"[keys_.TakeLetter("ks", 's', "sycmwn")];
    const bool strong = strength == 's' || strength == 'm';
    king.open = strong ? KingCapture::kSurround : KingCapture::kCustodial;
    king.at_edge = strength == 's'   ? KingCapture::kNever
                   : strength == 'm' ? KingCapture::kSurround
                                     : KingCapture::kCustodial;
    if (rules().goal == Goal::kEdge) king.at_edge = KingCapture::kNever;
    const bool weak = strength == 'w' && rules().throne.has_value();
    king.on_throne = weak ? KingCapture::kCustodial : KingCapture::kSurround;
    king.beside_throne = king.on_throne;
  }

  void ReadCorners() {
    const auto places = keys_.TakePlaces("cor", rules().size);
    CornerRules corners;
    if (places && *places == CornerSquares(rules().size, 2)) {
      corners.width = 2;
    } else if (places && !places->empty() && *places != CornerSquares(rules().size, 1)) {
      Warn("cor", "read as the four corners of the board");
    }
    corners.stop = keys_.TakePieces("cors", "K");
    corners.stop.words &= keys_.TakePieces("corre", "tTK").words;
    corners.hostile = keys_.TakePieces("corh", "tTK");
    const ClassSet pass = keys_.TakePieces("corp", "K");
    if (corners.width == 2 && pass != corners.stop) {
      Warn("corp", "the pieces that may stop on corners may pass over them");
    }
    if (!places || !places->empty()) rules().corners = corners;
  }

  void ReadForts() {
    const CampRules attackers = TakeFort("afor", "TK", "tTK", "tTK");
    const CampRules defenders = TakeFort("dfor", "t", "TK", "tTK");
    if (!attackers.squares.empty()) {
      rules().camps = attackers;
      if (!defenders.squares.empty()) Warn("dfor", "only one kind of camps is read; dropped");
    } else if (!defenders.squares.empty()) {
      rules().camps = defenders;
    }
  }
  CampRules TakeFort(const std::string& key, std::string_view hostile, std::string_view stop,
                     std::string_view pass) {
    CampRules camps;
    camps.squares = keys_.TakeSquares(key, rules().size);
    camps.hostile = keys_.TakePieces(key + "h", hostile);
    camps.stop = keys_.TakePieces(key + "s", stop);
    camps.pass = keys_.TakePieces(key + "p", pass);
    const ClassSet out = Without(kAllClasses, keys_.TakePieces(key + "re", "tTK"));
    for (ClassSet* set : {&camps.stop, &camps.pass}) {
      const bool home = set->Has(PieceClass::kAttacker) && out.Has(PieceClass::kAttacker);
      if ((set->words & out.words & ~ClassSet::kAttackers) != 0 && !camps.squares.empty()) {
        Warn(key + "re", "defenders who may not re-enter are read as never allowed there");
      }
      *set = Without(*set, out);
      if (home) set->words |= ClassSet::kAttackersSameCamp;
    }
    return camps;
  }

  void ReadCopenhagen() {
    const size_t shieldwall = keys_.TakeLetter("sw", 'n', "nws");
    rules().shieldwall = shieldwall != 0;
    if (shieldwall == 1) rules().shieldwall_ends = ShieldwallEnds::kPieces;
    const bool any_move = !keys_.TakeYes("swf", true);
    if (any_move && shieldwall != 0) rules().shieldwall_move = ShieldwallMove::kAny;
    rules().exit_forts = keys_.TakeYes("efe", false);
  }

  void WarnOfMoves() {
    // The special pieces of these keys are read as men.
    for (const std::string_view key : {"nj", "cj", "mj", "gj"}) keys_.pairs().Take(key);
    const std::string jump = keys_.pairs().Take("kj", "n");
    if (jump != "n") Warn("kj", "a king that jumps is read as one that does not");
    const std::string berserk = keys_.pairs().Take("ber", "n");
    if (berserk != "n") Warn("ber", "berserk moves are not supported");
  }

  /// Reads one limit for all pieces, two for the sides, or one for each kind of piece: tcnkTCNK, in
  /// newer versions tcnkmgTCNKMG. -1 means no limit.
  void ReadSpeed() {
    const std::vector<int> limits = keys_.TakeLimits("spd");
    const size_t half = limits.size() / 2;
    switch (limits.size()) {
      case 0:
        return;
      case 1:
        rules().speed = {limits[0], limits[0], limits[0]};
        return;
      case 2:
        rules().speed = {limits[0], limits[1], limits[1]};
        return;
      case 8:
      case 12:
        rules().speed = {limits[0], limits[half], limits[half + 3]};
        return;
      default:
        FailOpenTafl("spd", std::to_string(limits.size()) + " numbers", "1, 2, 8 or 12 numbers");
    }
  }

  OpenTaflKeys keys_;
  OpenTaflConversion out_;
};

}  // namespace

OpenTaflConversion FromOpenTafl(std::string_view record) { return Reader(record).Read(); }

std::string WhyUnplayable(const std::vector<std::string>& warnings) {
  constexpr std::array<std::string_view, 2> kOfEnds = {"tfr:", "linc:"};
  for (const std::string& warning : warnings) {
    const bool is_of_ends = std::ranges::any_of(
        kOfEnds, [&](std::string_view key) { return warning.starts_with(key); });
    if (!is_of_ends) return warning;
  }
  return "";
}

}  // namespace raichi
