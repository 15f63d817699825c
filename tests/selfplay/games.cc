#include "tests/selfplay/games.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "rules/canonical_yaml.h"
#include "rules/game.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

TurnRecord RandomTurn(const Game& game, Rng* rng) {
  MoveList moves;
  game.LegalMoves(&moves);
  TurnRecord turn;
  turn.move = moves[rng->Below(static_cast<uint32_t>(moves.size()))];
  turn.full_search = rng->Below(4) == 0;
  turn.root_value = QuantiseValue(static_cast<float>(rng->Uniform() * 2 - 1));
  turn.raw_value = QuantiseValue(static_cast<float>(rng->Uniform() * 2 - 1));
  for (const Move move : moves) {
    if (move == turn.move || rng->Below(4) == 0) {
      turn.visits.emplace_back(move, 1 + rng->Below(rng->Below(8) == 0 ? 100000 : 50));
    }
  }
  return turn;
}

}  // namespace

GameRecord RandomRecord(const std::string& variant, uint64_t id, int max_plies) {
  const RulesPtr rules = Variant(variant);
  Rng rng(Mix64(id + 77));
  Game game(rules);
  GameRecord record;
  record.run_seed = 0xfedcba9876543210u;
  record.game_id = id;
  record.rules_yaml = RecordedRules(rules->data());
  record.attackers = "runs/x/models/000012";
  record.defenders = "random";
  while (!game.IsOver() && game.ply() < max_plies) {
    record.turns.push_back(RandomTurn(game, &rng));
    game.Play(record.turns.back().move);
  }
  record.result = game.IsOver() ? game.result() : Result::kDraw;
  record.reason = game.IsOver() ? game.reason() : Reason::kPlyLimit;
  record.resign_disabled = rng.Below(2) == 0;
  record.would_resign_ply = static_cast<int>(rng.Below(3)) - 1;
  return record;
}

std::vector<GameRecord> RandomRecords(const std::string& variant, uint64_t first_id, size_t count) {
  std::vector<GameRecord> records;
  for (size_t i = 0; i < count; ++i) records.push_back(RandomRecord(variant, first_id + i));
  return records;
}

std::string BytesOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void WriteBytes(const std::filesystem::path& path, const std::string& bytes) {
  std::filesystem::remove(path);  // Faster: ext4 syncs a file that is truncated and rewritten.
  std::ofstream(path, std::ios::binary) << bytes;
}

std::vector<std::string> FilesIn(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace raichi
