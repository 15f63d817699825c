#include "selfplay/records/record.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/json.h"
#include "base/message_pack.h"
#include "base/text.h"
#include "rules/notation.h"

namespace raichi {
namespace {

constexpr uint64_t kPlainVersion = 1;     // its turns have five items
constexpr uint64_t kSurpriseVersion = 2;  // theirs have a sixth, the surprise
constexpr int kNoSurprise = -1;
constexpr std::array<std::string_view, 12> kKeys = {
    "version", "seed",   "id",     "rules",           "attackers",    "defenders",
    "start",   "result", "reason", "resign_disabled", "would_resign", "turns"};
constexpr size_t kMaxString = size_t{1} << 16;
constexpr size_t kMaxVisitedMoves = 4 * kMaxBoardSize * kMaxBoardSize;

int ToFixed(float value) {
  if (std::isnan(value)) return 0;
  return static_cast<int>(std::lround(std::clamp(value, -1.0f, 1.0f) * kValueScale));
}
float FromFixed(int value) { return static_cast<float>(value) / kValueScale; }

int ToFixedSurprise(float surprise) {
  const float bounded = std::clamp(surprise, 0.0f, static_cast<float>(kMaxSurprise));
  return static_cast<int>(std::lround(bounded * kSurpriseScale));
}
float FromFixedSurprise(int surprise) { return static_cast<float>(surprise) / kSurpriseScale; }

uint64_t VersionOf(const GameRecord& record) {
  const auto has_surprise = [](const TurnRecord& turn) { return turn.surprise.has_value(); };
  return std::ranges::any_of(record.turns, has_surprise) ? kSurpriseVersion : kPlainVersion;
}

void PackText(std::string_view text, MessagePackWriter* writer) {
  if (text.size() > kMaxString) throw Error("game record: a text of more than 64 KiB");
  writer->Text(text);
}

void PackTurn(const TurnRecord& turn, uint64_t version, MessagePackWriter* writer) {
  RAICHI_CHECK(turn.visits.size() <= kMaxVisitedMoves);
  writer->Array(version == kPlainVersion ? 5 : 6);
  writer->Unsigned(turn.move.code());
  writer->Bool(turn.full_search);
  writer->Signed(ToFixed(turn.root_value));
  writer->Signed(ToFixed(turn.raw_value));
  writer->Array(2 * turn.visits.size());
  for (const auto& [move, visits] : turn.visits) {
    writer->Unsigned(move.code());
    writer->Unsigned(visits);
  }
  if (version == kPlainVersion) return;
  writer->Signed(turn.surprise ? ToFixedSurprise(*turn.surprise) : kNoSurprise);
}

/// Reads the elements of a record in order. Checks their types and ranges.
class Fields {
 public:
  using Type = MessagePackElements::Type;

  explicit Fields(const MessagePackElements& elements) : elements_(elements) {}

  /// Says what the next elements are part of, for errors.
  void SetPart(const char* part) { part_ = part; }
  [[noreturn]] void Fail(std::string_view found) const {
    throw DamagedError(std::string(part_).append(": ").append(found));
  }

  bool NextIs(Type type) const {
    return next_ < elements_.size() && elements_.at(next_).type == type;
  }
  /// Begins an array or map. Returns its number of items or keys.
  uint64_t Open(Type type, std::string_view expected) {
    if (!NextIs(type)) Fail(expected);
    return elements_.at(next_++).value;
  }
  uint64_t Unsigned(uint64_t max) {
    const uint64_t value = Next(Type::kUnsigned).value;
    if (value > max) Fail("a number out of range");
    return value;
  }
  int Signed(int min, int max) {
    if (NextIs(Type::kUnsigned)) return static_cast<int>(Unsigned(static_cast<uint64_t>(max)));
    const auto value = static_cast<int64_t>(Next(Type::kNegative).value);
    if (value < min) Fail("a number out of range");
    return static_cast<int>(value);
  }
  bool Bool() { return Next(Type::kBool).value != 0; }
  const std::string& Text() { return elements_.TextOf(Next(Type::kText)); }
  raichi::Move Move() {
    const auto code = static_cast<uint16_t>(Unsigned(0xffff));
    const auto move = raichi::Move::FromCode(code);
    for (const int c : {move.from().x(), move.from().y(), move.to().x(), move.to().y()}) {
      if (c < 1 || c > kMaxBoardSize) Fail("a move off the board");
    }
    return move;
  }
  float Value() { return FromFixed(Signed(-kValueScale, kValueScale)); }
  std::optional<float> Surprise() {
    const int surprise = Signed(kNoSurprise, kMaxSurprise * kSurpriseScale);
    return surprise == kNoSurprise ? std::nullopt : std::optional(FromFixedSurprise(surprise));
  }

 private:
  const MessagePackElements::Element& Next(Type type) {
    if (!NextIs(type)) Fail("a value of the wrong type");
    return elements_.at(next_++);
  }

