#include "solve/table.h"

#include <zstd.h>

#include <algorithm>
#include <utility>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/output_file.h"
#include "rules/files/rule_file.h"
#include "selfplay/records/record.h"
#include "solve/limits.h"

namespace raichi {
namespace {

/// Who wins a game that goes on for ever.
Result EndlessResult(const RepetitionRules& repetition) {
  const bool by_rule = repetition.count > 0 && repetition.result != RepetitionResult::kDraw;
  return by_rule ? Result::kAttackersWin : Result::kDraw;  // the only such rule: defenders_lose
}

}  // namespace

SolveTable::SolveTable(RulesPtr rules, const std::vector<Symmetry>& symmetries)
    : rules_(std::move(rules)),
      index_(*rules_, symmetries),
      cells_(index_.size()),
      stage_{.material = static_cast<uint32_t>(index_.classes().size() - 1)} {
  cells_[index_.Of(PlacementOf(rules_->start(), rules_->size()))] = kSeen;
}

SolveTable::SolveTable(RulesPtr rules) : SolveTable(rules, SymmetriesOf(*rules)) {}

std::optional<Solved> SolveTable::ValueOf(const Position& position) const {
  const Placement placement = PlacementOf(position, rules().size());
  if (!index_.Has(placement)) return std::nullopt;
  const uint64_t index = index_.Of(placement);
  if (cells_[index] == kUnreached) return std::nullopt;
  return ValueAt(index);
}

Solved SolveTable::ValueAt(uint64_t index) const {
  const Cell cell = cells_[index];
  RAICHI_CHECK(IsDone() && cell != kUnreached);
  if (cell == kDrawn) return {.result = Result::kDraw};
  if (!IsDecided(cell)) {
    return {.result = EndlessResult(rules().data().repetition), .is_endless = true};
  }
  const Side to_move = PositionIndex::ToMoveAt(index);
  return {.result = WinFor(IsWon(cell) ? to_move : Opponent(to_move)), .plies = cell};
}

Position SolveTable::PositionAt(uint64_t index) const {
  return PositionOf(index_.At(index), rules().size());
}

namespace {

constexpr uint32_t kSkippableMagic = 0x184D2A58;
constexpr std::string_view kMagic = "RAICHIST";
constexpr uint32_t kVersion = 1;
constexpr size_t kRulesOffset = 56;  // of the rules in the header
constexpr size_t kMaxRules = 1 << 20;
constexpr size_t kBlock = size_t{1} << 26;  // cells in one zstd frame
constexpr int kLevel = 3;                   // of compression

void AppendCompressed(const std::vector<Cell>& cells, std::string* bytes) {
  for (size_t begin = 0; begin < cells.size(); begin += kBlock) {
    const size_t count = std::min(kBlock, cells.size() - begin);
    const size_t offset = bytes->size();
    bytes->resize(offset + ZSTD_compressBound(count));
    const size_t size = ZSTD_compress(bytes->data() + offset, bytes->size() - offset,
                                      cells.data() + begin, count, kLevel);
    RAICHI_CHECK(!ZSTD_isError(size));
    bytes->resize(offset + size);
  }
}

/// Returns everything before the body, which `body` points to.
std::string HeaderBytes(const SolveTable& table, const std::string& rules, std::string_view body) {
  std::string bytes;
  AppendWord(kSkippableMagic, &bytes);
  AppendWord(static_cast<uint32_t>(kRulesOffset + rules.size()), &bytes);  // - 8, + the checksum
  bytes += kMagic;
  AppendWord(kVersion, &bytes);
  AppendWord(table.stage().kind, &bytes);
  AppendWord(table.stage().material, &bytes);
  AppendWord(table.stage().plies, &bytes);
  AppendWord(uint64_t{table.cells().size()}, &bytes);
  AppendWord(uint64_t{body.size()}, &bytes);
  AppendWord(Checksum(body), &bytes);
  RAICHI_CHECK(bytes.size() == kRulesOffset);
  bytes += rules;
  AppendWord(Checksum(bytes), &bytes);
  return bytes;
}

/// Reads one file. Every failure names it.
class TableReader {
 public:
  explicit TableReader(const std::filesystem::path& path) : path_(path) {}

  /// Reads nothing but the header until that has said how much memory the rest takes.
  std::unique_ptr<SolveTable> Read(double max_bytes) {
    ReadHeader();
    auto table = std::make_unique<SolveTable>(ReadRules(max_bytes));
    const size_t cells = table->cells().size();
    if (cells != WordAt<uint64_t>(header_, 32)) Fail("has another number of cells");
    ReadStage(table.get());
    const size_t frames = (cells + kBlock - 1) / kBlock;
    if (body_size_ > cells + frames * (ZSTD_compressBound(kBlock) - kBlock)) {
      Fail("too large for its cells");
    }
    ReadCells(table.get());
    return table;
  }

