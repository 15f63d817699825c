// Records of games as MessagePack, and shards of them.
#include "base/checksum.h"
#include "rules/opentafl/opentafl_game.h"
#include "selfplay/records/otg.h"
#include "selfplay/records/record.h"
#include "selfplay/records/shard.h"
#include "tests/fuzz/some_records.h"

namespace raichi::fuzz {
namespace {

/// What is done with a game of a shard that is legal.
void UseGame(const GameRecord& record, const RulesPtr& rules) {
  const OtgGame otg = ToOtg(record, rules);
  if (otg.warnings.empty()) {
    RAICHI_CHECK(FromOpenTaflGame(otg.text).moves.size() == record.turns.size());
  }
}

const Target kRecord(
    "record",
    [](std::string_view input) {
      const GameRecord record = UnpackRecord(input);
      Must([&] { RAICHI_CHECK(PackRecord(record) == input); });
      RulesOfRecords rules_of_records;
      const RulesPtr& rules = rules_of_records.Of(record, "input");
      CheckRecord(record, rules);
      Must([&] { UseGame(record, rules); });
    },
    [] {
      std::vector<std::string> seeds;
      for (const GameRecord& record : SomeRecords()) seeds.push_back(PackRecord(record));
      return seeds;
    });

/// A shard whose header fits its body, whatever that is.
std::string WithHeader(std::string_view input) {
  if (input.size() < ShardHeader::kSize) return std::string(input);
  const std::string_view body = input.substr(ShardHeader::kSize);
  const ShardHeader header{.games = WordAt<uint32_t>(input, 20),
                           .first_id = WordAt<uint64_t>(input, 24),
                           .last_id = WordAt<uint64_t>(input, 32),
                           .body_size = body.size(),
                           .body_checksum = Checksum(body)};
  return header.ToBytes().append(body);
}

const Target kShard(
    "shard",
    [](std::string_view input) {
      const std::vector<GameRecord> records = ReadShard(FileOf(WithHeader(input)));
      Must([&] { RAICHI_CHECK(ReadShard(FileOf(ShardBytes(records))) == records); });
    },
    [] { return std::vector{ShardBytes(SomeRecords())}; });

}  // namespace
}  // namespace raichi::fuzz
