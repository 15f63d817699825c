#include "app/balance/study/games_record.h"

#include <zstd.h>

#include <memory>
#include <unordered_map>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/output_file.h"
#include "base/json.h"

namespace raichi {
namespace {

constexpr uint64_t kMostRecordBytes = uint64_t{1} << 26;
constexpr int kRecordVersion = 1;

std::string Compress(const std::string& text) {
  constexpr int kLevel = 19;
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(),
                                                                     &ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, kLevel);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  std::string bytes(ZSTD_compressBound(text.size()), '\0');
  const size_t size =
      ZSTD_compress2(context.get(), bytes.data(), bytes.size(), text.data(), text.size());
  RAICHI_CHECK(!ZSTD_isError(size));
  bytes.resize(size);
  return bytes;
}

std::string Decompress(const std::string& bytes) {
  const unsigned long long size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN ||
      size > kMostRecordBytes) {
    throw JsonError("is no record of games");
  }
  std::string text(size, '\0');
  const size_t result = ZSTD_decompress(text.data(), size, bytes.data(), bytes.size());
  if (ZSTD_isError(result) || result != size) throw JsonError("is damaged");
  return text;
}

/// The columns of the games of one rule set. The numbers of openings are those of the study, each
/// less the one before it; a new opening has the next number. A line is 0 if it is new, else how
/// many games ago it was played first.
struct Columns {
  Json units = Json::array();  // [name, games, mean drama, mean changes of lead]
  std::string results, reasons;
  Json plies = Json::array(), openings = Json::array(), lines = Json::array();
};

/// What the columns of all rule sets share.
struct Openings {
  std::unordered_map<uint32_t, int64_t> numbers;
  Json first_moves = Json::array();  // of each, as Move::code
  int64_t last = 0;

  int64_t Encode(const RecordedGame& game) {
    const auto [place, is_new] =
        numbers.emplace(game.opening, static_cast<int64_t>(numbers.size()));
    if (is_new) first_moves.push_back(game.facts.first_move.code());
    const int64_t difference = place->second - last;
    last = place->second;
    return difference;
  }
};

char LetterOf(auto value) { return static_cast<char>('a' + static_cast<int>(value)); }

/// Throws JsonError if the letter stands for no value up to `most`.
template <typename Enum>
Enum OfLetter(char letter, Enum most) {
  if (letter < 'a' || letter > LetterOf(most)) throw JsonError("has an unknown letter");
  return static_cast<Enum>(letter - 'a');
}

void AddUnit(const std::string& name, const GamesRecord::Unit& games, Openings* openings,
             std::unordered_map<uint32_t, int64_t>* lines, Columns* columns) {
  double drama = 0, changes = 0;
  for (const RecordedGame& game : games) {
    const GameFacts& facts = game.facts;
    drama += facts.drama;
    changes += facts.lead_changes;
    columns->results += LetterOf(facts.result);
    columns->reasons += LetterOf(facts.reason);
    columns->plies.push_back(facts.plies);
    columns->openings.push_back(openings->Encode(game));
    const auto number = static_cast<int64_t>(columns->lines.size());
    columns->lines.push_back(number - lines->emplace(game.line, number).first->second);
  }
  const auto count = static_cast<double>(games.size());
  columns->units.push_back({name, games.size(), drama / count, changes / count});
}

/// Reads the games of one rule set.
class Reader {
 public:
  explicit Reader(const Json& first_moves) : first_moves_(first_moves) {}

  void Read(const Json& rules, GamesRecord* record) {
    const auto results = rules.at("results").get<std::string>(),
               reasons = rules.at("reasons").get<std::string>();
    if (reasons.size() != results.size()) throw JsonError("has columns of different lengths");
    const std::string folder = rules.at("rules").get<std::string>();
    std::vector<uint32_t> lines;
    for (const Json& unit : rules.at("units")) {
      const auto count = unit.at(1).get<size_t>();
      if (count > results.size() - lines.size()) throw JsonError("has too few games");
      GamesRecord::Unit games(count);
      for (RecordedGame& game : games) {
        const size_t i = lines.size();
        lines.push_back(LineOf(rules.at("lines").at(i).get<int64_t>(), lines));
        game.line = lines.back();
        game.opening = OpeningOf(rules.at("openings").at(i).get<int64_t>());
        game.facts = {.result = OfLetter(results[i], Result::kDraw),
                      .reason = OfLetter(reasons[i], Reason::kOutOfTime),
                      .plies = rules.at("plies").at(i).get<int>(),
                      .first_move = Move::FromCode(first_moves_.at(game.opening).get<uint16_t>()),
                      .drama = unit.at(2).get<double>(),
                      .lead_changes = unit.at(3).get<double>()};
        if (game.facts.result == Result::kOngoing) throw JsonError("has a game without an end");
      }
      record->Add(folder + "/" + unit.at(0).get<std::string>(), std::move(games));
    }
  }

 private:
  static uint32_t LineOf(int64_t ago, const std::vector<uint32_t>& lines) {
    const auto number = static_cast<int64_t>(lines.size());
    if (ago < 0 || ago > number) throw JsonError("has a wrong line");
    return static_cast<uint32_t>(number - ago);
  }
  uint32_t OpeningOf(int64_t difference) {
    last_ += difference;
    if (last_ < 0) throw JsonError("has a wrong opening");
    return static_cast<uint32_t>(last_);
  }

  const Json& first_moves_;
  int64_t last_ = 0;
};

}  // namespace

std::filesystem::path GamesRecordFile(const std::filesystem::path& study) {
  return study / "games.zst";
}

void GamesRecord::Add(const std::string& file, Unit games) {
  places_[file] = units_.size();
  units_.emplace_back(file, std::move(games));
}

const GamesRecord::Unit* GamesRecord::Find(const std::string& file) const {
  const auto place = places_.find(file);
  return place == places_.end() ? nullptr : &units_[place->second].second;
}

void GamesRecord::Write(const std::filesystem::path& path) const {
  Json rules = Json::array();
  Openings openings;
  for (size_t i = 0; i < units_.size();) {
    const std::string folder = units_[i].first.substr(0, units_[i].first.find('/') + 1);
    Columns columns;
    std::unordered_map<uint32_t, int64_t> lines;
    for (; i < units_.size() && units_[i].first.starts_with(folder); ++i) {
      AddUnit(units_[i].first.substr(folder.size()), units_[i].second, &openings, &lines, &columns);
    }
    rules.push_back({{"rules", folder.substr(0, folder.size() - 1)},
                     {"units", std::move(columns.units)},
                     {"results", std::move(columns.results)},
                     {"reasons", std::move(columns.reasons)},
                     {"plies", std::move(columns.plies)},
                     {"openings", std::move(columns.openings)},
                     {"lines", std::move(columns.lines)}});
  }
  const Json json = {{"version", kRecordVersion},
                     {"first_moves", std::move(openings.first_moves)},
                     {"rules", std::move(rules)}};
  AtomicWrite(path, Compress(JsonText(json)));
}

GamesRecord GamesRecord::Read(const std::filesystem::path& path) {
  return ReadJson(path.string() + ": ", [&] {
    const Json json = ParseJson(Decompress(ReadFile(path, kMostRecordBytes)));
    if (json.at("version").get<int>() != kRecordVersion) {
      throw JsonError("was written by another version of the program");
    }
    GamesRecord record;
    Reader reader(json.at("first_moves"));
    for (const Json& rules : json.at("rules")) reader.Read(rules, &record);
    return record;
  });
}

}  // namespace raichi
