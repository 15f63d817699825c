#pragma once

#include <string>

#include "console/output.h"

namespace raichi {

/// Whether a player of a run is one of its models, such as `000120`.
bool IsModelName(const std::string& player);

/// Throws if an object is not a line of metrics/progress.jsonl (IterationToJson).
void CheckProgressLine(const Json& line);
/// Returns such a line without what is measured after it was written: the model's rating, and what
/// it says of proven positions.
Json WithoutMeasurements(Json line);
/// Throws if an object is not a line of metrics/matches.jsonl: a match result whose player `a` is a
/// model.
void CheckMatchLine(const Json& line);

}  // namespace raichi
