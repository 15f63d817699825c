#include "nn/data/shard_loader.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/files/files.h"
#include "rules/notation.h"

namespace raichi {
namespace {

constexpr int16_t kNoValue = INT16_MIN;
constexpr uint16_t kNoSurprise = UINT16_MAX;
static_assert(kMaxSurprise * kSurpriseScale < kNoSurprise);

uint16_t SurpriseCode(const TurnRecord& turn) {
  if (!turn.surprise) return kNoSurprise;
  return static_cast<uint16_t>(std::lround(*turn.surprise * kSurpriseScale));
}

/// Appends the visits of a search, divided so that the largest count fits into 16 bits. Every
/// visited move keeps at least one visit.
void AppendVisits(const TurnRecord& turn, std::vector<CompactGame::Visit>* out) {
  uint32_t most = 0;
  for (const auto& [move, visits] : turn.visits) most = std::max(most, visits);
  const uint32_t divisor = most / UINT16_MAX + 1;
  for (const auto& [move, visits] : turn.visits) {
    out->push_back({move, static_cast<uint16_t>(std::max(1u, visits / divisor))});
  }
}

}  // namespace

CompactGame::CompactGame(const GameRecord& record, RulesPtr rules)
    : rules_(std::move(rules)), start_(record.start), result_(record.result) {
  Game game(rules_, Start());
  for (const TurnRecord& turn : record.turns) {
    game.Play(turn.move);
    moves_.push_back(turn.move);
    values_.push_back(turn.visits.empty()
                          ? kNoValue
                          : static_cast<int16_t>(std::lround(turn.root_value * kValueScale)));
    if (!turn.full_search) continue;
    AppendVisits(turn, &visits_);
    targets_.push_back({static_cast<uint16_t>(moves_.size() - 1), SurpriseCode(turn),
                        static_cast<uint32_t>(visits_.size())});
  }
  played_out_ = game.IsOver();
  moves_.shrink_to_fit();
  values_.shrink_to_fit();
  targets_.shrink_to_fit();
  visits_.shrink_to_fit();
}

Position CompactGame::Start() const {
  return start_.empty() ? rules_->start() : ParsePosition(*rules_, start_);
}

std::optional<float> CompactGame::CutValue() const {
  if (played_out_ || result_ != Result::kDraw) return std::nullopt;
  for (auto ply = static_cast<int>(moves_.size()); ply-- > 0;) {
    const std::optional<float> value = RootValue(ply);
    if (value) return (ply % 2 == 0) == (Start().to_move() == Side::kAttackers) ? *value : -*value;
  }
  return std::nullopt;
}

std::optional<float> CompactGame::RootValue(int ply) const {
  const int16_t value = values_[static_cast<size_t>(ply)];
  if (value == kNoValue) return std::nullopt;
  return static_cast<float>(value) / kValueScale;
}

std::span<const CompactGame::Visit> CompactGame::VisitsOf(int target) const {
  const auto i = static_cast<size_t>(target);
  const size_t begin = i == 0 ? 0 : targets_[i - 1].end;
  return std::span(visits_).subspan(begin, targets_[i].end - begin);
}

int CompactGame::DrawBySurprise(double uniform) const {
  double sum = 0, known = 0;
  for (const Target& target : targets_) {
    if (target.surprise == kNoSurprise) continue;
    sum += target.surprise;
    ++known;
  }
  const double mean = sum > 0 ? sum / known : 1;
  const auto weight = [&](const Target& target) {
    return sum == 0 || target.surprise == kNoSurprise ? mean : target.surprise;
  };
  double left = uniform * mean * static_cast<double>(targets_.size());
  size_t drawn = 0;
  for (size_t i = 0; i < targets_.size(); ++i) {
    if (weight(targets_[i]) == 0) continue;
    drawn = i;
    left -= weight(targets_[i]);
    if (left < 0) break;
  }
  return static_cast<int>(drawn);
}

size_t CompactGame::bytes() const {
  return sizeof(*this) + start_.capacity() + moves_.capacity() * sizeof(Move) +
         values_.capacity() * sizeof(int16_t) + targets_.capacity() * sizeof(Target) +
         visits_.capacity() * sizeof(Visit);
}

std::optional<WindowShard> ShardLoader::Load(const std::filesystem::path& file) {
  const auto read = [&] {
    try {
      return ReadGames(ShardReader(file));
    } catch (const ReadError& error) {
      // A file that is listed but cannot be found is worth another attempt.
      throw ReadError(error.what(), error.code() == ENOENT ? ESTALE : error.code());
    }
  };
  try {
    return ReadPatiently(patience_, read);
  } catch (const DamagedError& error) {
    GiveUp(file, error.what());
  }
  return std::nullopt;
}

std::optional<WindowShard> ShardLoader::LoadNew(const std::filesystem::path& file) {
  try {
    std::optional<WindowShard> shard =
        ReadPatiently(patience_, [&] { return ReadGames(ShardReader(file)); });
    suspects_.erase(file.filename());
    return shard;
  } catch (const DamagedError& error) {
    if (damaged_ == DamagedShards::kLeave || !suspects_.insert(file.filename()).second) {
      GiveUp(file, error.what());
    } else {
      warn_(std::string(error.what()) + "; passed over, and read again before the next training");
    }
  } catch (const ReadError& error) {
    if (!MayAppear(error)) throw;
  }
  return std::nullopt;
}

WindowShard ShardLoader::Parse(const std::string& name, std::string bytes) {
  return ReadGames(ShardReader(name, std::move(bytes)));
}

WindowShard ShardLoader::ReadGames(const ShardReader& reader) {
  const std::filesystem::path& file = reader.path();
  WindowShard shard;
  reader.ForEach([&](const GameRecord& record) {
    const RulesPtr& rules = rules_.Of(record, file.string());
    try {
      CheckRecord(record, rules);
      shard.games.push_back(std::make_unique<CompactGame>(record, rules));
    } catch (const Error& error) {
      throw DamagedError(file.string() + ": " + error.what());
    }
    shard.ids.push_back(record.game_id);
    shard.positions += shard.games.back()->targets();
  });
  return shard;
}

void ShardLoader::GiveUp(const std::filesystem::path& file, const std::string& what) {
  if (damaged_ == DamagedShards::kLeave) {
    passed_over_.insert(file.filename());
    return warn_(what + "; not trained on");
  }
  try {
    warn_(what + "; set aside as " + RenameToBad(file).filename().string());
    ++set_aside_;
  } catch (const WriteError& error) {
    if (error.code() != ENOENT) throw;  // else the process that plays its stream was faster
  }
}

}  // namespace raichi
