#include "selfplay/records/record.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <msgpack.hpp>
#include <optional>

#include "base/error.h"
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
constexpr size_t kMostKeys = 64;  // of records of any version
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

/// The output stream of msgpack's packer.
struct StringSink {
  std::string* bytes;
  void write(const char* data, size_t size) { bytes->append(data, size); }
};
using Packer = msgpack::packer<StringSink>;

void PackString(std::string_view text, Packer* packer) {
  if (text.size() > kMaxString) throw Error("game record: a text of more than 64 KiB");
  packer->pack_str(static_cast<uint32_t>(text.size()));
  packer->pack_str_body(text.data(), static_cast<uint32_t>(text.size()));
}

void PackTurn(const TurnRecord& turn, uint64_t version, Packer* packer) {
  RAICHI_CHECK(turn.visits.size() <= kMaxVisitedMoves);
  packer->pack_array(version == kPlainVersion ? 5 : 6);
  packer->pack(turn.move.code());
  packer->pack(turn.full_search);
  packer->pack(ToFixed(turn.root_value));
  packer->pack(ToFixed(turn.raw_value));
  packer->pack_array(static_cast<uint32_t>(2 * turn.visits.size()));
  for (const auto& [move, visits] : turn.visits) {
    packer->pack(move.code());
    packer->pack(visits);
  }
  if (version == kPlainVersion) return;
  packer->pack(turn.surprise ? ToFixedSurprise(*turn.surprise) : kNoSurprise);
}

/// Reader of the elements of a MessagePack array or map in order. Checks their types and ranges.
class Fields {
 public:
  Fields(const msgpack::object* first, size_t count, const char* what)
      : next_(first), left_(count), what_(what) {}

  const msgpack::object& Next(msgpack::type::object_type type) {
    RAICHI_CHECK(left_ > 0);
    --left_;
    if (next_->type != type) Fail("a value of the wrong type");
    return *next_++;
  }
  uint64_t Unsigned(uint64_t max) {
    const uint64_t value = Next(msgpack::type::POSITIVE_INTEGER).via.u64;
    if (value > max) Fail("a number out of range");
    return value;
  }
  int Signed(int min, int max) {
    RAICHI_CHECK(left_ > 0);
    if (next_->type == msgpack::type::POSITIVE_INTEGER) {
      return static_cast<int>(Unsigned(static_cast<uint64_t>(max)));
    }
    const int64_t value = Next(msgpack::type::NEGATIVE_INTEGER).via.i64;
    if (value < min) Fail("a number out of range");
    return static_cast<int>(value);
  }
  bool Bool() { return Next(msgpack::type::BOOLEAN).via.boolean; }
  std::string String() {
    const auto& text = Next(msgpack::type::STR).via.str;
    return {text.ptr, text.size};
  }
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
  [[noreturn]] void Fail(const std::string& found) const {
    throw DamagedError(std::string(what_) + ": " + found);
  }
  const msgpack::object* next_;
  size_t left_;
  const char* what_;
};

Fields ArrayFields(const msgpack::object& object, const char* what) {
  if (object.type != msgpack::type::ARRAY)
    throw DamagedError(std::string(what) + ": expected an array");
  return {object.via.array.ptr, object.via.array.size, what};
}

TurnRecord UnpackTurn(const msgpack::object& object, uint64_t version) {
  Fields fields = ArrayFields(object, "game record, a turn");
  const uint32_t items = version == kPlainVersion ? 5 : 6;
  if (object.via.array.size != items) {
    throw DamagedError("game record, a turn: expected " + std::to_string(items) + " items");
  }
  TurnRecord turn;
  turn.move = fields.Move();
  turn.full_search = fields.Bool();
  turn.root_value = fields.Value();
  turn.raw_value = fields.Value();
  const msgpack::object& visits = fields.Next(msgpack::type::ARRAY);
  const size_t count = visits.via.array.size;
  if (count % 2 != 0 || count / 2 > kMaxVisitedMoves) throw DamagedError("game record: bad visits");
  Fields pairs = ArrayFields(visits, "game record, visits");
  turn.visits.reserve(count / 2);
  for (size_t i = 0; i < count / 2; ++i) {
    const Move move = pairs.Move();
    turn.visits.emplace_back(
        move, static_cast<uint32_t>(pairs.Unsigned(std::numeric_limits<uint32_t>::max())));
  }
  if (version != kPlainVersion) turn.surprise = fields.Surprise();
  return turn;
}

/// Throws VersionError if the first pair of a map names a version that this program does not know.
/// Its other keys may then be others too.
void CheckVersion(const msgpack::object& object) {
  if (object.type != msgpack::type::MAP || object.via.map.size == 0) return;
  const auto& [key, value] = object.via.map.ptr[0];
  const bool is_version = key.type == msgpack::type::STR &&
                          std::string_view(key.via.str.ptr, key.via.str.size) == kKeys[0];
  if (!is_version || value.type != msgpack::type::POSITIVE_INTEGER) return;
  const uint64_t version = value.via.u64;
  if (version == kPlainVersion || version == kSurpriseVersion) return;
  throw VersionError("game record: version " + std::to_string(version) + ", expected 1 or 2");
}

