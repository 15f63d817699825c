#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "prove/proof_book.h"
#include "rules/game.h"

namespace raichi {

/// A certificate, which is not checked yet, and the file that contains it.
struct FoundProof {
  std::string file;  // as `configs/proofs/NAME.proof` if it comes with the program
  Certificate certificate;
};
/// Reads the certificate in `file`; if `file` is empty, the one that comes with the program for the
/// rules' setup, if there is one. Throws UsageError if the file's certificate is of other rules.
std::optional<FoundProof> FindProof(const Rules& rules, const std::string& file);
/// Reads a certificate. A file of `configs/` may be named from any working directory.
Certificate ReadProof(const std::string& file);

/// The proofs that a command uses, each checked once, when it is first opened. Thread-safe.
class ProofShelf {
 public:
  /// Shows its progress if that takes long. Throws Error if the file is no proof.
  std::shared_ptr<const ProofBook> Open(const std::string& file);

 private:
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const ProofBook>> books_;
};

/// What is proven of a position.
struct Proven {
  Claim claim = Claim::kWins;
  Side owner = Side::kAttackers;
  int plies = 0;  // within which the owner wins; 0 if he holds
  Move move;      // the certificate's, if the owner is to move and the proof was checked
};

/// What a proof says of games under some rules. The certificate is checked when a position is first
/// looked up. A large one that comes with the program would take long: it is only checked if it is
/// named, otherwise it speaks of its start alone.
class GameProofs {
 public:
  /// The arguments are as of FindProof. Throws as that.
  GameProofs(const Rules& rules, const std::string& file, std::shared_ptr<ProofShelf> shelf);

  /// What is known of an ongoing game. Nothing if its past lets a rule on repetition or on the
  /// length of games end it before the proof does.
  std::optional<Proven> Find(const Game& game) const;
  /// The certificate, if there is one.
  const FoundProof* found() const { return found_ ? &*found_ : nullptr; }
  /// The checked proof; null if there is none, or only a large one that is not named.
  std::shared_ptr<const ProofBook> Book() const;

 private:
  std::optional<FoundProof> found_;
  bool is_checked_ = false;  // or will be
  std::shared_ptr<ProofShelf> shelf_;
};

}  // namespace raichi
