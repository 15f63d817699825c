#include "tools/shell/manual.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "base/text.h"

namespace raichi {
namespace {

/// Returns a line of text in which troff finds nothing special.
std::string RoffLine(const std::string& text) {
  std::string line;
  for (const char c : text) {
    if (c == '\\') {
      line += "\\e";
    } else if (c == '-') {
      line += "\\-";
    } else {
      line += c;
    }
  }
  const bool is_request = line.starts_with('.') || line.starts_with('\'');
  return (is_request ? "\\&" : "") + line + "\n";
}

std::string Upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::string Header(const std::string& page, const std::string& help, const std::string& version) {
  return fmt::format(".TH {} 1 \"\" \"{}\"\n.SH NAME\n", Upper(page), version) +
         RoffLine(page + " - " + help);
}

/// `[-n N]`, `MODEL` or `[FILE ...]`.
std::string InSynopsis(const OptionInfo& option) {
  std::string text = option.names.front();
  if (!option.is_positional && !option.value.empty()) text += " " + option.value;
  if (option.is_positional && option.is_list) text += " ...";
  return option.is_required ? text : "[" + text + "]";
}

std::string Synopsis(const CommandInfo& command) {
  std::string text = "raichi " + command.name + " [options]";
  for (const OptionInfo& option : command.options) {
    if (option.is_positional || option.is_required) text += " " + InSynopsis(option);
  }
  return ".SH SYNOPSIS\n" + RoffLine(text);
}

std::string Entry(const OptionInfo& option) {
  std::string names = Join(option.names, ", ");
  if (!option.is_positional && !option.value.empty()) names += " " + option.value;
  return ".TP\n.B " + RoffLine(names) + RoffLine(option.help);
}

/// Returns the options under their headings, in the order in which these first appear.
std::string Options(const CommandInfo& command) {
  std::vector<std::string> headings = {""};
  for (const OptionInfo& option : command.options) {
    if (std::ranges::find(headings, option.heading) == headings.end()) {
      headings.push_back(option.heading);
    }
  }
  std::string text = ".SH OPTIONS\n";
  for (const std::string& heading : headings) {
    if (!heading.empty()) text += ".SS " + RoffLine(heading);
    for (const OptionInfo& option : command.options) {
      if (option.heading == heading) text += Entry(option);
    }
  }
  return text;
}

/// Returns the text below the options. Its lines stay as they are, because some are examples.
std::string Notes(const std::string& footer) {
  if (footer.empty()) return "";
  std::string text = ".SH NOTES\n.nf\n";
  std::istringstream lines(footer);
  for (std::string line; std::getline(lines, line);) text += RoffLine(line);
  return text + ".fi\n";
}

}  // namespace

std::string ManualOfProgram(const std::vector<CommandInfo>& commands, const std::string& version) {
  const CommandInfo& program = commands.front();
  std::string text = Header("raichi", program.help, version) + ".SH SYNOPSIS\n" +
                     RoffLine("raichi COMMAND [options] [arguments]") + Options(program) +
                     ".SH COMMANDS\n";
  std::string heading;
  for (const CommandInfo& command : commands) {
    if (command.is_program()) continue;
    if (command.heading != heading) text += ".SS " + RoffLine(heading = command.heading);
    text += ".TP\n.BR " + RoffLine("raichi-" + command.name + " (1)") + RoffLine(command.help);
  }
  return text + ".SH EXIT STATUS\n" +
         RoffLine(
             "0 for success, 1 for a failure, 2 for wrong use, 3 if another process has taken over "
             "the work. An error is one line on standard error.");
}

std::string ManualOf(const CommandInfo& command, const CommandInfo& program,
                     const std::string& version) {
  CommandInfo whole = command;
  for (OptionInfo option : program.options) {
    option.heading = "Options of every command";
    if (option.names.back() != "--help" && option.names.back() != "--version") {
      whole.options.push_back(std::move(option));
    }
  }
  return Header("raichi-" + command.name, command.help, version) + Synopsis(command) +
         Options(whole) + Notes(command.footer) + ".SH SEE ALSO\n.BR raichi (1)\n";
}

}  // namespace raichi
