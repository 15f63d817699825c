#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "rules/notation.h"
#include "rules/opentafl/opentafl.h"
#include "rules/rule_keys.h"

namespace raichi {
namespace {

/// Returns OpenTafl's letters for a class set, including those of its further kinds of attackers
/// and defenders.
std::string Pieces(ClassSet set) {
  std::string pieces;
  if (set.Has(PieceClass::kAttacker)) pieces += "tcnk";
  if (set.Has(PieceClass::kDefender)) pieces += "TCN";
  if (set.Has(PieceClass::kKing)) pieces += "K";
  return pieces;
}
constexpr std::string_view kAllPieces = "tcnkTCNK";

class Writer {
 public:
  explicit Writer(const RuleSet& rules) : rules_(rules) {}

  OpenTaflRecord Write() {
    out_.record = "dim:" + std::to_string(rules_.size);
    if (!rules_.name.empty()) Say("name", rules_.name);
    WriteGame();
    WriteKing();
    WriteThrone();
    WriteCorners();
    WriteCamps();
    WriteShieldwall();
    SayUnless("efe", rules_.exit_forts ? "y" : "n", "n");
    WriteSpeed();
    WriteSetup();
    WarnOfTheRest();
    return std::move(out_);
  }

 private:
  void Say(std::string_view key, std::string_view value) {
    out_.record.append(" ").append(key).append(":").append(value);
  }
  /// Adds a pair unless its value is OpenTafl's default `standard`, which OpenTafl leaves out.
  void SayUnless(std::string_view key, std::string_view value, std::string_view standard) {
    if (value != standard) Say(key, value);
  }
  void Warn(std::string_view key, std::string_view what) {
    out_.warnings.push_back(std::string(key).append(": ").append(what));
  }

  void WriteGame() {
    SayUnless("esc", rules_.goal == Goal::kEdge ? "e" : "c", "c");
    SayUnless("surf", rules_.encirclement ? "y" : "n", "y");
    Say("atkf", rules_.first == Side::kAttackers ? "y" : "n");
    const RepetitionRules& repetition = rules_.repetition;
    const bool free = repetition.count == 0;
    const bool loses = !free && repetition.result == RepetitionResult::kMoverLoses;
    SayUnless("tfr", free ? "i" : loses ? "l" : "d", "d");
    if (!free && repetition.count != 3) {
      Warn("repetition.count", std::to_string(repetition.count) + " is written as 3");
    }
    if (repetition.result != RepetitionResult::kDraw && !loses) {
      const std::string word(WordOf(kRepetitionWords, repetition.result));
      Warn("repetition.result", word + " is written as a draw");
    }
  }

  void WriteKing() {
    constexpr std::array<std::pair<Armed, std::string_view>, 4> kArmedLetters = {
        {{Armed::kNone, "n"}, {Armed::kAnvil, "a"}, {Armed::kHammer, "h"}, {Armed::kBoth, "y"}}};
    for (const auto& [armed, letter] : kArmedLetters) {
      if (armed == rules_.king.armed) SayUnless("ka", letter, "y");
    }
    WriteKingStrength();
  }

  /// Chooses the king's strength in OpenTafl that matches most of the four ways to capture him
  /// here, and warns about the ways that differ.
  void WriteKingStrength() {
    struct Strength {
      std::string_view letter;
      KingRules ways;
    };
    constexpr KingCapture c = KingCapture::kCustodial, s = KingCapture::kSurround;
    constexpr KingCapture n = KingCapture::kNever;
    constexpr std::array<Strength, 4> kStrengths = {{{"s", {Armed::kBoth, s, s, s, n}},
                                                     {"c", {Armed::kBoth, c, s, s, c}},
                                                     {"w", {Armed::kBoth, c, c, c, c}},
                                                     {"m", {Armed::kBoth, s, s, s, s}}}};
    const Strength* best = &kStrengths[0];
    for (const Strength& strength : kStrengths) {
      if (CompareKing(strength.ways, false) < CompareKing(best->ways, false)) best = &strength;
    }
    CompareKing(best->ways, true);
    SayUnless("ks", best->letter, "s");
  }

  /// Counts the ways to capture the king that differ from `ways` and can occur.
  int CompareKing(const KingRules& ways, bool warn) {
    int differences = 0;
    const auto compare = [&](std::string_view key, KingCapture mine, KingCapture written) {
      if (mine == written) return;
      ++differences;
      if (!warn) return;
      const std::string mine_word(WordOf(kKingCaptureWords, mine));
      Warn(key, mine_word + " is written as " + std::string(WordOf(kKingCaptureWords, written)));
    };
    const KingRules& king = rules_.king;
    compare("king.capture.open", king.open, ways.open);
    if (rules_.throne) {
      compare("king.capture.beside_throne", king.beside_throne, ways.beside_throne);
      compare("king.capture.on_throne", king.on_throne, ways.on_throne);
    }
    // If the edge is the goal, the king is never captured there; the reader gives `never`.
    const bool edge = rules_.goal == Goal::kEdge;
    compare("king.capture.at_edge", king.at_edge, edge ? KingCapture::kNever : ways.at_edge);
    return differences;
  }

