#include "prove/proof_search.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <thread>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/output_file.h"
#include "base/text.h"
#include "base/threads.h"
#include "rules/notation.h"
#include "selfplay/records/record.h"

namespace raichi {
namespace {

constexpr size_t kTableParts = 15, kParts = 16;  // of the memory; the rest is for priors

}  // namespace

ProofSearch::ProofSearch(RulesPtr rules, const ProofSettings& settings,
                         const Evaluators& evaluators)
    : rules_(std::move(rules)),
      settings_(settings),
      expander_(*rules_, settings.winner),
      table_(evaluators ? settings.bytes / kParts * kTableParts : settings.bytes) {
  if (!evaluators) return;
  priors_ = std::make_unique<PriorTable>(settings.bytes / kParts);
  for (int i = 0; i < settings.threads; ++i) {
    queues_.push_back(std::make_unique<PriorQueue>(rules_, priors_.get(), evaluators(),
                                                   static_cast<size_t>(settings.batch)));
  }
}

ProofNumbers ProofSearch::Run(const Position& position, const std::function<bool()>& keep_going,
                              std::span<const uint64_t> before) {
  shared_->stops = false;
  std::vector<std::unique_ptr<DfPn>> workers;
  for (int i = 0; i < settings_.threads; ++i) {
    workers.push_back(std::make_unique<DfPn>(expander_, *rules_, settings_.winner, &table_,
                                             shared_.get(), settings_.threads));
    if (priors_) workers.back()->UsePriors(priors_.get(), queues_[static_cast<size_t>(i)].get());
  }
  ProofNumbers numbers;
  {
    std::vector<std::jthread> threads;
    for (size_t i = 1; i < workers.size(); ++i) {
      threads.push_back(StartThread([&, i] {
        workers[i]->Search(position, before);
        shared_->stops = true;
      }));
    }
    workers[0]->WatchBy(keep_going);
    numbers = workers[0]->Search(position, before);
    shared_->stops = true;
  }
  const ProofNumbers known = NumbersOf(position);  // perhaps by another thread
  return known.IsProven() || known.IsDisproven() ? known : numbers;
}

uint64_t ProofSearch::evaluations() const {
  uint64_t sum = 0;
  for (const auto& queue : queues_) sum += queue->evaluations();
  return sum;
}

ProofNumbers ProofSearch::NumbersOf(const Position& position) const {
  const SymmetricHash::Lanes lanes = expander_.hash().Of(position);
  const auto found = table_.Find(SymmetricHash::Key(lanes));
  if (found) return found->numbers;
  std::vector<Child> children;
  if (expander_.Expand(position, lanes, table_, &children).is_decided) return {};
  const bool is_or = position.to_move() == settings_.winner;
  ProofNumbers numbers = is_or ? ProofNumbers{.proof = ProofNumbers::kMost, .disproof = 0}
                               : ProofNumbers{.proof = 0, .disproof = ProofNumbers::kMost};
  for (const Child& child : children) {
    const auto known = table_.Find(child.key);
    const uint32_t proof = known ? known->numbers.proof : child.proof;
    const uint32_t disproof = known ? known->numbers.disproof : child.disproof;
    numbers.proof = is_or ? std::min(numbers.proof, proof) : std::max(numbers.proof, proof);
    numbers.disproof =
        is_or ? std::max(numbers.disproof, disproof) : std::min(numbers.disproof, disproof);
  }
  return {.proof = std::max(1u, numbers.proof), .disproof = std::max(1u, numbers.disproof)};
}

std::vector<Move> ProofSearch::BestLine(const Position& position, size_t most) const {
  std::vector<Move> line;
  Position current = position;
  std::vector<Child> children;
  while (line.size() < most) {
    children.clear();
    const bool is_or = current.to_move() == settings_.winner;
    expander_.Expand(current, expander_.hash().Of(current), table_, &children);
    const Child* best = nullptr;
    uint64_t smallest = UINT64_MAX;
    for (const Child& child : children) {
      const auto found = table_.Find(child.key);
      if (!found || (is_or ? found->numbers.IsDisproven() : found->numbers.IsProven())) continue;
      const uint64_t number = is_or ? found->numbers.proof : found->numbers.disproof;
      if (number >= smallest) continue;
      smallest = number;
      best = &child;
    }
    if (best == nullptr) break;
    line.push_back(best->move);
    Play(*rules_, best->move, &current);
  }
  return line;
}

namespace {

constexpr std::string_view kMagic = "RAICHIPT";
constexpr uint32_t kVersion = 1;
constexpr size_t kHeader = 56, kEntry = 16;

/// Returns the smallest size class of which, and of larger ones, the table has at most `most`.
uint8_t SmallestKept(const ProofTable& table, size_t most) {
  std::array<size_t, 256> sizes{};
  table.ForEach([&](uint64_t, uint64_t data) { ++sizes[ProofTable::SizeOf(data)]; });
  size_t smallest = sizes.size(), sum = 0;
  while (smallest > 1 && sum + sizes[smallest - 1] <= most) sum += sizes[--smallest];
  return static_cast<uint8_t>(std::min<size_t>(smallest, 255));
}

}  // namespace

void WriteProofTable(const std::filesystem::path& path, const ProofSearch& search) {
  const ProofTable& table = search.table();
  const uint8_t smallest = SmallestKept(table, table.places() / 4);
  std::string bytes(kHeader, '\0');
  table.ForEach([&](uint64_t key, uint64_t data) {
    if (ProofTable::SizeOf(data) < smallest) return;
    AppendWord(key, &bytes);
    AppendWord(data, &bytes);
  });
  const std::string_view body = std::string_view(bytes).substr(kHeader);
  std::string header(kMagic);
  AppendWord(kVersion, &header);
  AppendWord(static_cast<uint32_t>(search.winner()), &header);
  AppendWord(search.rules()->fingerprint(), &header);
  AppendWord(search.nodes(), &header);
  AppendWord(uint64_t{body.size() / kEntry}, &header);
  AppendWord(Checksum(body), &header);
  AppendWord(Checksum(header), &header);
  bytes.replace(0, kHeader, header);
  WriteOutput(path, bytes);
}

void ReadProofTable(const std::filesystem::path& path, ProofSearch* search) {
  const auto fail = [&](const std::string& what) {
    throw DamagedError(path.string() + ": damaged table of a proof: " + what +
                       "; remove the file and search again");
  };
  const uint64_t most = kHeader + kEntry * search->table().places();
  if (ReadBeginning(path, 0).size > most) {
    throw Error(path.string() +
                ": larger than the memory for positions; allow more (--max-memory)");
  }
  const std::string bytes = ReadFile(path, most);
  if (bytes.size() < kHeader || bytes.substr(0, kMagic.size()) != kMagic) {
    throw DamagedError(path.string() + ": not a table of raichi prove, or truncated");
  }
  const std::string_view header(bytes.data(), kHeader - 8),
      body = std::string_view(bytes).substr(kHeader);
  if (WordAt<uint64_t>(bytes, kHeader - 8) != Checksum(header)) {
    fail("wrong checksum of the header");
  }
  if (const auto version = WordAt<uint32_t>(bytes, 8); version != kVersion) {
    throw VersionError(path.string() + ": table version " + std::to_string(version) +
                       ", expected 1; it was written by another version of this program");
  }
  if (WordAt<uint64_t>(bytes, 32) * kEntry != body.size()) fail("truncated or lengthened");
  if (WordAt<uint64_t>(bytes, 40) != Checksum(body)) fail("wrong checksum");
  if (WordAt<uint32_t>(bytes, 12) != static_cast<uint32_t>(search->winner()) ||
      WordAt<uint64_t>(bytes, 16) != search->rules()->fingerprint()) {
    throw Error(path.string() + ": a table of other rules or of the other side; name another file");
  }
  search->table().Reserve(body.size() / kEntry);
  for (size_t at = 0; at < body.size(); at += kEntry) {
    search->table().Restore(WordAt<uint64_t>(body, at), WordAt<uint64_t>(body, at + 8));
  }
  search->AddNodes(WordAt<uint64_t>(bytes, 24));
}

}  // namespace raichi
