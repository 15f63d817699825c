#include "tools/options/options.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <type_traits>
#include <utility>

#include "base/text.h"
#include "tools/options/help_text.h"
#include "tools/options/state.h"

namespace raichi {

// Declarations of options.

namespace {

/// Updates the option's help text after its facts have changed.
void SetDescription(const Option::State& state) {
  std::string text = state.help;
  std::vector<std::string> all = state.facts;
  if (!state.excluded.empty()) all.push_back("not with " + Alternatives(state.excluded));
  const std::string facts = Join(all, "; ");
  if (!facts.empty()) text += (text.empty() ? "(" : " (") + facts + ")";
  state.option->description(text);
}

void AddFact(Option::State* state, std::string fact) {
  state->facts.push_back(std::move(fact));
  SetDescription(*state);
}

template <typename Number>
Number ReadNumber(const Option::State& state, const std::string& text) {
  const auto number = ParseNumber<Number>(text);
  if (number && state.bounds.Has(static_cast<double>(*number))) return *number;
  Bounds bounds = state.bounds;
  if (std::is_unsigned_v<Number>) bounds.min = std::max(bounds.min, 0.0);
  throw CLI::ValidationError(
      state.option->get_name(),
      "expected " + Expected(bounds, std::is_integral_v<Number>) + ", got '" + text + "'");
}

void CheckNotEmpty(const Option::State& state, const std::string& text) {
  if (!text.empty() || state.may_be_empty) return;
  throw CLI::ValidationError(state.option->get_name(), "expected a value that is not empty");
}

std::string ShowDefaultOf(const std::string& value) { return value; }
template <typename Number>
std::string ShowDefaultOf(Number value) {
  return fmt::format("{}", value);
}

Option::State* NewOption(std::deque<Option::State>* options, const std::string& help) {
  Option::State& state = options->emplace_back();
  state.help = help;
  return &state;
}

bool IsPositional(const std::string& names) { return names.front() != '-'; }

/// Adds an option with one value, which `read` parses.
Option AddValue(CLI::App* app, Option::State* state, const std::string& names,
                const char* placeholder, std::function<void(const std::string&)> read) {
  state->option = app->add_option(names, [read = std::move(read)](const CLI::results_t& results) {
    read(results.back());
    return true;
  });
  if (!IsPositional(names)) state->option->type_name(placeholder);
  SetDescription(*state);
  return Option(state);
}

template <typename Number>
Option AddNumber(CLI::App* app, Option::State* state, const std::string& names, Number* value) {
  state->show_default = [value] { return ShowDefaultOf(*value); };
  return AddValue(
      app, state, names, std::is_floating_point_v<Number> ? "X" : "N",
      [value, state](const std::string& text) { *value = ReadNumber<Number>(*state, text); });
}

}  // namespace

Option& Option::Required() {
  state_->option->required();
  if (!state_->option->get_positional()) AddFact(state_, "required");
  return *this;
}

Option& Option::Range(double min, double max) {
  state_->bounds = {min, max};
  AddFact(state_, Describe(state_->bounds));
  return *this;
}

Option& Option::AtLeast(double min) { return Range(min, kInfinity); }

Option& Option::OneOf(std::vector<std::string> words) {
  const std::string expected = Alternatives(words);
  AddFact(state_, expected);
  state_->words = words;
  state_->option->check([words = std::move(words), expected](const std::string& word) {
    const bool known = std::find(words.begin(), words.end(), word) != words.end();
    return known ? "" : "expected " + expected + ", got '" + word + "'";
  });
  return *this;
}

Option& Option::Suggest(std::vector<std::string> words) {
  state_->words = std::move(words);
  return *this;
}

Option& Option::MayBeEmpty() {
  state_->may_be_empty = true;
  return *this;
}

Option& Option::Value(const std::string& placeholder) {
  state_->option->type_name(placeholder);
  return *this;
}

Option& Option::ShowDefault() {
  AddFact(state_, "default: " + state_->show_default());
  return *this;
}

Option& Option::Commas() {
  state_->has_commas = true;
  return *this;
}

Option& Option::Needs(const Option& other) {
  state_->option->needs(other.state_->option);
  AddFact(state_, "with " + other.name());
  return *this;
}

Option& Option::Excludes(const Option& other) {
  state_->option->excludes(other.state_->option);
  state_->excluded.push_back(other.name());
  SetDescription(*state_);
  return *this;
}

Option& Option::Group(const std::string& heading) {
  state_->option->group(heading);
  return *this;
}

bool Option::IsGiven() const { return state_->option->count() > 0; }

std::string Option::name() const { return state_->option->get_name(); }

Option Command::Add(const std::string& names, std::string* value, const std::string& help) {
  Option::State* state = NewOption(&state_->options, help);
  state->show_default = [value] { return ShowDefaultOf(*value); };
  return AddValue(state_->app, state, names, "TEXT", [value, state](const std::string& text) {
    CheckNotEmpty(*state, text);
    *value = text;
  });
}

Option Command::Add(const std::string& names, int* value, const std::string& help) {
  return AddNumber(state_->app, NewOption(&state_->options, help), names, value);
}

Option Command::Add(const std::string& names, int64_t* value, const std::string& help) {
  return AddNumber(state_->app, NewOption(&state_->options, help), names, value);
}

Option Command::Add(const std::string& names, uint64_t* value, const std::string& help) {
  return AddNumber(state_->app, NewOption(&state_->options, help), names, value);
}

Option Command::Add(const std::string& names, double* value, const std::string& help) {
  return AddNumber(state_->app, NewOption(&state_->options, help), names, value);
}

Option Command::Add(const std::string& names, std::optional<uint64_t>* value,
                    const std::string& help) {
  Option::State* state = NewOption(&state_->options, help);
  return AddValue(state_->app, state, names, "N", [value, state](const std::string& text) {
    *value = ReadNumber<uint64_t>(*state, text);
  });
}

Option Command::Add(const std::string& names, std::vector<std::string>* values,
                    const std::string& help) {
  Option::State* state = NewOption(&state_->options, help);
  state->option = state_->app->add_option_function<std::vector<std::string>>(
      names, [values, state](const std::vector<std::string>& words) {
        values->clear();
        for (const std::string& word : words) {
          CheckNotEmpty(*state, word);
          for (std::string& part : SplitOutside(word, state->has_commas ? "," : "")) {
            values->push_back(std::move(part));
          }
        }
      });
  state->option->allow_extra_args(IsPositional(names));
  state->option->type_name(IsPositional(names) ? "" : "TEXT");
  SetDescription(*state);
  return Option(state);
}

Option Command::AddFlag(const std::string& names, bool* value, const std::string& help) {
  Option::State* state = NewOption(&state_->options, help);
  state->option = state_->app->add_flag(names, *value);
  SetDescription(*state);
  return Option(state);
}

void Command::Footer(const std::string& text) { state_->app->footer(text); }

void Command::Run(std::function<void()> body) { state_->app->callback(std::move(body)); }

}  // namespace raichi
