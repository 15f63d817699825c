#include "app/ablate/variants.h"

#include <cctype>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/text.h"

namespace raichi {
namespace {

/// Replaces each run of characters other than letters, digits and `._+-=,` by one `-`, and drops it
/// at the ends and after `=` and `,`.
std::string FolderName(std::string_view text) {
  std::string name;
  bool gap = false;
  for (const char c : text) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                       std::string_view("._+-=,").find(c) != std::string_view::npos;
    if (plain && gap && !name.empty() && name.back() != '=' && name.back() != ',') name += '-';
    gap = !plain;
    if (plain) name += c;
  }
  return name;
}

/// A key and the values that it takes.
struct Axis {
  std::string key;
  std::string short_key;  // the key in the names of variants
  std::vector<std::string> values;

  Variant With(const std::string& value) const {
    return {FolderName(short_key + "=" + value), {key + "=" + value}};
  }
};

Axis ParseAxis(const std::string& word) {
  const size_t equals = word.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == word.size()) {
    throw UsageError("--vary '" + word +
                     "': expected KEY=VALUE,VALUE, as in selfplay.full_visits=64,128");
  }
  Axis axis;
  axis.key = word.substr(0, equals);
  axis.values = SplitOutside(word.substr(equals + 1), ",");
  return axis;
}

/// The short key of an axis is the last part of its key, or the whole key if another axis has the
/// same last part.
std::vector<Axis> ParseAxes(const std::vector<std::string>& words) {
  std::vector<Axis> axes;
  std::map<std::string, int> last_parts;
  std::set<std::string> keys;
  for (const std::string& word : words) {
    Axis axis = ParseAxis(word);
    axis.short_key = axis.key.substr(axis.key.rfind('.') + 1);
    ++last_parts[axis.short_key];
    if (!keys.insert(axis.key).second) {
      throw UsageError("--vary: the key " + axis.key + " is given twice");
    }
    axes.push_back(std::move(axis));
  }
  for (Axis& axis : axes) {
    if (last_parts[axis.short_key] > 1) axis.short_key = axis.key;
  }
  return axes;
}

std::vector<Variant> Product(const std::vector<Axis>& axes) {
  std::vector<Variant> variants = {Variant{}};
  for (const Axis& axis : axes) {
    std::vector<Variant> longer;
    for (const Variant& variant : variants) {
      for (const std::string& value : axis.values) {
        const Variant one = axis.With(value);
        Variant both = variant;
        both.name += (both.name.empty() ? "" : ",") + one.name;
        both.overrides.push_back(one.overrides.front());
        longer.push_back(std::move(both));
      }
    }
    variants = std::move(longer);
  }
  return variants;
}

std::vector<Variant> OneAtATime(const std::vector<Axis>& axes) {
  std::vector<Variant> variants = {{.name = "base", .overrides = {}}};
  for (const Axis& axis : axes) {
    for (const std::string& value : axis.values) variants.push_back(axis.With(value));
  }
  return variants;
}

Variant ParseNamed(const std::string& word) {
  const size_t colon = word.find(':');
  Variant variant{.name = word.substr(0, colon), .overrides = {}};
  if (colon == std::string::npos || variant.name.empty() || variant.name[0] == '.' ||
      FolderName(variant.name) != variant.name) {
    throw UsageError("--variant '" + word +
                     "': expected NAME: KEY=VALUE …, with a name of letters, digits and ._+-=,");
  }
  for (std::string& part : SplitOutside(std::string_view(word).substr(colon + 1), " \t\n\v\f\r")) {
    if (!part.empty()) variant.overrides.push_back(std::move(part));
  }
  return variant;
}

}  // namespace

std::vector<Variant> ParseVariants(const VariantWords& words) {
  if (words.one_at_a_time && words.vary.empty()) {
    throw UsageError("--one-at-a-time: expected --vary KEY=VALUE,VALUE too");
  }
  std::vector<Variant> variants;
  if (!words.vary.empty()) {
    const std::vector<Axis> axes = ParseAxes(words.vary);
    variants = words.one_at_a_time ? OneAtATime(axes) : Product(axes);
  }
  for (const std::string& word : words.named) variants.push_back(ParseNamed(word));
  if (variants.empty()) throw UsageError("expected --vary KEY=VALUE,VALUE or --variant NAME:");

  std::set<std::string> names;
  for (const Variant& variant : variants) {
    if (!names.insert(variant.name).second) {
      throw UsageError("two variants are called '" + variant.name + "'");
    }
    const auto sets_seed = [](const std::string& change) { return change.starts_with("seed="); };
    if (std::ranges::any_of(variant.overrides, sets_seed)) {
      throw UsageError("variant '" + variant.name + "': all variants have the seeds of --seeds");
    }
  }
  return variants;
}

}  // namespace raichi
