#pragma once

#include <string>
#include <vector>

namespace raichi {

/// One of the configurations that an ablation compares. Its name is also the name of a folder.
struct Variant {
  std::string name;
  std::vector<std::string> overrides;  // key=value
  bool operator==(const Variant&) const = default;
};

/// The words of a command line that describe variants.
struct VariantWords {
  /// `key=a,b,c`. Values are YAML; commas inside brackets, braces and quotes are part of a value.
  std::vector<std::string> vary;
  /// True: the unchanged configuration (`base`), and each value of `vary` by itself. False: all
  /// combinations of the values. Needs a `vary`.
  bool one_at_a_time = false;
  /// `NAME: key=value key=value`; a name without keys is the unchanged configuration.
  std::vector<std::string> named;
};

/// The variants in the order of the words. The table compares the others with the first. Throws
/// UsageError naming a word that describes no variant, or a name that two variants have.
std::vector<Variant> ParseVariants(const VariantWords& words);

}  // namespace raichi
