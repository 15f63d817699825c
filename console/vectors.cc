#include "console/vectors.h"

#include <algorithm>
#include <fstream>
#include <istream>

#include "base/json.h"
#include "base/text.h"
#include "base/yaml/write.h"
#include "console/prompt.h"

namespace raichi {
namespace {

Json ParseObject(const std::string& text, const std::string& place) {
  Json object =
      ReadJson(place + ": expected a JSON object, found what ", [&] { return ParseJson(text); });
  if (!object.is_object()) throw Error(place + ": expected a JSON object");
  return object;
}

/// `"moves" or "position"`
std::string Alternatives(const std::vector<std::string>& keys) {
  std::string text;
  for (const std::string& key : keys) text += (text.empty() ? "\"" : " or \"") + key + '"';
  return text;
}

/// Adds the place of the line to errors that do not name one.
void Visit(const VectorLine& line, const std::function<void(const VectorLine&)>& visit) {
  try {
    visit(line);
  } catch (const Error& error) {
    const std::string what = error.what();
    if (what.starts_with(line.place())) throw;
    throw Error(line.place() + ": " + what);
  }
}

/// The text of a value in an error message.
std::string Shown(const std::string& value) { return value.empty() ? "none" : value; }

int ForEachVectorOf(std::istream& in, const std::string& name, const std::vector<std::string>& keys,
                    const std::function<void(const VectorLine&)>& visit) {
  int found = 0;
  std::string text;
  for (int number = 1; GetLine(in, name, &text); ++number) {
    if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
    const std::string place = fmt::format("{}:{}", name, number);
    const VectorLine line(place, ParseObject(text, place));
    if (std::ranges::none_of(keys, [&](const auto& key) { return line.Has(key.c_str()); }))
      continue;
    Visit(line, visit);
    ++found;
  }
  if (in.bad()) throw Error(name + ": cannot read");
  if (found == 0)
    throw Error(fmt::format("{}: expected lines with {}, found none", name, Alternatives(keys)));
  return found;
}

}  // namespace

Error VectorLine::Wrong(const char* key, const char* expected) const {
  return Error(fmt::format("{}: expected {} for \"{}\"", place_, expected, key));
}

std::string VectorLine::Text(const char* key) const {
  const auto value = object_.find(key);
  if (value == object_.end()) throw Wrong(key, "a text");
  if (value->is_null()) return "";
  if (!value->is_string()) throw Wrong(key, "a text");
  std::string text = value->get<std::string>();
  if (!IsCleanText(text, /*white=*/true)) throw Wrong(key, "a text without control characters");
  return text;
}

std::string VectorLine::Name(const char* key) const {
  const auto value = object_.find(key);
  if (value == object_.end() || value->is_null()) return "";
  if (!value->is_string()) throw Wrong(key, "a text");
  return value->get<std::string>();
}

std::vector<uint64_t> VectorLine::Counts(const char* key) const {
  const auto value = object_.find(key);
  if (value == object_.end() || !value->is_array()) throw Wrong(key, "a list of counts");
  std::vector<uint64_t> counts;
  for (const Json& count : *value) {
    if (!count.is_number_unsigned()) throw Wrong(key, "a list of counts");
    counts.push_back(count.get<uint64_t>());
  }
  return counts;
}

uint64_t VectorLine::Count(const char* key) const {
  const auto value = object_.find(key);
  if (value == object_.end() || !value->is_number_unsigned()) throw Wrong(key, "a count");
  return value->get<uint64_t>();
}

std::optional<uint64_t> VectorLine::Id() const {
  const auto value = object_.find("id");
  if (value == object_.end() || value->is_null()) return std::nullopt;
  if (value->is_string()) return ParseNumber<uint64_t>(value->get_ref<const std::string&>());
  return Count("id");
}

void VectorLine::Expect(const std::string& what, const std::string& got,
                        const std::string& expected) const {
  if (got == expected) return;
  throw Error(fmt::format("{}: {} is {}, expected {}", place_, what, Shown(got), Shown(expected)));
}

int ForEachVector(const std::string& file, const std::vector<std::string>& keys,
                  const std::function<void(const VectorLine&)>& visit) {
  if (file == "-") return ForEachVectorOf(std::cin, "standard input", keys, visit);
  std::ifstream in(file);
  if (!in) throw Error(file + ": cannot open");
  return ForEachVectorOf(in, file, keys, visit);
}

}  // namespace raichi
