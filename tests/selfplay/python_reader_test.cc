#include <gmock/gmock.h>

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "rules/notation.h"
#include "selfplay/records/shard.h"
#include "tests/selfplay/games.h"
#include "tests/support/places.h"

namespace raichi {
namespace {

std::string OutputOf(const std::string& command) {
  std::FILE* pipe = ::popen(command.c_str(), "r");
  std::string output;
  std::array<char, 4096> buffer;
  while (const size_t size = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    output.append(buffer.data(), size);
  }
  EXPECT_EQ(::pclose(pipe), 0) << command;
  return output;
}

nlohmann::json ToJson(const TurnRecord& turn) {
  nlohmann::json visits = nlohmann::json::object();
  for (const auto& [move, count] : turn.visits) visits[ToString(move)] = count;
  nlohmann::json object = {{"move", ToString(turn.move)},
                           {"full", turn.full_search},
                           {"root_value", turn.root_value},
                           {"raw_value", turn.raw_value},
                           {"visits", visits}};
  if (turn.surprise) object["surprise"] = *turn.surprise;
  return object;
}

nlohmann::json ToJson(const GameRecord& record, int version) {
  nlohmann::json turns = nlohmann::json::array();
  for (const TurnRecord& turn : record.turns) turns.push_back(ToJson(turn));
  return {{"version", version},
          {"seed", record.run_seed},
          {"id", record.game_id},
          {"rules", record.rules_yaml},
          {"attackers", record.attackers},
          {"defenders", record.defenders},
          {"start", record.start},
          {"result", std::string(ToString(record.result))},
          {"reason", std::string(ToString(record.reason))},
          {"resign_disabled", record.resign_disabled},
          {"would_resign", record.would_resign_ply},
          {"turns", turns}};
}

TEST(PythonReaderTest, ReadsWhatTheLibraryWrites) {
  const TemporaryFolder folder;
  std::vector<GameRecord> records = {RandomRecord("linnaeus", 1), RandomRecord("fetlar", 2),
                                     RandomRecord("brandubh", 9)};
  records[1].turns[3].surprise = 0.75f;  // which makes it version 2
  WriteShard(folder / "x.games", records);
  std::istringstream lines(OutputOf(Python() + " " + SourceDir() + "/tools/read_games.py " +
                                    (folder / "x.games").string()));
  for (const GameRecord& record : records) {
    std::string line;
    ASSERT_TRUE(std::getline(lines, line));
    EXPECT_EQ(nlohmann::json::parse(line), ToJson(record, record.game_id == 2 ? 2 : 1));
  }
  std::string rest;
  EXPECT_FALSE(std::getline(lines, rest));
}

}  // namespace
}  // namespace raichi
