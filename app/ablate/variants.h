#pragma once

#include <string>
#include <vector>

namespace raichi {

/// One of several configurations that are to be compared: a name, fit for a folder, and what it
/// changes.
struct Variant {
  std::string name;
  std::vector<std::string> overrides;  // key=value
  bool operator==(const Variant&) const = default;
};

/// How a command line asks for variants.
struct VariantWords {
  /// `key=a,b,c`. Values are YAML; commas inside brackets, braces and quotes are part of a value.
  std::vector<std::string> vary;
  /// The configuration as it is, `base`, and each value of `vary` alone; else all combinations.
  /// Needs a `vary`.
  bool one_at_a_time = false;
  /// `NAME: key=value key=value`; without any key, the configuration as it is.
  std::vector<std::string> named;
};

/// The variants in the order in which they were asked for; the others are compared with the first.
/// Throws UsageError naming a word that says no variant, or a name that stands twice.
std::vector<Variant> ParseVariants(const VariantWords& words);

}  // namespace raichi
