#include "app/prove/shared_proof.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "app/prove/proof_tree.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/guard.h"
#include "base/files/output_file.h"
#include "base/json.h"
#include "base/process.h"
#include "base/text.h"
#include "console/match_json.h"
#include "console/output.h"
#include "console/rule_json.h"
#include "prove/extract.h"
#include "prove/proof_search.h"
#include "prove/walk.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "run/sharing/blocks.h"
#include "run/sharing/folder_kind.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;
using SteadyClock = std::chrono::steady_clock;

constexpr uint64_t kMaxPieceBytes = 1 << 20;
constexpr size_t kMostWidth = 256;                      // of moves at a position of the winner
constexpr size_t kMostLeaves = 256;                     // to choose from at once
constexpr auto kRest = std::chrono::milliseconds(500);  // until a held piece is tried again

std::string KeyText(uint64_t key) { return fmt::format("{:016x}", key); }

fs::path PiecesOf(const fs::path& folder) { return folder / "pieces"; }
fs::path PieceFile(const fs::path& folder, uint64_t key) {
  return PiecesOf(folder) / (KeyText(key) + ".json");
}
fs::path CertificateFile(const fs::path& folder, uint64_t key) {
  return PiecesOf(folder) / (KeyText(key) + ".proof");
}

Json ToJson(const PieceResult& result) {
  Json next = Json::array();
  for (const auto& [key, numbers] : result.next) {
    next.push_back({KeyText(key), numbers.proof, numbers.disproof});
  }
  return {{"proof", result.numbers.proof},
          {"disproof", result.numbers.disproof},
          {"plies", result.numbers.plies},
          {"nodes", result.nodes},
          {"next", std::move(next)}};
}

uint64_t ParseKey(const std::string& text) {
  uint64_t key = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), key, 16);
  if (error != std::errc() || end != text.data() + text.size()) throw Error("has no key");
  return key;
}

PieceResult ReadPiece(const fs::path& file) {
  return ReadPatiently(Patience(), [&] {
    const std::string text = ReadFile(file, kMaxPieceBytes);
    return ReadJson<DamagedError>(
        file.string() + ": delete the file, and the piece is searched again: ", [&] {
          Json json = ParseJson(text);
          TakeSum(&json);
          PieceResult result{.numbers = {json.at("proof"), json.at("disproof"), json.at("plies")},
                             .nodes = json.at("nodes")};
          for (const Json& one : json.at("next")) {
            result.next[ParseKey(one.at(0))] = {one.at(1), one.at(2)};
          }
          return result;
        });
  });
}

/// Adds the pieces that are there to the tree.
void AddPieces(const fs::path& folder, ProofTree* tree) {
  for (const fs::path& file : ListFolder(PiecesOf(folder))) {
    if (file.extension() != ".json") continue;
    const uint64_t key = ParseKey(file.stem());
    if (!tree->Knows(key)) tree->Add(key, ReadPiece(file));
  }
}

/// One process at work.
class SharedProof {
 public:
  SharedProof(const ProveJob& job, const Interrupt& interrupt, const Game& game)
      : job_(job),
        interrupt_(interrupt),
        tree_(game.rules_ptr(), game.position(), *job.winner),
        search_(std::make_unique<ProofSearch>(game.rules_ptr(), Settings(), EvaluatorsOf(job))) {
    Begin(game);
  }

  ProveOutcome Run() {
    constexpr std::chrono::milliseconds kFirstWait(50), kLongestWait(2000);
    std::chrono::milliseconds wait = kFirstWait;
    bool repeats = false;
    while (IsOpen() && !IsTimeUp() && !repeats) {
      if (const std::optional<Claimed> piece = Next()) {
        SearchPiece(piece->piece);
        wait = kFirstWait;
        continue;
      }
      repeats = !tree_.HasLeaf();
      std::this_thread::sleep_for(wait);
      wait = std::min(2 * wait, kLongestWait);
    }
    ProveOutcome outcome{.rules = search_->rules(), .position = tree_.root().position};
    outcome.winner = *job_.winner;
    outcome.numbers = tree_.Numbers();
    if (outcome.numbers.IsProven()) Certify(&outcome);
    if (outcome.numbers.IsDisproven()) outcome.why_none = "a divided search certifies wins only";
    if (repeats) {
      outcome.why_none =
          "what is left rests on repetitions among pieces; try a larger --piece-nodes";
    }
    outcome.nodes = tree_.nodes();
    outcome.evaluations = search_->evaluations();
    outcome.seconds = SecondsSince(begin_);
    progress_.Finish();
    return outcome;
  }

