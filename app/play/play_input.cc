#include "app/play/play_input.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/text.h"
#include "console/output.h"
#include "mcts/players/levels.h"

namespace raichi {
namespace {

struct Word {
  const char* word;
  PlayVerb verb;
  const char* argument;  // for the help
  const char* help;      // empty: another word for a verb that is listed before
};

constexpr std::array<Word, 16> kWords = {{
    {"undo", PlayVerb::kUndo, "",
     "take back your last move and the answer to it, or that you resigned"},
    {"redo", PlayVerb::kRedo, "", "play again what was taken back"},
    {"hint", PlayVerb::kHint, "[N]", "evaluate your moves by a search of N visits (or only h)"},
    {"h", PlayVerb::kHint, "", ""},
    {"moves", PlayVerb::kMoves, "[SQUARE]", "list your legal moves, or those of one piece"},
    {"board", PlayVerb::kBoard, "", "draw the board again"},
    {"level", PlayVerb::kLevel, "[NAME]",
     "change how strong the opponent plays; without NAME, list "
     "the levels"},
    {"rules", PlayVerb::kRules, "", "explain the rules of this game"},
    {"save", PlayVerb::kSave, "FILE",
     "save the game, in place of what the file holds: FILE.otg for OpenTafl, FILE.jsonl as a line "
     "of JSON"},
    {"load", PlayVerb::kLoad, "FILE", "go on with a saved game"},
    {"resign", PlayVerb::kResign, "", "give the game up"},
    {"new", PlayVerb::kNew, "", "begin a new game"},
    {"help", PlayVerb::kHelp, "", "show this list"},
    {"?", PlayVerb::kHelp, "", ""},
    {"quit", PlayVerb::kQuit, "", "leave"},
    {"exit", PlayVerb::kQuit, "", ""},
}};

bool IsSpace(char c) { return c == ' ' || c == '\t'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetter(char c) { return c >= 'a' && c <= 'z'; }

std::string Trim(std::string_view text) {
  while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return std::string(text);
}

/// Removes a square such as `d1` or `k11` from the front of `rest` and returns it; empty if there
/// is none.
std::string TakeSquare(std::string_view* rest) {
  if (rest->size() < 2 || !IsLetter((*rest)[0]) || !IsDigit((*rest)[1])) return "";
  const size_t digits = std::min(rest->find_first_not_of("0123456789", 1), rest->size());
  const std::string square(rest->substr(0, digits));
  rest->remove_prefix(digits);
  return square;
}

/// Removes what people write between the two squares of a move: blanks, dashes of any kind, `to`.
void SkipJoint(std::string_view* rest) {
  const auto skip_blanks = [rest] {
    while (!rest->empty() && IsSpace(rest->front())) rest->remove_prefix(1);
  };
  skip_blanks();
  for (const std::string_view joint : {"->", "-", ">", ":", ",", "to ", "–", "—", "→"}) {
    if (!rest->starts_with(joint)) continue;
    rest->remove_prefix(joint.size());
    break;
  }
  skip_blanks();
}

/// Reads a line that begins with a square.
std::optional<PlayInput> ReadMove(const std::string& line) {
  std::string_view rest = line;
  const std::string from = TakeSquare(&rest);
  if (from.empty()) return std::nullopt;
  if (rest.empty()) return PlayInput{PlayVerb::kMoves, from};
  SkipJoint(&rest);
  const std::string to = TakeSquare(&rest);
  if (to.empty()) return PlayInput{PlayVerb::kMove, line};
  std::string captures(rest);
  std::erase_if(captures, IsSpace);
  return PlayInput{PlayVerb::kMove, from + "-" + to + captures};
}

/// Returns the name of a file that may be in quotes, as in a shell.
std::string WithoutQuotes(const std::string& name) {
  const bool is_quoted = name.size() > 2 && name.front() == name.back() &&
                         (name.front() == '"' || name.front() == '\'');
  return is_quoted ? name.substr(1, name.size() - 2) : name;
}

std::vector<const Word*> WordsThatBegin(std::string_view beginning) {
  std::vector<const Word*> found;
  for (const Word& word : kWords) {
    if (word.word == beginning) return {&word};
    if (word.help[0] != '\0' && std::string_view(word.word).starts_with(beginning)) {
      found.push_back(&word);
    }
  }
  return found;
}

}  // namespace

PlayInput ReadPlayInput(const std::string& line) {
  const std::string text = Trim(line);
  if (text.empty()) return {};
  if (const auto move = ReadMove(Lower(text))) return *move;
  const size_t end = std::min(text.find_first_of(" \t"), text.size());
  const std::vector<const Word*> words = WordsThatBegin(Lower(text.substr(0, end)));
  if (words.size() == 1) {
    const std::string argument = Trim(std::string_view(text).substr(end));
    const PlayVerb verb = words[0]->verb;
    const bool names_file = verb == PlayVerb::kSave || verb == PlayVerb::kLoad;
    return {verb, names_file ? WithoutQuotes(argument) : argument};
  }
  std::string error = QuoteForError(text.substr(0, end));
  if (words.empty()) {
    throw Error(error + " is neither a move, as in e3-c3, nor a command: `help` lists them");
  }
  for (size_t i = 0; i < words.size(); ++i) {
    error += (i == 0                 ? " may be "
              : i + 1 < words.size() ? ", "
                                     : " or ") +
             std::string(words[i]->word);
  }
  throw Error(error);
}

std::string PlayHelp(size_t columns) {
  constexpr size_t kIndent = 18;
  const auto line = [columns](const std::string& word, const char* help) {
    return Wrap(fmt::format("  {:<15} {}", word, help), columns, kIndent) + '\n';
  };
  std::string text = line("e3-c3", "play a move (also E3 C3 or e3c3)") +
                     line("e3", "list where the piece on e3 can go");
  for (const Word& word : kWords) {
    if (word.help[0] == '\0') continue;
    text += line(Trim(fmt::format("{} {}", word.word, word.argument)), word.help);
  }
  return text + "Commands can be cut short as long as they remain unique.\n";
}

std::optional<std::vector<std::string>> CompletePlayInput(const std::string& before,
                                                          const std::string& word,
                                                          std::span<const std::string> moves) {
  std::vector<std::string> found;
  const auto offer = [&](const std::string& candidate) {
    if (candidate.starts_with(Lower(word))) found.push_back(candidate);
  };
  const std::string command = Lower(Trim(before));
  if (command.empty()) {
    for (const Word& known : kWords) {
      if (known.help[0] != '\0') offer(known.word);
    }
    for (const std::string& move : moves) offer(move);
    return found;
  }
  const std::vector<const Word*> words = WordsThatBegin(command);
  const PlayVerb verb = words.size() == 1 ? words[0]->verb : PlayVerb::kNothing;
  if (verb == PlayVerb::kSave || verb == PlayVerb::kLoad) return std::nullopt;
  if (verb == PlayVerb::kLevel) {
    for (const Level& level : Levels()) offer(level.name);
  }
  return found;
}

}  // namespace raichi