/// Returns the values of the record's map. Its keys must be exactly kKeys, in that order.
std::vector<msgpack::object> ValuesOf(const msgpack::object& object) {
  CheckVersion(object);
  if (object.type != msgpack::type::MAP || object.via.map.size != kKeys.size()) {
    throw DamagedError("game record: expected a map of " + std::to_string(kKeys.size()) + " keys");
  }
  std::vector<msgpack::object> values;
  for (size_t i = 0; i < kKeys.size(); ++i) {
    const auto& [key, value] = object.via.map.ptr[i];
    if (key.type != msgpack::type::STR ||
        std::string_view(key.via.str.ptr, key.via.str.size) != kKeys[i]) {
      throw DamagedError("game record: expected the key " + std::string(kKeys[i]));
    }
    values.push_back(value);
  }
  return values;
}

template <typename Value>
Value ParseWord(Value (*parse)(std::string_view), const std::string& word) {
  try {
    return parse(word);
  } catch (const Error& error) {
    throw DamagedError(std::string("game record: ") + error.what());
  }
}

GameRecord FromObject(const msgpack::object& object) {
  const std::vector<msgpack::object> values = ValuesOf(object);
  Fields fields(values.data(), values.size(), "game record");
  const uint64_t version = fields.Unsigned(kSurpriseVersion);
  GameRecord record;
  record.run_seed = fields.Unsigned(std::numeric_limits<uint64_t>::max());
  record.game_id = fields.Unsigned(std::numeric_limits<uint64_t>::max());
  record.rules_yaml = fields.String();
  record.attackers = UnescapeBytes(fields.String());
  record.defenders = UnescapeBytes(fields.String());
  record.start = fields.String();
  record.result = ParseWord(ParseResult, fields.String());
  record.reason = ParseWord(ParseReason, fields.String());
  record.resign_disabled = fields.Bool();
  record.would_resign_ply = fields.Signed(-1, kMaxRecordTurns);
  const auto& turns = fields.Next(msgpack::type::ARRAY).via.array;
  if (turns.size > kMaxRecordTurns) throw DamagedError("game record: too many turns");
  record.turns.reserve(turns.size);
  for (size_t i = 0; i < turns.size; ++i) record.turns.push_back(UnpackTurn(turns.ptr[i], version));
  return record;
}

}  // namespace

float QuantiseValue(float value) { return FromFixed(ToFixed(value)); }

float QuantiseSurprise(float surprise) { return FromFixedSurprise(ToFixedSurprise(surprise)); }

std::string PackRecord(const GameRecord& record) {
  if (record.turns.size() > kMaxRecordTurns) throw Error("game record: too many turns");
  std::string bytes;
  StringSink sink{&bytes};
  Packer packer(sink);
  size_t key = 0;
  const auto next_key = [&] { PackString(kKeys[key++], &packer); };
  packer.pack_map(kKeys.size());
  const uint64_t version = VersionOf(record);
  next_key(), packer.pack(version);
  next_key(), packer.pack(record.run_seed);
  next_key(), packer.pack(record.game_id);
  next_key(), PackString(record.rules_yaml, &packer);
  next_key(), PackString(EscapeBytes(record.attackers), &packer);
  next_key(), PackString(EscapeBytes(record.defenders), &packer);
  next_key(), PackString(record.start, &packer);
  next_key(), PackString(ToString(record.result), &packer);
  next_key(), PackString(ToString(record.reason), &packer);
  next_key(), packer.pack(record.resign_disabled);
  next_key(), packer.pack(record.would_resign_ply);
  next_key(), packer.pack_array(static_cast<uint32_t>(record.turns.size()));
  for (const TurnRecord& turn : record.turns) PackTurn(turn, version, &packer);
  if (bytes.size() > kMaxRecordBytes) {
    throw Error("game record: game " + std::to_string(record.game_id) +
                " is larger than 8 MiB, with " + std::to_string(record.turns.size()) +
                " plies; selfplay.max_plies limits them");
  }
  return bytes;
}

GameRecord UnpackRecord(std::string_view bytes) {
  if (bytes.size() > kMaxRecordBytes) throw DamagedError("game record: larger than 8 MiB");
  const msgpack::unpack_limit limit(kMaxRecordTurns, kMostKeys, kMaxString, 0, 0, 5);
  GameRecord record;
  try {
    size_t end = 0;
    const msgpack::object_handle handle =
        msgpack::unpack(bytes.data(), bytes.size(), end, nullptr, nullptr, limit);
    record = FromObject(handle.get());
  } catch (const msgpack::unpack_error& error) {
    throw DamagedError(std::string("game record: not MessagePack within its limits: ") +
                       error.what());
  }
  if (PackRecord(record) != bytes) throw DamagedError("game record: not in canonical form");
  return record;
}

}  // namespace raichi