 private:
  struct Claimed {
    ProofPiece piece;
    BlockClaim claim;
  };

  ProofSettings Settings() const {
    return {.winner = *job_.winner,
            .bytes = static_cast<size_t>(job_.max_bytes),
            .threads = job_.threads};
  }

  void Begin(const Game& game) {
    RequireKind(job_.dir, FolderKind::kProof);
    CreateFolders(PiecesOf(job_.dir));
    const Json what = {{"rules", ToYaml(game.rules().data())},
                       {"position", ToString(game.rules(), game.position())},
                       {"winner", std::string(ToString(*job_.winner))}};
    if (TryPublishNew(job_.dir / "proof.json", JsonText(WithSum(what), 1) + "\n")) return;
    throw Error(job_.dir.string() + ": holds another proof; choose another --dir");
  }

  bool IsTimeUp() const {
    return interrupt_.IsRequested() || (job_.seconds > 0 && SecondsSince(begin_) >= job_.seconds);
  }

  bool IsOpen() {
    AddPieces(job_.dir, &tree_);
    const ProofNumbers numbers = tree_.Numbers();
    return !numbers.IsProven() && !numbers.IsDisproven();
  }

  /// Claims the most promising piece that is free. Returns nothing if there is none now.
  std::optional<Claimed> Next() {
    for (size_t width = 1; width <= kMostWidth; width *= 2) {
      for (ProofPiece& piece : tree_.Leaves(width, kMostLeaves)) {
        SteadyClock::time_point& rests_until = rests_[piece.key];
        if (SteadyClock::now() < rests_until) continue;
        const fs::path file = PieceFile(job_.dir, piece.key);
        BlockClaim claim = TryClaim(job_.dir, file);
        if (claim && !Exists(file)) return Claimed{std::move(piece), std::move(claim)};
        if (claim) return std::nullopt;  // somebody has done it just now
        rests_until = SteadyClock::now() + kRest;
      }
    }
    return std::nullopt;
  }

  /// Searches a piece, unless that is no longer needed or time is up, and publishes what it found.
  void SearchPiece(const ProofPiece& piece) {
    const uint64_t before = search_->nodes();
    auto looked = SteadyClock::now();
    bool is_needed = true;
    const ProofNumbers numbers = search_->Run(piece.position, [&] {
      Show();
      if (SecondsSince(looked) > 1) {
        is_needed = IsOpen() && tree_.Needs(piece.key);
        looked = SteadyClock::now();
      }
      return is_needed && !IsTimeUp() && search_->nodes() - before < job_.piece_nodes;
    });
    PieceResult result{.numbers = numbers, .nodes = search_->nodes() - before};
    if (numbers.IsProven()) {
      const Certificate certificate = ExtractCertificate(
          search_.get(), piece.position, [&](uint64_t) { return !interrupt_.IsRequested(); });
      const fs::path file = CertificateFile(job_.dir, piece.key);
      PublishBlock(file, CertificateBytes(certificate));
      result.numbers = ProofNumbers::Proven(ReadCertificate(file).plies);  // of the one that counts
    } else if (!numbers.IsDisproven()) {
      if (!is_needed || IsTimeUp()) return;
      result.next = NextOf(piece.position);
    }
    PublishBlock(PieceFile(job_.dir, piece.key), JsonText(WithSum(ToJson(result))) + "\n");
  }

  /// What the table knows of the positions after the moves of another one.
  std::unordered_map<uint64_t, ProofNumbers> NextOf(const Position& position) const {
    std::vector<Child> children;
    const Expander& expander = search_->expander();
    expander.Expand(position, expander.hash().Of(position), search_->table(), &children);
    std::unordered_map<uint64_t, ProofNumbers> next;
    for (const Child& child : children) {
      if (const auto found = search_->table().Find(child.key)) next[child.key] = found->numbers;
    }
    return next;
  }

  void Show() {
    if (!progress_.IsDue()) return;
    const ProofNumbers numbers = tree_.Numbers();
    progress_.Show(fmt::format(
        "{} win? {} searched, {} nodes in them, {} here; proof number {}, disproof number {}",
        ToString(*job_.winner), Counted(tree_.results(), "piece"),
        FormatCount(static_cast<double>(tree_.nodes())),
        FormatCount(static_cast<double>(search_->nodes())), numbers.proof, numbers.disproof));
  }

