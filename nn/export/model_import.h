#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "nn/input/encoder.h"
#include "nn/model/model.h"

namespace raichi {

/// Makes a model of the content of an export (docs/model-format.md), of Raichi or of another
/// program: an ONNX graph, as its content or the ending .onnx says, or safetensors. Without a
/// checksum, which ONNX never has, the file is taken as it is. The model evaluates every position
/// as the export in f32, to the last bit. What an export lacks is as in a new network: the
/// auxiliary heads. Their seed is fixed, so that the model is the same each time. The norms are
/// such that folding changes nothing. Errors call the file `path`. Throws DamagedError if the
/// content is damaged or if its arrays do not fit its architecture, and VersionError if this
/// program cannot compute it.
Model ImportModel(const std::string& bytes, const std::filesystem::path& path);

/// Gives a model's norms the statistics that they have over these positions, and weights with which
/// the model evaluates as before, up to rounding. Training normalizes by such statistics, so only
/// then does it begin with the network that was imported.
void MeasureNorms(PackedBatch* positions, Model* model);

/// Replaces arrays of a model by their names (WeightSpec::name).
void SetArrays(const std::map<std::string, std::vector<float>>& arrays, Model* model);

}  // namespace raichi
