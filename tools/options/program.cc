// The program's command line: commands, help texts, and reading the arguments.

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/yaml/write.h"
#include "console/output.h"
#include "tools/options/options.h"
#include "tools/options/state.h"

namespace raichi {
namespace {

constexpr size_t kColumns = 100, kNameColumns = 30;

/// Breaks what stands beside a name.
std::string WrapHelp(const std::string& text) {
  return Wrap(text, ProseWidth(stdout, kColumns) - kNameColumns);
}

bool IsList(const CLI::Option& option) {
  return option.get_expected_max() == CLI::detail::expected_max_vector_size;
}

/// Returns what help texts and errors call a positional argument.
std::string PlaceholderOf(const CLI::Option& option) {
  return option.get_type_name().empty() ? option.get_name(true) : option.get_type_name();
}

/// Breaks paragraphs to the width of a terminal. Lines that begin with a blank, such as examples,
/// stay as they are.
std::string WrapParagraphs(const std::string& text) {
  std::istringstream lines(text);
  std::string wrapped, paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) wrapped += Wrap(paragraph, ProseWidth(stdout, kColumns)) + '\n';
    paragraph.clear();
  };
  for (std::string line; std::getline(lines, line);) {
    const bool is_prose = !line.empty() && line.front() != ' ';
    if (is_prose) {
      paragraph += (paragraph.empty() ? "" : " ") + line;
    } else {
      end_paragraph();
      wrapped += line + '\n';
    }
  }
  end_paragraph();
  return wrapped;
}

/// Formats help texts within the width of a terminal.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() { column_width(kNameColumns); }

  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    return is_positional ? PlaceholderOf(*option)
                         : CLI::Formatter::make_option_name(option, is_positional);
  }
  /// An option that may also be a positional argument is listed as both.
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    std::string name = make_option_name(option, is_positional);
    if (!is_positional && !option->get_type_name().empty()) name += " " + option->get_type_name();
    if (IsList(*option)) name += " ...";
    std::stringstream out;
    CLI::detail::format_help(out, name, make_option_desc(option), kNameColumns);
    std::string text = out.str();
    const size_t bytes = name.size() + 2;  // CLI11 aligns by bytes instead of characters
    if (bytes < kNameColumns) text.insert(bytes, name.size() - CountCharacters(name), ' ');
    return text;
  }
  std::string make_option_desc(const CLI::Option* option) const override {
    return WrapHelp(option->get_description());
  }
  std::string make_description(const CLI::App* app) const override {
    return Wrap(CLI::Formatter::make_description(app), ProseWidth(stdout, kColumns));
  }
  std::string make_subcommand(const CLI::App* command) const override {
    std::stringstream out;
    CLI::detail::format_help(out, command->get_name(), WrapHelp(command->get_description()),
                             kNameColumns);
    return out.str();
  }
  std::string make_footer(const CLI::App* app) const override {
    return WrapParagraphs(CLI::Formatter::make_footer(app));
  }
  /// CLI11 begins each group with an empty line, although it ended the group before with one.
  std::string make_group(std::string heading, bool is_positional,
                         std::vector<const CLI::Option*> options) const override {
    const bool is_first = is_positional || heading == kNoHeading;
    return CLI::Formatter::make_group(heading, is_positional, options).substr(is_first ? 0 : 1);
  }
};

void SetUp(CLI::App* app) {
  app->formatter(std::make_shared<HelpFormatter>());
  app->set_help_flag("-h,--help", "Print this help");
}

std::string ExplainUnknownCommand(const CLI::App& program, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands({})) names.push_back(command->get_name());
  return "there is no command '" + word + "'" +
         DidYouMean(word, std::vector<std::string_view>(names.begin(), names.end())) +
         " (raichi help lists them)";
}

/// Throws UsageError if a word stands where a command should.
void CheckCommand(const CLI::App& program) {
  if (!program.get_subcommands().empty()) return;
  for (const std::string& word : program.remaining()) {
    if (!word.starts_with("-")) throw UsageError(ExplainUnknownCommand(program, word));
  }
}

