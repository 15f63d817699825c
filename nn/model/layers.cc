#include "nn/model/layers.h"

#include <cmath>

#include "base/error.h"
#include "nn/input/encoder.h"
#include "nn/input/policy_index.h"
#include "nn/model/safetensors.h"

namespace raichi {

void WriteNetworkWords(const NetworkConfig& config, std::map<std::string, std::string>* words) {
  const auto put = [&](const char* key, int value) {
    (*words)[std::string("network.") + key] = std::to_string(value);
  };
  put("canvas", config.canvas);
  put("blocks", config.blocks);
  put("channels", config.channels);
  put("pool_every", config.pool_every);
  put("policy_channels", config.policy_channels);
  if (config.policy_destinations) put("policy_destinations", 1);
  put("value_channels", config.value_channels);
  put("value_hidden", config.value_hidden);
}

NetworkConfig NetworkFromWords(const TensorFile& file, const std::filesystem::path& path) {
  const auto get = [&](const char* key) {
    return static_cast<int>(file.Number(std::string("network.") + key, path));
  };
  const auto flag = [&](const char* key) {
    return file.metadata.contains(std::string("network.") + key) && get(key) == 1;
  };
  NetworkConfig config;
  config.canvas = get("canvas");
  config.blocks = get("blocks");
  config.channels = get("channels");
  config.pool_every = get("pool_every");
  config.policy_channels = get("policy_channels");
  config.policy_destinations = flag("policy_destinations");
  config.value_channels = get("value_channels");
  config.value_hidden = get("value_hidden");
  try {
    CheckConfig(config);
  } catch (const UsageError& error) {  // a newer program may support this architecture
    throw VersionError(path.string() + ": " + error.what());
  }
  return config;
}

void CheckNetworkVersion(const TensorFile& file, const std::filesystem::path& path) {
  const int64_t version = file.Number("version", path);
  const auto refuse = [&](const char* part) {
    throw VersionError(path.string() + ": has " + part + " of an earlier kind, which this " +
                       "program cannot compute; train the network again");
  };
  if (file.metadata.contains("network.line_channels")) refuse("line convolutions");
  if (file.metadata.contains("network.value_error")) refuse("a value head");
  if (version < 5 && file.metadata.contains("network.policy_destinations")) {
    refuse("policy destinations");
  }
}

void CheckEncoder(int64_t version, const std::filesystem::path& path) {
  constexpr int64_t kOldest = 2;
  if (version >= kOldest && version <= kEncoderVersion) return;
  throw VersionError(path.string() + ": is for encoder version " + std::to_string(version) +
                     ", this program has version " + std::to_string(kEncoderVersion));
}

namespace {

constexpr float kPoolGain = 0.5f;
constexpr float kOutputGain = 0.3f;
constexpr int kPooled = 3;  // features per channel after global pooling

class LayerList {
 public:
  int Add(Layer layer) {
    layers_.push_back(std::move(layer));
    return static_cast<int>(layers_.size()) - 1;
  }
  /// Adds a convolution followed by ReLU and the mask.
  int AddConv(const std::string& name, int input, int out, int kernel) {
    const int in = input == Layer::kPlanesInput ? kPlanes : at(input).out;
    return Add({.name = name,
                .kind = LayerKind::kConv,
                .in = in,
                .out = out,
                .kernel = kernel,
                .input = input,
                .relu = true,
                .masked = true});
  }
  /// Adds a linear layer over the global pooling of `input`.
  int AddPool(const std::string& name, int input, int out, float gain) {
    return Add({.name = name,
                .kind = LayerKind::kLinear,
                .in = kPooled * at(input).out,
                .out = out,
                .input = input,
                .pools = true,
                .gain = gain});
  }
  int AddOutput(const std::string& name, LayerKind kind, int input, int out, LayerOutput output) {
    return Add({.name = name,
                .kind = kind,
                .in = at(input).out,
                .out = out,
                .input = input,
                .gain = kOutputGain,
                .output = output});
  }
  Layer& at(int index) { return layers_.at(static_cast<size_t>(index)); }
  std::vector<Layer> Take() { return std::move(layers_); }

