#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace raichi {

/// Names of an exported network's inputs on a canvas of S x S squares. Both are f32, of the shapes
/// [N, kPlanes, S, S] and [N, kGlobals].
inline constexpr char kPlanesInput[] = "planes";
inline constexpr char kNumbersInput[] = "numbers";

/// Names of its outputs, f32.
inline constexpr char kPolicyOutput[] = "policy";         // [N, PolicySize(S)]: logits
inline constexpr char kWdlOutput[] = "wdl";               // [N, 3]: probabilities
inline constexpr char kMovesLeftOutput[] = "moves_left";  // [N]: plies

/// Formats in which other programs read a model. docs/model-format.md describes them.
enum class ExportFormat {
  kOnnx,         // a graph of operator set 17
  kSafetensors,  // the weights alone, with normalizations folded into them
};

inline constexpr int kMostExportBatch = 65536;

struct ExportConfig {
  ExportFormat format = ExportFormat::kOnnx;
  bool half = false;  // weights and convolutions in f16; otherwise f32
  int batch = 0;  // positions in a batch of an ONNX graph, up to kMostExportBatch; 0: any number
};

/// Parses `onnx` or `safetensors`. Throws UsageError for other texts.
ExportFormat ParseExportFormat(std::string_view text);
std::string_view ToString(ExportFormat format);

/// Returns the bytes of a model's export: the network for inference, without its auxiliary heads,
/// and the model's metadata (`encoder`, `network.canvas`, …, `rules`, `steps`, `training.…`,
/// `model_checksum`). Throws Error naming the model if it cannot be used, UsageError if the format
/// does not support the batch.
std::string ExportBytes(const std::filesystem::path& model, const ExportConfig& config);

}  // namespace raichi