std::string ExplainUnknownArgument(const CLI::App& program, const CLI::App& command,
                                   const std::string& word) {
  if (!word.starts_with("-")) return "unexpected argument '" + word + "'";
  const std::string name = word.substr(0, word.find('='));
  const std::string text = "unknown option '" + name + "'";
  if (!name.starts_with("--")) return text;  // any letter resembles any other
  std::vector<std::string> names;
  for (const CLI::App* app : {&command, &program}) {
    for (const CLI::Option* option : app->get_options()) {
      for (const std::string& long_name : option->get_lnames()) names.push_back("--" + long_name);
    }
  }
  return text + DidYouMean(name, std::vector<std::string_view>(names.begin(), names.end()));
}

/// Returns what a command needs and was not given; empty if it was given everything.
std::string ExplainMissing(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_required() || option->count() > 0) continue;
    if (!option->get_positional()) return option->get_name() + " is required";
    return "missing argument: " + PlaceholderOf(*option) + ": " + option->get_description();
  }
  return "";
}

/// Explains that an option lacks its value or stands twice; empty if the error is another one.
std::string ExplainMismatch(const CLI::App& command, const CLI::ParseError& error) {
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return "";
  const std::string_view what = error.what();
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    if (what.starts_with(name + ": 1 required ")) {
      return name + " needs a value: " + name + " " + option->get_type_name();
    }
    if (what.starts_with(name + ": At Most 1 required ")) return name + ": expected only once";
  }
  return "";
}

/// Returns the error message with a reference to the help text.
std::string Explain(const CLI::App& program, const CLI::ParseError& error) {
  const auto commands = program.get_subcommands();
  const CLI::App& command = commands.empty() ? program : *commands.front();
  std::string text = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    std::vector<std::string> strangers = program.remaining(true);
    std::erase(strangers, "--");
    const std::string stranger = strangers.empty() ? "--" : strangers.front();
    if (commands.empty() && !stranger.starts_with("-")) {
      return ExplainUnknownCommand(program, stranger);
    }
    text = ExplainUnknownArgument(program, command, stranger);
  } else if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    const std::string missing = ExplainMissing(command);
    if (!missing.empty()) text = missing;
  } else if (const std::string mismatch = ExplainMismatch(command, error); !mismatch.empty()) {
    text = mismatch;
  }
  const std::string name = commands.empty() ? "" : " " + command.get_name();
  return text + " (see raichi" + name + " --help)";
}

}  // namespace

Program::Program(const std::string& name, const std::string& description,
                 const std::string& version)
    : state_(std::make_unique<State>(name, description)) {
  SetUp(&state_->app);
  state_->app.set_version_flag("--version", version, "Print the program's version");
  state_->app.require_subcommand(0, 1);
  state_->app.parse_complete_callback([this] { state_->prepare(); });
  state_->commands.emplace_back().app = &state_->app;
}

Program::~Program() = default;

Command Program::AddCommand(const std::string& name, const std::string& help) {
  Command::State& command = state_->commands.emplace_back();
  command.app = state_->app.add_subcommand(name, help);
  command.app->group(heading_);
  command.app->fallthrough();  // allows shared options after the command
  SetUp(command.app);
  return Command(&command);
}

Option Program::AddShared(const std::string& names, std::string* value, const std::string& help) {
  return Command(&state_->commands.front()).Add(names, value, help);
}

std::string Program::Help() const {
  // CLI11's `help()` would describe the command that was given instead.
  const CLI::App& app = state_->app;
  const auto formatter = std::make_shared<HelpFormatter>();
  return formatter->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal);
}

std::string Program::HelpOf(const std::string& command) const {
  RequireCommand(command);
  return state_->app.get_subcommand(command)->help(state_->app.get_name());
}

void Program::RequireCommand(const std::string& name) const {
  const std::vector<CLI::App*> commands = state_->app.get_subcommands({});
  const bool is_known = std::ranges::any_of(
      commands, [&](const CLI::App* command) { return command->get_name() == name; });
  if (!is_known) throw UsageError(ExplainUnknownCommand(state_->app, name));
}

void Program::Parse(int argc, const char* const* argv, const std::function<void()>& prepare) {
  state_->prepare = prepare;
  try {
    state_->app.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    CheckCommand(state_->app);
    state_->app.exit(help_or_version);
    return;
  } catch (const CLI::ParseError& error) {
    throw UsageError(Explain(state_->app, error));
  }
  if (state_->app.get_subcommands().empty()) {
    throw UsageError("expected a command (raichi help lists them)");
  }
}

}  // namespace raichi
