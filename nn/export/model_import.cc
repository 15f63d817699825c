#include "nn/export/model_import.h"

#include <algorithm>
#include <protozero/pbf_reader.hpp>
#include <utility>

#include "base/error.h"
#include "base/files/paths.h"
#include "base/text.h"
#include "nn/export/onnx_fields.h"
#include "nn/model/layers.h"
#include "nn/model/safetensors.h"
#include "nn/model/weights.h"

namespace raichi {
namespace {

using protozero::pbf_reader;
using protozero::tag_and_type;
constexpr auto kVarint = protozero::pbf_wire_type::varint;
constexpr auto kDelimited = protozero::pbf_wire_type::length_delimited;
constexpr auto kFixed32 = protozero::pbf_wire_type::fixed32;

constexpr uint64_t kSeedOfNewHeads = 1;

/// The variance of a norm whose scale is 1 and whose mean is 0: folding multiplies by exactly 1.
constexpr float kUnitVariance = 1.0f - static_cast<float>(kNormEpsilon);
static_assert(kUnitVariance + static_cast<float>(kNormEpsilon) == 1.0f);

/// Returns the arrays of the model's file that the export has, by WeightSpec::name.
std::map<std::string, std::vector<float>> ArraysOf(const FoldedNetwork& network) {
  std::map<std::string, std::vector<float>> arrays;
  for (size_t i = 0; i < network.layers.size(); ++i) {
    const Layer& layer = network.layers[i];
    if (layer.IsAuxiliary()) continue;
    const bool has_norm = layer.kind == LayerKind::kConv;
    arrays[layer.name + (has_norm ? ".conv" : ".weight")] = network.weights[i].weight;
    arrays[layer.name + ".bias"] = network.weights[i].bias;
    if (!has_norm) continue;
    arrays[layer.name + ".variance"].assign(static_cast<size_t>(layer.out), kUnitVariance);
  }
  return arrays;
}

/// Adds an initializer of an ONNX graph if it is an array of the network. Others are constants.
void AddTensor(pbf_reader message, TensorFile* file) {
  TensorFile::Tensor tensor;
  std::string name, bytes;
  int type = 0;
  while (message.next()) {
    switch (message.tag_and_type()) {
      case tag_and_type(onnx_tensor::kShape, kVarint):
        tensor.shape.push_back(message.get_int64());
        break;
      case tag_and_type(onnx_tensor::kShape, kDelimited):
        for (const int64_t side : message.get_packed_int64()) tensor.shape.push_back(side);
        break;
      case tag_and_type(onnx_tensor::kType, kVarint):
        type = message.get_int32();
        break;
      case tag_and_type(onnx_tensor::kFloats, kDelimited):
        for (const float value : message.get_packed_float()) tensor.values.push_back(value);
        break;
      case tag_and_type(onnx_tensor::kFloats, kFixed32):
        tensor.values.push_back(message.get_float());
        break;
      case tag_and_type(onnx_tensor::kName, kDelimited):
        name = message.get_string();
        break;
      case tag_and_type(onnx_tensor::kBytes, kDelimited):
        bytes = message.get_bytes();
        break;
      default:
        message.skip();
    }
  }
  if (!name.ends_with(".weight") && !name.ends_with(".bias")) return;
  const bool half = type == kOnnxFloat16;
  if (!half && type != kOnnxFloat) throw Error("weights " + name + " are neither f32 nor f16");
  if (tensor.values.empty()) tensor.values = ReadValues(bytes, half);
  if (tensor.values.empty()) {
    throw Error("weights " + name + " are not in the file; expected raw_data or float_data");
  }
  file->tensors[name] = std::move(tensor);
}

/// Adds an entry of an ONNX model's metadata.
void AddWord(pbf_reader message, TensorFile* file) {
  std::string key, value;
  while (message.next()) {
    switch (message.tag_and_type()) {
      case tag_and_type(onnx_word::kKey, kDelimited):
        key = message.get_string();
        break;
      case tag_and_type(onnx_word::kValue, kDelimited):
        value = message.get_string();
        break;
      default:
        message.skip();
    }
  }
  file->metadata[key] = value;
}

/// Reads the weights and the metadata of an ONNX model. What its operators compute is not looked
/// at.
TensorFile ParseOnnx(const std::string& bytes, const std::filesystem::path& path) {
  TensorFile file;
  try {
    for (pbf_reader model(bytes); model.next();) {
      switch (model.tag_and_type()) {
        case tag_and_type(onnx_model::kWords, kDelimited):
          AddWord(model.get_message(), &file);
          break;
        case tag_and_type(onnx_model::kGraph, kDelimited):
          for (pbf_reader graph = model.get_message();
               graph.next(onnx_graph::kTensor, kDelimited);) {
            AddTensor(graph.get_message(), &file);
          }
          break;
        default:
          model.skip();
      }
    }
  } catch (const protozero::exception& error) {
    throw DamagedError(path.string() + ": damaged, or no ONNX model: " + error.what());
  } catch (const Error& error) {
    throw DamagedError(path.string() + ": " + error.what());
  }
  return file;
}

}  // namespace

void SetArrays(const std::map<std::string, std::vector<float>>& arrays, Model* model) {
  auto next = model->weights.begin();
  for (const WeightSpec& spec : WeightSpecs(model->info.network)) {
    if (const auto array = arrays.find(spec.name); array != arrays.end()) {
      RAICHI_CHECK(array->second.size() == spec.Count());
      std::ranges::copy(array->second, next);
    }
    next += static_cast<std::ptrdiff_t>(spec.Count());
  }
}

Model ImportModel(const std::string& bytes, const std::filesystem::path& path) {
  const TensorFile file =
      EndingOf(path) == ".onnx" || IsOnnx(bytes)
          ? ParseOnnx(bytes, path)
          : ParseTensorFile(bytes, kExportKind, kExportVersion, path, ChecksumUse::kIfPresent);
  const auto arrays = ArraysOf(FoldedNetworkFrom(file, path));
  Model model{.info = InfoFrom(file, path), .weights = {}};
  model.info.encoder_version = kEncoderVersion;
  model.weights = InitialWeights(model.info.network, kSeedOfNewHeads);
  SetArrays(arrays, &model);
  return model;
}

}  // namespace raichi