  /// Joins the certificates, unless another process has, and checks the whole.
  void Certify(ProveOutcome* outcome) {
    const fs::path file = job_.dir / "joined.proof";
    const WalkProgress keep_going = [&](uint64_t moves) {
      if (progress_.IsDue()) {
        progress_.Show(fmt::format("joining the certificates: {} moves",
                                   FormatCount(static_cast<double>(moves))));
      }
      return !interrupt_.IsRequested();
    };
    {
      const BlockClaim claim = WaitForClaim(job_.dir, file, interrupt_.token());
      if (!Exists(file)) PublishBlock(file, CertificateBytes(Join(keep_going)));
    }
    outcome->certificate = ReadCertificate(file);
    const ProofBook book(*outcome->certificate, file.string(), keep_going);
    outcome->replies = book.walk().replies;
    outcome->line = LineOf(book);
  }

  /// Puts all that is proven into a table, from which the certificate is then made as from that of
  /// one search.
  Certificate Join(const WalkProgress& keep_going) {
    search_ = std::make_unique<ProofSearch>(search_->rules(), Settings());
    tree_.ForEachProven([&](uint64_t key, int plies, bool is_piece) {
      Store(key, plies);
      if (!is_piece) return;
      const fs::path file = CertificateFile(job_.dir, key);
      const SymmetricHash& hash = search_->expander().hash();
      const auto see = [&](const WalkStep& step) {
        Store(SymmetricHash::Key(hash.Of(*step.position)), step.plies);
        if (step.after != nullptr) Store(SymmetricHash::Key(hash.Of(*step.after)), step.plies - 1);
      };
      CheckCertificate(ReadCertificate(file), file.string(), see, keep_going);
    });
    return ExtractCertificate(search_.get(), tree_.root().position, keep_going);
  }

  /// Of several proofs of a position the shortest counts, so that the plies fall along each way.
  void Store(uint64_t key, int plies) {
    ProofTable& table = search_->table();
    const auto known = table.Find(key);
    if (known && known->numbers.IsProven() && known->numbers.plies <= plies) return;
    table.Store(key, ProofNumbers::Proven(plies), 1);
    if (++stored_ % 1024 == 0) table.MakeRoom();
  }

  const ProveJob& job_;
  const Interrupt& interrupt_;
  ProofTree tree_;
  std::unique_ptr<ProofSearch> search_;
  std::unordered_map<uint64_t, SteadyClock::time_point> rests_;  // held pieces
  const SteadyClock::time_point begin_ = SteadyClock::now();
  Progress progress_;
  uint64_t stored_ = 0;
};

}  // namespace

ProveOutcome ProveTogether(const ProveJob& job, const Interrupt& interrupt) {
  const Game game = OpenProofGame(job);
  try {
    ProveOutcome outcome = SharedProof(job, interrupt, game).Run();
    RemoveFreeClaims(job.dir);
    RemoveDeadTemporaries(PiecesOf(job.dir));
    return outcome;
  } catch (const Error&) {
    if (!interrupt.IsRequested()) throw;
    throw Error("prove: stopped; the same command continues from here");
  }
}

WorkStatus StatusOfProof(const fs::path& folder) {
  ForbidLinksIn(folder);
  const fs::path file = folder / "proof.json";
  const auto [rules, position, winner] = ReadJson(file.string() + ": ", [&] {
    Json what = ParseJson(ReadFile(file, kMaxPieceBytes));
    TakeSum(&what);
    return std::tuple(what.at("rules").get<std::string>(), what.at("position").get<std::string>(),
                      what.at("winner").get<std::string>());
  });
  const RulesPtr compiled = ParseRules(rules, file.string());
  ProofTree tree(compiled, ParsePosition(*compiled, position), ParseSide(winner));
  AddPieces(folder, &tree);
  const ProofNumbers numbers = tree.Numbers();
  std::vector<fs::path> blocks;
  for (const fs::path& piece : ListFolder(PiecesOf(folder))) {
    if (piece.extension() == ".json") blocks.push_back(piece);
  }
  for (const ProofPiece& piece : tree.Leaves(kMostWidth, SIZE_MAX)) {
    blocks.push_back(PieceFile(folder, piece.key));
  }
  WorkStatus status = StatusOfBlocks(folder, "proof", blocks);
  status.missing = 0;
  for (const ProofPiece& piece : tree.Leaves(1, SIZE_MAX)) {
    const std::string name = ClaimName(folder, PieceFile(folder, piece.key));
    status.missing += std::ranges::count(status.in_work, name, &ClaimedBlock::name) == 0;
  }
  status.note = fmt::format(
      "{} win: {}", winner,
      numbers.IsProven()      ? "proven"
      : numbers.IsDisproven() ? "disproven"
      : !tree.HasLeaf()
          ? "open; what is left rests on repetitions among pieces"
          : fmt::format("proof number {}, disproof number {}", numbers.proof, numbers.disproof));
  return status;
}

}  // namespace raichi
