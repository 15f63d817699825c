#pragma once

#include <compare>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "rules/rule_set.h"
#include "rules/rules.h"

namespace raichi {

/// In how many details two rule sets differ. Those of moves and captures weigh more than those of
/// how games end: of two published models, the one that was nearer by this order was the stronger
/// (docs/engine.md#rules-without-a-model-of-their-own).
struct RuleDistance {
  int moves = 0;  // and captures
  int ends = 0;
  auto operator<=>(const RuleDistance&) const = default;
};

/// Returns the distance of two rule sets, or nothing if they differ in more than details. Details
/// are the keys of which a network's training may differ from the game without making it weaker
/// than kDefaultWithoutModel: the king's castle, and how games end without a capture of the king
/// and without his escape.
std::optional<RuleDistance> DistanceOf(const RuleSet& first, const RuleSet& second);

/// Finds models on disk. A path may name a model file, a model folder, or a run folder, which
/// stands for its newest model. `models/NAME` stands for a published model, from any working
/// directory.

/// Returns the model that `path` names, or nothing if there is none.
std::optional<std::filesystem::path> LookForModel(std::filesystem::path path);
/// Returns the names of the published models, `models/NAME`.
std::vector<std::string> PublishedNames();
/// Returns the end of an error about a word that names no model: that it is a run without a model,
/// or `, did you mean 'models/NAME'?` if it resembles a published model; otherwise an empty text.
std::string WhyNoModel(const std::string& word);
/// Returns the model that `path` names. Throws UsageError if there is none.
std::filesystem::path FindModel(const std::string& path);

/// Whether a model is one of the published models, which come with the program.
bool IsPublished(const std::filesystem::path& model);

/// Returns a model's path for output: `models/NAME` for a published model, otherwise the path as it
/// is.
std::string ShowModel(const std::filesystem::path& model);

/// Whether a model was trained on these rules. A model knows only the names of its rules. In a run
/// that keeps a copy of the rules of a name, the name stands for this copy; otherwise it is a
/// ShippedName. Throws Error if the model cannot be read.
bool IsTrainedOn(const std::filesystem::path& model, const Rules& rules);

/// Returns the rules' own name. If a shipped rule set of that name plays differently, part of the
/// fingerprint follows it, as in `linnaeus-1f3a09c2`.
std::string DistinctName(const Rules& rules);
/// Returns the name that model files use for these rules: that of a shipped rule set that plays the
/// same, otherwise DistinctName.
std::string ShippedName(const Rules& rules);
/// Returns a warning if DistinctName is not the rules' own name, otherwise an empty text.
std::string DescribeSharedName(const Rules& rules);
/// Logs that warning.
void WarnOfSharedName(const Rules& rules);

/// Returns a published model that was trained on all of these rule sets (ShippedName), as
/// `models/NAME`; rather one that is named after one of them. Returns an empty text if there is no
/// such model.
std::string PublishedModelOf(const std::vector<std::string>& rules_names);

/// A published model and rules that it was trained on.
struct NearestModel {
  std::string model;  // `models/NAME`
  std::string rules_name;
};
/// Returns the published model that was trained on the nearest rules to these (DistanceOf); among
/// equals, a specialist, which is named after its rules. Returns nothing if all differ in more than
/// details.
std::optional<NearestModel> NearestModelOf(const Rules& rules);

/// The default opponent if there is no model that knows the rules or is near to them.
inline constexpr const char* kDefaultWithoutModel = "alphabeta:4";
/// Returns the default opponent: a published model that was trained on the rules, a specialist
/// first; if there is none, the newest model by date that was trained on them, among the runs in
/// the folder `runs`; otherwise NearestModelOf; otherwise kDefaultWithoutModel.
std::string DefaultOpponent(const Rules& rules, const std::filesystem::path& runs);

}  // namespace raichi
