#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "run/config/config.h"
#include "solve/truth/answers_to_truth.h"

namespace raichi {

/// Visits with which runs and ablations ask their models: the network alone, and a short search.
inline constexpr int kAloneVisits = 1, kShortVisits = 16;

/// How a model is asked about a truth set.
struct ModelTruthSettings {
  std::vector<int> visits{1, 16, 100};  // 1: the network alone
  WorkersConfig workers;                // `slots` is the number of searches of each thread at once
};

/// The answers of a model (a folder or file, nn/model/model.h) to all positions, for each number of
/// visits. Calls `attend` many times a second with the share of the work that is done; if it
/// returns false, stops and returns nothing. Throws as OpenNetworkEvaluator and TeamEvaluators.
std::vector<std::vector<TruthAnswer>> AskModel(const std::filesystem::path& model,
                                               std::span<const TruthPosition> positions,
                                               const ModelTruthSettings& settings,
                                               const std::function<bool(double done)>& attend);

/// A model's shares, one for each of `settings.visits`; none if `attend` stopped it (AskModel).
std::vector<TruthShares> TruthSharesOf(
    const std::filesystem::path& model, std::span<const TruthPosition> positions,
    const ModelTruthSettings& settings,
    const std::function<bool(double done)>& attend = [](double) { return true; });

/// The positions of the shipped truth set that may be used for choices, under any of these rules.
/// Empty, with a warning, if the set cannot be read.
std::vector<TruthPosition> ShippedTruthUnder(std::span<const RulesPtr> rules);

}  // namespace raichi
