#pragma once

#include <emscripten/val.h>

#include <memory>
#include <string>

#include "prove/proof_book.h"
#include "web/table.h"

namespace raichi {

/// A proof of who wins under a rule set, for the page (docs/certificates.md).
class PageProof {
 public:
  /// `certificate` is an entry of proofs.json (web/pack.py): {start, claim, owner, plies, moves}.
  /// Checks it; if it is not a proof under these rules, `isProof` is false.
  PageProof(const std::string& rules, const emscripten::val& certificate);

  bool IsProof() const { return book_ != nullptr; }
  /// What is proven of a table's position: {side, plies, move}, or null. The side wins within so
  /// many plies or, if they are 0, never loses. `move` is the text of its move, empty if the other
  /// side is to move.
  emscripten::val Look(const Table& table) const;

 private:
  std::unique_ptr<ProofBook> book_;
};

}  // namespace raichi