 private:
  std::vector<Layer> layers_;
};

int AddStem(int channels, LayerList* list) {
  const int stem = list->AddConv("stem", Layer::kPlanesInput, channels, 3);
  const int numbers = list->Add({.name = "stem.numbers",
                                 .kind = LayerKind::kLinear,
                                 .in = kGlobals,
                                 .out = channels,
                                 .input = Layer::kNumbersInput});
  list->at(stem).bias = numbers;
  return stem;
}

int AddBlock(const std::string& name, int body, bool pools, LayerList* list) {
  const int channels = list->at(body).out;
  const int first = list->AddConv(name + ".first", body, channels, 3);
  const int second = list->AddConv(name + ".second", first, channels, 3);
  list->at(second).residual = body;
  if (pools) {
    const int pool = list->AddPool(name + ".pool", first, channels, kPoolGain);
    list->at(second).bias = pool;
  }
  return second;
}

void AddPolicyHead(const NetworkConfig& config, int body, LayerList* list) {
  const int channels = config.policy_channels;
  const int logits = PolicyChannels(config.canvas);
  const int move = list->AddConv("policy.move", body, channels, 1);
  const int global = list->AddConv("policy.global", body, channels, 1);
  const int pool = list->AddPool("policy.pool", global, channels, kPoolGain);
  list->at(move).bias = pool;
  list->at(move).masked = false;  // only legal moves are read
  list->AddOutput("policy.out", LayerKind::kSquares, move, logits, LayerOutput::kPolicy);
  if (config.policy_destinations) {
    const int query =
        list->AddOutput("policy.query", LayerKind::kSquares, move, channels, LayerOutput::kQuery);
    list->at(query).gain /=
        std::sqrt(static_cast<float>(channels));  // the product sums as many terms
  }
  list->AddOutput("policy.reply", LayerKind::kSquares, move, logits, LayerOutput::kReply);
}

/// Adds the value outputs and the fates of the pieces. The weights of the moves left start at 0, so
/// a network that is not trained on them reports 0, which means unknown (Evaluation).
void AddValueHead(const NetworkConfig& config, int body, LayerList* list) {
  const int square = list->AddConv("value.square", body, config.value_channels, 1);
  const int hidden = list->AddPool("value.hidden", square, config.value_hidden, 1.4f);
  list->at(hidden).relu = true;
  list->AddOutput("value.out", LayerKind::kLinear, hidden, ValueRow::kCount, LayerOutput::kValue);
  list->at(hidden + 1).zero_row = ValueRow::kMovesLeft;
  list->AddOutput("fate.square", LayerKind::kSquares, body, 2, LayerOutput::kFate);
  list->AddOutput("fate.captured", LayerKind::kLinear, hidden, 1, LayerOutput::kCaptured);
}

/// Sets the last reader of every layer that `layer` reads to `reader`.
void MarkReads(const std::vector<Layer>& layers, const Layer& layer, int reader,
               std::vector<int>* last) {
  const auto mark = [&](int read) {
    if (read >= 0) (*last)[static_cast<size_t>(read)] = reader;
  };
  mark(layer.input);
  mark(layer.bias);
  mark(layer.residual);
  if (layer.bias < 0) return;
  MarkReads(layers, layers[static_cast<size_t>(layer.bias)], reader, last);
}

}  // namespace

bool Layer::IsAuxiliary() const {
  return output == LayerOutput::kReply || output == LayerOutput::kFate ||
         output == LayerOutput::kCaptured;
}

std::vector<Layer> Layers(const NetworkConfig& config) {
  CheckConfig(config);
  LayerList list;
  int body = AddStem(config.channels, &list);
  for (int i = 0; i < config.blocks; ++i) {
    const bool pools = config.pool_every > 0 && (i + 1) % config.pool_every == 0;
    body = AddBlock("block" + std::to_string(i), body, pools, &list);
  }
  AddPolicyHead(config, body, &list);
  AddValueHead(config, body, &list);
  return list.Take();
}

double CountOperations(const NetworkConfig& config) {
  double products = 0;
  for (const Layer& layer : Layers(config)) {
    if (layer.IsAuxiliary()) continue;
    const int places = layer.kind == LayerKind::kLinear ? 1 : config.canvas * config.canvas;
    products += static_cast<double>(places) * layer.kernel * layer.kernel * layer.in * layer.out;
  }
  return 2 * products;
}

std::vector<std::vector<int>> FinishedAfter(const std::vector<Layer>& layers) {
  const int count = static_cast<int>(layers.size());
  std::vector<bool> is_bias(layers.size());
  for (const Layer& layer : layers) {
    if (layer.bias >= 0) is_bias[static_cast<size_t>(layer.bias)] = true;
  }
  std::vector<int> last(layers.size());
  for (int i = 0; i < count; ++i) {
    const auto index = static_cast<size_t>(i);
    if (is_bias[index]) continue;
    last[index] = i;
    MarkReads(layers, layers[index], i, &last);
  }
  std::vector<std::vector<int>> finished(layers.size());
  for (int i = 0; i < count; ++i) {
    finished[static_cast<size_t>(last[static_cast<size_t>(i)])].push_back(i);
  }
  return finished;
}

FoldedNetwork ReadFoldedNetwork(const std::string& bytes, const std::filesystem::path& path) {
  return FoldedNetworkFrom(ParseTensorFile(bytes, kExportKind, kExportVersion, path), path);
}

std::map<std::string, TensorFile::Tensor> TensorsOf(const FoldedNetwork& network) {
  std::map<std::string, TensorFile::Tensor> tensors;
  for (size_t i = 0; i < network.layers.size(); ++i) {
    const Layer& layer = network.layers[i];
    if (layer.IsAuxiliary()) continue;
    std::vector<int64_t> shape = {layer.out, layer.in};
    if (layer.kind != LayerKind::kLinear) shape.insert(shape.end(), {layer.kernel, layer.kernel});
    tensors[layer.name + ".weight"] = {shape, network.weights[i].weight};
    tensors[layer.name + ".bias"] = {{layer.out}, network.weights[i].bias};
  }
  return tensors;
}

FoldedNetwork FoldedNetworkFrom(const TensorFile& file, const std::filesystem::path& path) {
  if (file.Number("encoder", path) != kEncoderVersion) {
    throw VersionError(path.string() + ": is for another version of the encoder; export it again");
  }
  FoldedNetwork network;
  network.config = NetworkFromWords(file, path);
  network.layers = Layers(network.config);
  size_t read = 0;
  for (const Layer& layer : network.layers) {
    FoldedLayer& weights = network.weights.emplace_back();
    if (layer.IsAuxiliary()) continue;
    std::vector<int64_t> shape = {layer.out, layer.in};
    if (layer.kind != LayerKind::kLinear) shape.insert(shape.end(), {layer.kernel, layer.kernel});
    weights.weight = file.Weights(layer.name + ".weight", shape, path);
    weights.bias = file.Weights(layer.name + ".bias", {layer.out}, path);
    read += 2;
  }
  file.CheckCount(read, path);
  return network;
}

}  // namespace raichi