 private:
  [[noreturn]] void Fail(const std::string& what) const {
    throw DamagedError(path_.string() + ": damaged table: " + what +
                       "; remove the file and solve again");
  }

  void ReadHeader() {
    const FileBeginning beginning = ReadBeginning(path_, kRulesOffset + kMaxRules);
    const std::string_view bytes = beginning.bytes;
    if (bytes.size() < kRulesOffset || WordAt<uint32_t>(bytes, 0) != kSkippableMagic ||
        bytes.substr(8, kMagic.size()) != kMagic) {
      throw DamagedError(path_.string() + ": not a table of raichi solve, or truncated");
    }
    const uint64_t header = 8 + uint64_t{WordAt<uint32_t>(bytes, 4)};
    if (header < kRulesOffset + 8 || header > kRulesOffset + kMaxRules || header > bytes.size()) {
      Fail("truncated header");
    }
    header_ = bytes.substr(0, header);
    body_size_ = beginning.size - header;
    if (WordAt<uint64_t>(bytes, header - 8) != Checksum(bytes.substr(0, header - 8))) {
      Fail("wrong checksum of the header");
    }
    if (const auto version = WordAt<uint32_t>(bytes, 16); version != kVersion) {
      throw VersionError(path_.string() + ": table version " + std::to_string(version) +
                         ", expected 1; it was written by another version of this program");
    }
    if (WordAt<uint64_t>(bytes, 40) != body_size_) Fail("truncated or lengthened");
  }

  RulesPtr ReadRules(double max_bytes) const {
    const std::string text = header_.substr(kRulesOffset, header_.size() - 8 - kRulesOffset);
    const RulesPtr rules = ParseRules(text, path_.string());
    CheckSolvable(*rules);
    CheckSize(*rules, EstimateSize(*rules, SymmetriesOf(*rules)), max_bytes);
    return rules;
  }

  void ReadStage(SolveTable* table) const {
    SolveStage& stage = table->stage();
    stage = {.kind = WordAt<uint32_t>(header_, 20),
             .material = WordAt<uint32_t>(header_, 24),
             .plies = WordAt<uint32_t>(header_, 28)};
    const size_t classes = table->index().classes().size();
    const bool is_done = stage.kind == SolveStage::kDone;
    const bool decides = stage.kind == SolveStage::kDecide;
    if (stage.kind > SolveStage::kDone || stage.material > classes ||
        (stage.material == classes) != is_done || decides != (stage.plies >= 2)) {
      Fail("impossible stage");
    }
  }

  void ReadCells(SolveTable* table) const {
    std::vector<Cell>& cells = table->cells();
    const std::string bytes = ReadFile(path_, header_.size() + body_size_);
    if (bytes.size() != header_.size() + body_size_) Fail("truncated or lengthened");
    std::string_view rest = std::string_view(bytes).substr(header_.size());
    if (WordAt<uint64_t>(header_, 48) != Checksum(rest)) Fail("wrong checksum");
    for (size_t begin = 0; begin < cells.size(); begin += kBlock) {
      const size_t count = std::min(kBlock, cells.size() - begin);
      const size_t frame = ZSTD_findFrameCompressedSize(rest.data(), rest.size());
      if (ZSTD_isError(frame)) Fail(ZSTD_getErrorName(frame));
      const size_t size = ZSTD_decompress(cells.data() + begin, count, rest.data(), frame);
      if (ZSTD_isError(size) || size != count) Fail("wrong block of cells");
      rest.remove_prefix(frame);
    }
    if (!rest.empty()) Fail("bytes after the last cell");
    if (!std::all_of(cells.begin(), cells.end(), [&](Cell cell) {
          return IsValid(cell) && !(table->IsDone() && (cell == kSeen || cell > kDue));
        })) {
      Fail("impossible cell");
    }
  }

  const std::filesystem::path path_;
  std::string header_;
  uint64_t body_size_ = 0;
};

}  // namespace

std::string TableBytes(const SolveTable& table) {
  const std::string rules = ToYaml(table.rules().data());
  const size_t header = kRulesOffset + rules.size() + sizeof(uint64_t);
  std::string bytes(header, '\0');  // the body may be gigabytes, so it is not copied
  AppendCompressed(table.cells(), &bytes);
  bytes.replace(0, header, HeaderBytes(table, rules, std::string_view(bytes).substr(header)));
  return bytes;
}

void WriteTable(const std::filesystem::path& path, const SolveTable& table) {
  WriteOutput(path, TableBytes(table));
}

std::unique_ptr<SolveTable> ReadTable(const std::filesystem::path& path, double max_bytes) {
  return TableReader(path).Read(max_bytes);
}

}  // namespace raichi
