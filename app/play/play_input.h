#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace raichi {

/// What a person may type while playing, besides moves.
enum class PlayVerb {
  kNothing,  // an empty line
  kMove,
  kUndo,
  kRedo,
  kHint,
  kMoves,
  kBoard,
  kLevel,
  kRules,
  kSave,
  kLoad,
  kResign,
  kNew,
  kHelp,
  kQuit
};

/// A line that a person typed: what is wanted, and the rest of the line.
struct PlayInput {
  PlayVerb verb = PlayVerb::kNothing;
  /// Of a move, its text as ParseLegalMove reads it; of another verb, what follows the word.
  std::string argument;
};

/// Reads a line. Case does not matter, except in names of files. Moves may be written `D1-A1`,
/// `d1 a1`, `d1a1` or `d1 to a1`; a single square asks for the moves from there. Words may be cut
/// short if they remain unique; `h` is a hint. Throws Error, which says what was expected.
PlayInput ReadPlayInput(const std::string& line);

/// The words with what they do, one after the other, in lines of at most `columns` characters.
std::string PlayHelp(size_t columns);

/// What may stand at the end of a line, for completion: commands, levels, and those of the legal
/// moves that begin with `word`. Nothing where the name of a file belongs.
std::optional<std::vector<std::string>> CompletePlayInput(const std::string& before,
                                                          const std::string& word,
                                                          std::span<const std::string> moves);

}  // namespace raichi
