#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "rules/rule_set.h"

namespace raichi {

/// The words of rule files and the values that they stand for.
template <typename T>
struct RuleWord {
  std::string_view word;
  T value;
};

inline constexpr std::array<RuleWord<Side>, 2> kSideWords = {
    {{"attackers", Side::kAttackers}, {"defenders", Side::kDefenders}}};
inline constexpr std::array<RuleWord<Armed>, 4> kArmedWords = {{{"none", Armed::kNone},
                                                                {"anvil", Armed::kAnvil},
                                                                {"hammer", Armed::kHammer},
                                                                {"both", Armed::kBoth}}};
inline constexpr std::array<RuleWord<KingCapture>, 3> kKingCaptureWords = {
    {{"custodial", KingCapture::kCustodial},
     {"surround", KingCapture::kSurround},
     {"never", KingCapture::kNever}}};
inline constexpr std::array<RuleWord<Goal>, 2> kGoalWords = {
    {{"edge", Goal::kEdge}, {"corners", Goal::kCorners}}};
inline constexpr std::array<RuleWord<RepetitionResult>, 4> kRepetitionWords = {
    {{"draw", RepetitionResult::kDraw},
     {"mover_loses", RepetitionResult::kMoverLoses},
     {"defenders_lose", RepetitionResult::kDefendersLose},
     {"illegal", RepetitionResult::kIllegal}}};
inline constexpr std::array<RuleWord<NoMovesResult>, 2> kNoMovesWords = {
    {{"loss", NoMovesResult::kLoss}, {"draw", NoMovesResult::kDraw}}};
inline constexpr std::array<RuleWord<LimitResult>, 3> kLimitWords = {
    {{"draw", LimitResult::kDraw},
     {"attackers", LimitResult::kAttackers},
     {"defenders", LimitResult::kDefenders}}};
inline constexpr std::array<RuleWord<ShieldwallEnds>, 2> kShieldwallEndsWords = {
    {{"corners", ShieldwallEnds::kCorners}, {"pieces", ShieldwallEnds::kPieces}}};
inline constexpr std::array<RuleWord<ShieldwallMove>, 2> kShieldwallMoveWords = {
    {{"end", ShieldwallMove::kEnd}, {"any", ShieldwallMove::kAny}}};
inline constexpr std::array<RuleWord<bool>, 2> kBoolWords = {{{"false", false}, {"true", true}}};

/// `royal` comes last because its number has an index of its own, RuleKey::royal.
inline constexpr std::array<RuleWord<ClassSet::Word>, 4> kClassWords = {
    {{"attackers", ClassSet::kAttackers},
     {"defenders", ClassSet::kDefenders},
     {"king", ClassSet::kKing},
     {"royal", ClassSet::kRoyal}}};
inline constexpr std::array<RuleWord<ClassSet::Word>, 5> kCampClassWords = {
    {{"attackers", ClassSet::kAttackers},
     {"defenders", ClassSet::kDefenders},
     {"king", ClassSet::kKing},
     {"attackers_same_camp", ClassSet::kAttackersSameCamp},
     {"royal", ClassSet::kRoyal}}};

/// Returns the word of a value, or an empty text if the table does not have the value.
template <typename T, size_t N>
constexpr std::string_view WordOf(const std::array<RuleWord<T>, N>& words, T value) {
  for (const RuleWord<T>& entry : words) {
    if (entry.value == value) return entry.word;
  }
  return "";
}

/// The only list of the keys of rule files. It states each key's name, field, range or words, and
/// the place of its numbers in the input of networks. All code that handles every key is a visitor
/// of VisitRuleKeys: reading (rules/files/rule_file.cc), canonical YAML and the fingerprint
/// (rules/canonical_yaml.cc), JSON (console/rule_json.cc), the network's numbers and their names
/// (nn/input/), and descriptions for people (tools/commands/key_words.cc).
///
/// A new key should be `kIfSet`, so that files without it keep their meaning and their fingerprint.
/// Append its numbers after all others and increase kEncoderVersion (nn/input/encoder.h), because a
/// network has exactly the inputs that it was trained with. A key that changes how pieces move or
/// capture also changes the planes of threats (rules/threats.cc, tools/encode.py), but
/// only under rules that have it, so they need no version of their own.

/// Whether a rule file must have a key, and whether the canonical text contains it.
enum class Presence : uint8_t {
  kRequired,    // always
  kWithThrone,  // required if there is a throne; otherwise it has no meaning and is not written
  kOptional,    // may be left out; the canonical text always has it
  kIfSet,       // may be left out; the canonical text has it unless it has its default
};

inline constexpr int kNoInput = -1;

struct RuleKey {
  std::string_view name;  // within its section
  std::string_view help;  // what it means: Markdown, one line
  Presence presence = Presence::kRequired;
  int input = kNoInput;  // index of its first number among the network's inputs; kNoInput: none
  int royal = kNoInput;  // index of the number for the word `royal`, in a list of classes
};

/// The accepted values of a number; the least one is its default.
struct NumberRange {
  int least, most;
};
inline constexpr NumberRange kSpeedRange = {0, kMaxBoardSize - 1};
inline constexpr NumberRange kCornerWidthRange = {1, 2};

/// How the canonical text writes a section.
enum class Layout : uint8_t { kOneLine, kLines };

/// The plies that a limit counts.
enum class PlyCount : uint8_t { kQuiet, kAll };

inline constexpr int kMaxPlyCount = 30000;

/// Calls one of these methods of `visitor` for each key of `rules`, a RuleSet or const RuleSet, in
/// the order of the canonical text:
///
///   Name(key, string)                   an identifier
///   Text(key, string), Texts(key, vector<string>)
///   Size(key, int), Setup(key, string)  of the board
///   Word(key, value, table)             one of the words of `table`
///   Classes(key, ClassSet, table)       a list of words
///   Squares(key, vector<Square>)        a list; may be empty unless it is required
///   Count(key, int)                     occurrences of a position: 0 or 2 to kMaxPlyCount
///   Limit(key, int, PlyCount)           plies, 0 to kMaxPlyCount; 0: no limit
///   Number(key, int, NumberRange)
///   Section(key, visit)                 a map; `visit(visitor)` goes through its keys. If it is
///                                       kIfSet, so are its keys: it is there if one of them is
///   OptionalSection(key, optional<T>, layout, visit)  the same with `visit(visitor, T)`
template <typename Visitor, typename Set>
void VisitRuleKeys(Visitor& visitor, Set& rules) {
  constexpr Presence kWithThrone = Presence::kWithThrone;
  constexpr Presence kOptional = Presence::kOptional;
  constexpr Presence kIfSet = Presence::kIfSet;

  visitor.Name({"name", "selects the rules with `--rules`"}, rules.name);
  visitor.Text({"title", "what people call the variant"}, rules.title);
  visitor.Texts({"sources", "where the rules come from"}, rules.sources);
  visitor.Texts({"assumed", "the choices made where the sources are silent or differ", kOptional},
                rules.assumed);

  visitor.Section({"board", ""}, [&](auto& v) {
    v.Size({"size", "squares along a side; odd if there is a throne", {}, 6}, rules.size);
    v.Setup({"setup", "where the game begins; one king, not on a goal; at most one royal attacker"},
            rules.setup);
  });
  visitor.Word({"first", "the side that begins"}, rules.first, kSideWords);

  visitor.Section({"king", ""}, [&](auto& king) {
    king.Word({"armed",
               "whether the king helps to capture men: by standing (`anvil`), by moving "
               "(`hammer`), `both` or `none`",
               {},
               13},
              rules.king.armed, kArmedWords);
    king.Section(
        {"capture", "how the king is captured, by the square that he is on"}, [&](auto& v) {
          v.Word({"open", "on all other squares", {}, 15}, rules.king.open, kKingCaptureWords);
          v.Word({"beside_throne", "on a neighbour of the throne; means nothing without a throne",
                  kWithThrone, 18},
                 rules.king.beside_throne, kKingCaptureWords);
          v.Word({"on_throne", "on the throne; means nothing without a throne", kWithThrone, 21},
                 rules.king.on_throne, kKingCaptureWords);
          v.Word({"at_edge", "on the rim", {}, 24}, rules.king.at_edge, kKingCaptureWords);
        });
  });
  visitor.Section(
      {"speed",
       "the most squares that a piece moves in one turn, see \"Moving\" in [rules.md](rules.md); "
       "0: no limit",
       kIfSet},
      [&](auto& v) {
        v.Number({"attackers", "for attackers, the royal attacker included", kIfSet, 71},
                 rules.speed.attackers, kSpeedRange);
        v.Number({"defenders", "for defenders", kIfSet, 72}, rules.speed.defenders, kSpeedRange);
        v.Number({"king", "for the king", kIfSet, 73}, rules.speed.king, kSpeedRange);
      });
  visitor.OptionalSection(
      {"throne", "makes the central square special", kIfSet, 27}, rules.throne, Layout::kOneLine,
      [](auto& v, auto& throne) {
        v.Classes({"stop", "the classes that may stop on the throne", {}, 28, 96}, throne.stop,
                  kClassWords);
        v.Classes({"pass", "the classes that may pass over it", {}, 31, 97}, throne.pass,
                  kClassWords);
        v.Classes({"hostile_empty", "the classes to which it is hostile while empty", {}, 34, 98},
                  throne.hostile_empty, kClassWords);
        v.Classes({"hostile_occupied", "the classes to which it is hostile while the king is on it",
                   kOptional, 37, 99},
                  throne.hostile_occupied, kClassWords);
        v.Word({"linnaean", "Linnaeus' law 10, see \"Hostile squares\" in [rules.md](rules.md)",
                kOptional, 40},
               throne.linnaean, kBoolWords);
      });
  visitor.OptionalSection(
      {"corners", "makes the corners special", kIfSet, 41}, rules.corners, Layout::kOneLine,
      [](auto& v, auto& corners) {
        v.Classes({"stop", "the classes that may stop on a corner", {}, 42, 100}, corners.stop,
                  kClassWords);
        v.Classes({"hostile", "the classes to which an empty corner is hostile", {}, 45, 101},
                  corners.hostile, kClassWords);
        v.Number({"width", "each corner is one square, or two by two", kIfSet, 74}, corners.width,
                 kCornerWidthRange);
      });
  visitor.OptionalSection(
      {"camps", "makes the listed squares special", kIfSet, 48}, rules.camps, Layout::kLines,
      [](auto& v, auto& camps) {
        v.Squares({"squares", "as in `[d1, e1]`; at least one, no throne or corner"},
                  camps.squares);
        v.Classes({"stop", "the classes that may stop on a camp square", {}, 49, 102}, camps.stop,
                  kCampClassWords);
        v.Classes({"pass", "the classes that may pass over one", {}, 53, 103}, camps.pass,
                  kCampClassWords);
        v.Classes({"hostile", "the classes to which one is hostile", {}, 57, 104}, camps.hostile,
                  kCampClassWords);
        v.Squares({"neutral", "camp squares that are never hostile to attackers", kOptional},
                  camps.neutral);
        v.Word({"close",
                "a camp closes once no attacker stands in it, see \"Closed camps\" in "
                "[rules.md](rules.md)",
                kIfSet, 75},
               camps.close, kBoolWords);
        v.Section(
            {"closed", "needs `camps.close: true`; without it, no piece may enter a closed camp",
             kIfSet},
            [&](auto& closed) {
              closed.Classes({"stop", "the classes that may stop on a square of a closed camp",
                              kIfSet, 76, 79},
                             camps.closed_stop, kClassWords);
              closed.Classes({"pass", "the classes that may pass over one", kIfSet, 80, 83},
                             camps.closed_pass, kClassWords);
            });
      });
  visitor.Section({"edge", "", kIfSet}, [&](auto& v) {
    v.Classes({"hostile",
               "the men that can be captured against the edge, see \"Hostile squares\" in "
               "[rules.md](rules.md); `king` "
               "changes nothing",
               kIfSet, 84, 87},
              rules.edge.hostile, kClassWords);
  });

  visitor.Word(
      {"goal",
       "where the king wins: any square of the rim, or the corners (needs the key `corners`)",
       {},
       61},
      rules.goal, kGoalWords);
  visitor.Word({"encirclement", "see \"The end\" in [rules.md](rules.md)", kIfSet, 68},
               rules.encirclement, kBoolWords);
  visitor.Word({"shieldwall", "see \"Shieldwall\" in [rules.md](rules.md)", kIfSet, 69},
               rules.shieldwall, kBoolWords);
  visitor.Word(
      {"shieldwall_ends",
       "what closes a row, see \"Shieldwall\" in [rules.md](rules.md); needs `shieldwall: true`",
       kIfSet, 88},
      rules.shieldwall_ends, kShieldwallEndsWords);
  visitor.Word(
      {"shieldwall_move", "which move captures a row; needs `shieldwall: true`", kIfSet, 89},
      rules.shieldwall_move, kShieldwallMoveWords);
  visitor.Word({"exit_forts", "see \"Exit forts\" in [rules.md](rules.md)", kIfSet, 70},
               rules.exit_forts, kBoolWords);
  visitor.Section({"repetition", ""}, [&](auto& v) {
    v.Count({"count",
             "the occurrence of a position that counts as repetition, the first one included; 0: "
             "repetition is free",
             {},
             62},
            rules.repetition.count);
    v.Word({"result", "what repetition leads to; `illegal`: the move is not legal", {}, 63},
           rules.repetition.result, kRepetitionWords);
  });
  visitor.Word({"no_moves", "the result for a side that cannot move", {}, 67}, rules.no_moves,
               kNoMovesWords);
  visitor.Limit(
      {"quiet_limit", "plies without a capture that end the game; 0: no limit", kIfSet, 7},
      rules.quiet_limit, PlyCount::kQuiet);
  visitor.Word({"quiet_limit_result", "who wins when `quiet_limit` is reached; needs `quiet_limit`",
                kIfSet, 90},
               rules.quiet_limit_result, kLimitWords);
  visitor.Limit({"ply_limit", "plies that end the game; 0: no limit", kIfSet, 10}, rules.ply_limit,
                PlyCount::kAll);
  visitor.Word(
      {"ply_limit_result", "who wins when `ply_limit` is reached; needs `ply_limit`", kIfSet, 93},
      rules.ply_limit_result, kLimitWords);
}

/// Whether the canonical text of rules with (`throne`) or without a throne has a key of this value.
template <typename Value>
bool IsWritten(const RuleKey& key, const Value& value, bool throne) {
  if (key.presence == Presence::kWithThrone) return throne;
  return key.presence != Presence::kIfSet || value != Value{};
}

}  // namespace raichi