  void WriteThrone() {
    if (!rules_.throne) return Say("cen", "");
    SayUnless("cens", Pieces(rules_.throne->stop), "K");
    SayUnless("cenp", Pieces(rules_.throne->pass), kAllPieces);
    SayUnless("cenh", Pieces(rules_.throne->hostile_occupied), "tcnk");
    SayUnless("cenhe", Pieces(rules_.throne->hostile_empty), kAllPieces);
    SayUnless("linc", rules_.throne->linnaean ? "y" : "n", "n");
  }

  void WriteCorners() {
    if (!rules_.corners) return Say("cor", "");
    if (rules_.corners->width == 2) WriteWideCorners();
    SayUnless("cors", Pieces(rules_.corners->stop), "K");
    SayUnless("corh", Pieces(rules_.corners->hostile), kAllPieces);
  }

  void WriteWideCorners() {
    std::string squares;
    const int last = rules_.size;
    for (const int y : {1, 2, last - 1, last}) {
      for (const int x : {1, 2, last - 1, last}) squares += ToString(Square(x, y)) + ",";
    }
    squares.pop_back();
    Say("cor", squares);
    SayUnless("corp", Pieces(rules_.corners->stop), "K");
  }

  /// Writes camps as attacker forts. A camp that only its own attackers may use becomes a fort that
  /// attackers may not re-enter.
  void WriteCamps() {
    if (!rules_.camps) return;
    const CampRules& camps = *rules_.camps;
    std::string squares;
    for (const Square s : camps.squares) {
      if (!squares.empty()) squares += ',';
      squares += ToString(s);
    }
    Say("afor", squares);
    SayUnless("afors", Pieces(Members(camps.stop)), kAllPieces);
    SayUnless("aforp", Pieces(Members(camps.pass)), kAllPieces);
    SayUnless("aforh", Pieces(camps.hostile), "TCNK");
    if (IsHome(camps.stop) || IsHome(camps.pass)) Say("aforre", "TCNK");
    const bool open =
        camps.stop.Has(PieceClass::kAttacker) || camps.pass.Has(PieceClass::kAttacker);
    if (open && IsHome(camps.stop)) Warn("camps.pass", "written as for attackers_same_camp");
    if (open && IsHome(camps.pass)) Warn("camps.stop", "written as for attackers_same_camp");
    if (camps.hostile.HasSameCamp()) {
      Warn("camps.hostile", "OpenTafl cannot express attackers_same_camp; left out");
    }
    for (const auto& [key, set] :
         {std::pair{"camps.stop", camps.stop}, {"camps.pass", camps.pass}}) {
      if (set.HasSameCamp() && set.Has(PieceClass::kAttacker)) {
        Warn(key, "attackers_same_camp adds nothing to attackers and is left out");
      }
    }
    if (!camps.neutral.empty()) Warn("camps.neutral", "OpenTafl cannot express neutral camps");
    if (camps.close) Warn("camps.close", "OpenTafl's camps cannot close; they stay open");
  }
  static bool IsHome(ClassSet set) { return set.HasSameCamp() && !set.Has(PieceClass::kAttacker); }
  static ClassSet Members(ClassSet set) {
    return IsHome(set) ? ClassSet{static_cast<uint8_t>(set.words | ClassSet::kAttackers)} : set;
  }

  void WriteShieldwall() {
    if (!rules_.shieldwall) return;
    Say("sw", rules_.shieldwall_ends == ShieldwallEnds::kPieces ? "w" : "s");
    SayUnless("swf", rules_.shieldwall_move == ShieldwallMove::kAny ? "n" : "y", "y");
  }

  /// Writes one limit for each kind of piece, tcnkTCNK, unless all are equal. Two limits, one for
  /// each side, would be shorter, but OpenTafl does not keep them.
  void WriteSpeed() {
    if (rules_.speed == SpeedRules{}) return;
    const auto [attackers, defenders, king] = rules_.speed;
    const auto limit = [](int speed) { return std::to_string(speed == 0 ? -1 : speed); };
    if (attackers == defenders && defenders == king) return Say("spd", limit(king));
    std::string limits;
    for (int i = 0; i < 4; ++i) limits += limit(attackers) + ",";
    for (int i = 0; i < 3; ++i) limits += limit(defenders) + ",";
    Say("spd", limits + limit(king) + ",");
  }

  void WriteSetup() {
    std::string setup = rules_.setup;
    const size_t royal = setup.find('b');
    if (royal != std::string::npos) {
      setup[royal] = 't';
      Warn("board.setup",
           "the royal attacker is written as a man, without the lists that name him");
    }
    Say("start", SquaresToOpenTafl(setup));
  }

  void WarnOfTheRest() {
    if (rules_.size % 2 == 0) Warn("board.size", "OpenTafl plays on boards of odd size");
    if (rules_.no_moves == NoMovesResult::kDraw) {
      Warn("no_moves", "OpenTafl cannot express a draw; a player who cannot move loses");
    }
    if (rules_.edge.hostile.words != 0) {
      Warn("edge.hostile", "OpenTafl cannot express a hostile edge; left out");
    }
    if (rules_.quiet_limit != 0) Warn("quiet_limit", "OpenTafl cannot express a limit of plies");
    if (rules_.ply_limit != 0) Warn("ply_limit", "OpenTafl cannot express a limit of plies");
  }

  const RuleSet& rules_;
  OpenTaflRecord out_;
};

}  // namespace

OpenTaflRecord ToOpenTafl(const RuleSet& rule_set) { return Writer(rule_set).Write(); }

}  // namespace raichi
