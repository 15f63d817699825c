#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "nn/model/network_config.h"
#include "nn/model/safetensors.h"

namespace raichi {

/// Write a network's architecture into a file's metadata, and read it back. Reading throws
/// DamagedError, and VersionError if this program does not support the architecture.
void WriteNetworkWords(const NetworkConfig& config, std::map<std::string, std::string>* words);
NetworkConfig NetworkFromWords(const TensorFile& file, const std::filesystem::path& path);
/// The version of the files of a network's models and trainer states: 5 if its policy reads
/// destinations, else 1. Versions 2 to 4 had parts that this program cannot compute.
inline constexpr int kNewestNetworkVersion = 5;
inline int NetworkVersion(const NetworkConfig& config) {
  return config.policy_destinations ? 5 : 1;
}
/// Throws VersionError naming the file if its network has parts that this program cannot compute.
void CheckNetworkVersion(const TensorFile& file, const std::filesystem::path& path);
/// Throws VersionError naming the file if this program cannot read that version of the encoder.
void CheckEncoder(int64_t version, const std::filesystem::path& path);

/// Kinds of layers. N is the number of positions and S x S the squares of the canvas.
enum class LayerKind : uint8_t {
  kConv,     // [N, in, S, S] -> [N, out, S, S]: convolution padded with zeros, batch normalization
  kSquares,  // [N, in, S, S] -> [N, out, S, S]: the same linear map with bias on every square
  kLinear,   // [N, in] -> [N, out]: linear map with bias
};

/// Outputs of the network. Each is computed by one layer; kNone marks the other layers. A move's
/// logit is the number of kPolicy on the square that the piece leaves, in the channel PolicyChannel
/// of the move. If a layer computes kQuery, the scalar product of kQuery on that square and of the
/// layer's input on the square that the piece reaches is added.
enum class LayerOutput : uint8_t { kNone, kPolicy, kQuery, kValue, kReply, kFate, kCaptured };

/// Rows of the value output. Rows kWin to kLoss are logits of a softmax.
struct ValueRow {
  enum : int { kWin, kDraw, kLoss, kMovesLeft, kShortValue, kCount };
};

/// Upper bound on the value row x of the moves left, which stands for
/// max(0, exp(min(x, kMaxLogMovesLeft)) - 1) plies.
inline constexpr float kMaxLogMovesLeft = 10;

/// One layer of the network and the operations on its result: `bias` and `residual` are added,
/// then ReLU is applied, then the mask. `input`, `bias` and `residual` are indices in Layers().
struct Layer {
  static constexpr int kNone = -1;
  static constexpr int kPlanesInput = -2;   // the network's input planes
  static constexpr int kNumbersInput = -3;  // the network's input numbers

  std::string name;  // prefix of the names of its weights: stem, block3.pool
  LayerKind kind = LayerKind::kConv;
  int in = 0, out = 0;   // channels (kConv, kSquares) or features (kLinear)
  int kernel = 1;        // kConv: squares along a side of the kernel; odd
  int input = kNone;     // the layer that it reads, kPlanesInput or kNumbersInput
  bool pools = false;    // kLinear: true if it reads the global pooling of the input's squares
  int bias = kNone;      // a linear layer whose features are added on every square
  int residual = kNone;  // a layer of the same shape that is added
  bool relu = false;
  bool masked = false;   // sets the squares off the board to 0
  float gain = 1;        // kSquares, kLinear: factor of the random initial weights
  int zero_row = kNone;  // an output feature whose weights start at 0
  LayerOutput output = LayerOutput::kNone;

  /// True if the layer is needed for training only.
  bool IsAuxiliary() const;
};

inline constexpr double kNormEpsilon = 1e-5;  // added to the variance in normalizations

/// Returns the layers of an architecture in the order of their weights. Weights, training,
/// inference and exports are all derived from this one description of the network. A layer's
/// `input` and `residual` come before it; its `bias` may come after it. Throws UsageError if
/// `config` is invalid.
std::vector<Layer> Layers(const NetworkConfig& config);

/// Returns the floating-point operations that an evaluation takes if convolutions are computed
/// directly: two for each multiplication of a weight. Auxiliary layers are not evaluated.
double CountOperations(const NetworkConfig& config);

/// Returns for each layer the layers whose results no later layer reads, so that they can be freed
/// after it. A linear layer that serves as a bias counts as part of the layer that adds it.
std::vector<std::vector<int>> FinishedAfter(const std::vector<Layer>& layers);

/// Kind and version of a safetensors export (nn/model/safetensors.h).
inline constexpr char kExportKind[] = "raichi export";
inline constexpr int kExportVersion = 1;

/// The weights of a layer in f32, with its normalization folded in.
struct FoldedLayer {
  std::vector<float> weight;  // [out][in][height][width]
  std::vector<float> bias;    // [out]

  /// Adds the outputs of another layer with the same inputs.
  void Append(const FoldedLayer& other) {
    weight.insert(weight.end(), other.weight.begin(), other.weight.end());
    bias.insert(bias.end(), other.bias.begin(), other.bias.end());
  }
};

/// A network for inference on the processor.
struct FoldedNetwork {
  NetworkConfig config;
  std::vector<Layer> layers;         // Layers(config)
  std::vector<FoldedLayer> weights;  // by layer; those of auxiliary layers are empty
};

/// Reads the content of a safetensors export (docs/model-format.md). Errors call it `path`. Throws
/// DamagedError if it is damaged or if its arrays do not fit its architecture, and VersionError if
/// this program cannot compute it.
FoldedNetwork ReadFoldedNetwork(const std::string& bytes, const std::filesystem::path& path);
/// Returns the arrays of such an export by name: `stem.weight`, `stem.bias`, ….
std::map<std::string, TensorFile::Tensor> TensorsOf(const FoldedNetwork& network);
/// Reads a network from a parsed export.
FoldedNetwork FoldedNetworkFrom(const TensorFile& file, const std::filesystem::path& path);

}  // namespace raichi