  const MessagePackElements& elements_;
  size_t next_ = 0;
  const char* part_ = "game record";
};

std::vector<std::pair<Move, uint32_t>> ReadVisits(Fields* fields) {
  const uint64_t count = fields->Open(Fields::Type::kArray, "expected an array of visits");
  if (count % 2 != 0 || count / 2 > kMaxVisitedMoves) throw DamagedError("game record: bad visits");
  std::vector<std::pair<Move, uint32_t>> visits;
  visits.reserve(count / 2);
  for (size_t i = 0; i < count / 2; ++i) {
    const Move move = fields->Move();
    visits.emplace_back(
        move, static_cast<uint32_t>(fields->Unsigned(std::numeric_limits<uint32_t>::max())));
  }
  return visits;
}

TurnRecord ReadTurn(uint64_t version, Fields* fields) {
  const uint64_t items = version == kPlainVersion ? 5 : 6;
  if (fields->Open(Fields::Type::kArray, "expected an array") != items) {
    fields->Fail("expected " + std::to_string(items) + " items");
  }
  TurnRecord turn;
  turn.move = fields->Move();
  turn.full_search = fields->Bool();
  turn.root_value = fields->Value();
  turn.raw_value = fields->Value();
  turn.visits = ReadVisits(fields);
  if (version != kPlainVersion) turn.surprise = fields->Surprise();
  return turn;
}

std::vector<TurnRecord> ReadTurns(uint64_t version, Fields* fields) {
  const uint64_t count = fields->Open(Fields::Type::kArray, "expected an array of turns");
  fields->SetPart("game record, a turn");
  std::vector<TurnRecord> turns;
  turns.reserve(count);
  for (uint64_t i = 0; i < count; ++i) turns.push_back(ReadTurn(version, fields));
  return turns;
}

/// Throws VersionError if the first pair of a map names a version that this program does not know.
/// Its other keys may then be others too.
void CheckVersion(Fields fields) {
  if (!fields.NextIs(Fields::Type::kMap)) return;
  fields.Open(Fields::Type::kMap, "");
  if (!fields.NextIs(Fields::Type::kText) || fields.Text() != kKeys[0]) return;
  if (!fields.NextIs(Fields::Type::kUnsigned)) return;
  const uint64_t version = fields.Unsigned(std::numeric_limits<uint64_t>::max());
  if (version == kPlainVersion || version == kSurpriseVersion) return;
  throw VersionError("game record: version " + std::to_string(version) + ", expected 1 or 2");
}

template <typename Value>
Value ParseWord(Value (*parse)(std::string_view), const std::string& word) {
  try {
    return parse(word);
  } catch (const Error& error) {
    throw DamagedError(std::string("game record: ") + error.what());
  }
}

/// The keys of the map must be exactly kKeys, in that order.
GameRecord ReadRecord(Fields fields) {
  constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();
  const std::string expected = "expected a map of " + std::to_string(kKeys.size()) + " keys";
  if (fields.Open(Fields::Type::kMap, expected) != kKeys.size()) fields.Fail(expected);
  size_t key = 0;
  const auto value = [&]() -> Fields& {
    const std::string name(kKeys.at(key++));
    if (!fields.NextIs(Fields::Type::kText) || fields.Text() != name) {
      fields.Fail("expected the key " + name);
    }
    return fields;
  };
  GameRecord record;
  const uint64_t version = value().Unsigned(kSurpriseVersion);
  record.run_seed = value().Unsigned(kMost);
  record.game_id = value().Unsigned(kMost);
  record.rules_yaml = value().Text();
  record.attackers = UnescapeBytes(value().Text());
  record.defenders = UnescapeBytes(value().Text());
  record.start = value().Text();
  record.result = ParseWord(ParseResult, value().Text());
  record.reason = ParseWord(ParseReason, value().Text());
  record.resign_disabled = value().Bool();
  record.would_resign_ply = value().Signed(-1, kMaxRecordTurns);
  record.turns = ReadTurns(version, &value());
  return record;
}

}  // namespace

float QuantiseValue(float value) { return FromFixed(ToFixed(value)); }

float QuantiseSurprise(float surprise) { return FromFixedSurprise(ToFixedSurprise(surprise)); }

std::string PackRecord(const GameRecord& record) {
  if (record.turns.size() > kMaxRecordTurns) throw Error("game record: too many turns");
  MessagePackWriter writer;
  size_t key = 0;
  const auto next_key = [&] { writer.Text(kKeys.at(key++)); };
  writer.Map(kKeys.size());
  const uint64_t version = VersionOf(record);
  next_key(), writer.Unsigned(version);
  next_key(), writer.Unsigned(record.run_seed);
  next_key(), writer.Unsigned(record.game_id);
  next_key(), PackText(record.rules_yaml, &writer);
  next_key(), PackText(EscapeBytes(record.attackers), &writer);
  next_key(), PackText(EscapeBytes(record.defenders), &writer);
  next_key(), PackText(record.start, &writer);
  next_key(), PackText(ToString(record.result), &writer);
  next_key(), PackText(ToString(record.reason), &writer);
  next_key(), writer.Bool(record.resign_disabled);
  next_key(), writer.Signed(record.would_resign_ply);
  next_key(), writer.Array(record.turns.size());
  for (const TurnRecord& turn : record.turns) PackTurn(turn, version, &writer);
  if (writer.bytes().size() > kMaxRecordBytes) {
    throw Error("game record: game " + std::to_string(record.game_id) +
                " is larger than 8 MiB, with " + std::to_string(record.turns.size()) +
                " plies; selfplay.max_plies limits them");
  }
  return writer.bytes();
}

GameRecord UnpackRecord(std::string_view bytes) {
  if (bytes.size() > kMaxRecordBytes) throw DamagedError("game record: larger than 8 MiB");
  constexpr MessagePackLimits kLimits{.items = kMaxRecordTurns, .text = kMaxString, .depth = 5};
  const auto elements =
      ReadJson<DamagedError>("game record ", [&] { return MessagePackElements(bytes, kLimits); });
  CheckVersion(Fields(elements));
  GameRecord record = ReadRecord(Fields(elements));
  if (PackRecord(record) != bytes) throw DamagedError("game record: not in canonical form");
  return record;
}

}  // namespace raichi
