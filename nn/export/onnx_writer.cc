#include "nn/export/onnx_writer.h"

#include <Eigen/Core>
#include <protozero/pbf_writer.hpp>

#include "nn/export/model_export.h"
#include "nn/export/onnx_fields.h"
#include "nn/input/encoder.h"
#include "nn/input/policy_index.h"

namespace raichi {
namespace {

using protozero::pbf_writer;

constexpr int kOperatorSet = 17;
constexpr int kIrVersion = 8;

/// The bytes of numbers in memory, which ONNX stores as they are.
template <typename Number>
std::string_view BytesOf(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

/// Returns an encoded message of two text fields, such as a word's key and value.
std::string Pair(const std::string& key, const std::string& value) {
  std::string data;
  pbf_writer pair(data);
  pair.add_string(onnx_word::kKey, key);
  pair.add_string(onnx_word::kValue, value);
  return data;
}

}  // namespace

OnnxWriter::Value OnnxWriter::Node(const std::string& type, const std::vector<Value>& in,
                                   const std::vector<Attribute>& attributes, const Value& result) {
  const Value out = result.empty() ? NewName() : result;
  std::string data;
  pbf_writer node(data);
  for (const Value& value : in) node.add_string(onnx_node::kInput, value);
  node.add_string(onnx_node::kOutput, out);
  node.add_string(onnx_node::kName, type + "_" + out);
  node.add_string(onnx_node::kType, type);
  for (const Attribute& attribute : attributes) {
    pbf_writer message(node, onnx_node::kAttribute);
    message.add_string(onnx_attribute::kName, attribute.name);
    if (attribute.values.size() == 1) {
      message.add_int64(onnx_attribute::kInt, attribute.values[0]);
    } else {
      for (const int64_t value : attribute.values) message.add_int64(onnx_attribute::kInts, value);
    }
    message.add_int32(onnx_attribute::kType,
                      attribute.values.size() == 1 ? kOnnxAttributeInt : kOnnxAttributeInts);
  }
  nodes_.push_back(data);
  return out;
}

void OnnxWriter::Tensor(const std::string& name, const std::vector<int64_t>& shape, int type,
                        std::string_view bytes) {
  std::string data;
  pbf_writer message(data);
  for (const int64_t side : shape) message.add_int64(onnx_tensor::kShape, side);
  message.add_int32(onnx_tensor::kType, type);
  message.add_string(onnx_tensor::kName, name);
  message.add_bytes(onnx_tensor::kBytes, bytes.data(), bytes.size());
  tensors_.push_back(data);
}

OnnxWriter::Value OnnxWriter::Whole(const std::vector<int64_t>& numbers) {
  const auto [entry, is_new] = wholes_.emplace(numbers, "whole" + std::to_string(wholes_.size()));
  if (is_new) {
    Tensor(entry->second, {static_cast<int64_t>(numbers.size())}, kOnnxInt64, BytesOf(numbers));
  }
  return entry->second;
}

OnnxWriter::Value OnnxWriter::Constant(float value) {
  const Value name = NewName();
  Tensor(name, {}, kOnnxFloat, BytesOf(std::vector<float>{value}));
  return name;
}

OnnxWriter::Value OnnxWriter::Weight(const std::string& name, const std::vector<int64_t>& shape,
                                     const std::vector<float>& values) {
  if (half_) {
    const std::vector<Eigen::half> rounded(values.begin(), values.end());
    Tensor(name, shape, kOnnxFloat16, BytesOf(rounded));
  } else {
    Tensor(name, shape, kOnnxFloat, BytesOf(values));
  }
  return name;
}

OnnxWriter::Value OnnxWriter::Cast(const Value& in, int type) {
  return half_ ? Node("Cast", {in}, {{"to", {type}}}) : in;
}

OnnxWriter::Value OnnxWriter::Apply(GraphOp op, const std::vector<Value>& in) {
  switch (op) {
    case GraphOp::kAdd:
      return Node("Add", in);
    case GraphOp::kSubtract:
      return Node("Sub", in);
    case GraphOp::kMultiply:
      return Node("Mul", in);
    case GraphOp::kDivide:
      return Node("Div", in);
    case GraphOp::kMinimum:
      return Node("Min", in);
    case GraphOp::kMaximum:
      return Node("Max", in);
    case GraphOp::kRelu:
      return Node("Relu", in);
    case GraphOp::kExp:
      return Node("Exp", in);
    case GraphOp::kSqrt:
      return Node("Sqrt", in);
    case GraphOp::kSoftmax:
      return Node("Softmax", in, {{"axis", {1}}});
    case GraphOp::kSumSquares:
      return Node("ReduceSum", {in[0], Whole({2, 3})}, {{"keepdims", {0}}});
    case GraphOp::kMaxSquares:
      return Node("ReduceMax", in, {{"axes", {2, 3}}, {"keepdims", {0}}});
    case GraphOp::kJoin:
      return Node("Concat", in, {{"axis", {1}}});
    case GraphOp::kPerSquare:
      return Node("Unsqueeze", {in[0], Whole({2, 3})});
    case GraphOp::kBySquare:
      return Node("Reshape", {Node("Transpose", in, {{"perm", {0, 2, 3, 1}}}), Whole({0, -1})});
    case GraphOp::kPairs: {
      const Value by_channel = Whole({0, 0, -1});
      const Value keys = Node("Reshape", {in[1], by_channel});
      const Value queries =
          Node("Transpose", {Node("Reshape", {in[0], by_channel})}, {{"perm", {0, 2, 1}}});
      return Node("Reshape", {Node("MatMul", {queries, keys}), Whole({0, -1})});
    }
    case GraphOp::kDropLast:
      return Node("Squeeze", {in[0], Whole({1})});
    case GraphOp::kWiden:
      return Cast(in[0], kOnnxFloat);
    case GraphOp::kNarrow:
      return Cast(in[0], kOnnxFloat16);
  }
  return {};
}

OnnxWriter::Value OnnxWriter::Channels(const Value& in, int begin, int end) {
  return Node("Slice", {in, Whole({begin}), Whole({end}), Whole({1})});
}

OnnxWriter::Value OnnxWriter::Gather(const Value& in, const std::vector<int64_t>& columns) {
  return Node("Gather", {in, Whole(columns)}, {{"axis", {1}}});
}

OnnxWriter::Value OnnxWriter::Conv(const Value& in, const Layer& layer,
                                   const FoldedLayer& weights) {
  const int64_t padding = layer.kernel / 2;
  return Node("Conv",
              {in,
               Weight(layer.name + ".weight", {layer.out, layer.in, layer.kernel, layer.kernel},
                      weights.weight),
               Weight(layer.name + ".bias", {layer.out}, weights.bias)},
              {{"pads", {padding, padding, padding, padding}}});
}

OnnxWriter::Value OnnxWriter::Linear(const Value& in, const Layer& layer,
                                     const FoldedLayer& weights) {
  const Value weight =
      Cast(Weight(layer.name + ".weight", {layer.out, layer.in}, weights.weight), kOnnxFloat);
  const Value bias = Cast(Weight(layer.name + ".bias", {layer.out}, weights.bias), kOnnxFloat);
  return Node("Gemm", {in, weight, bias}, {{"transB", {1}}});
}

void OnnxWriter::Output(const std::string& name, const Value& value) {
  Node("Identity", {value}, {}, name);
}

/// Returns the encoded TypeProto of an f32 tensor [batch, shape…].
std::string OnnxWriter::TensorType(const std::vector<int64_t>& shape) const {
  std::string sides;
  pbf_writer writer(sides);
  const auto add = [&](const auto& write) {
    pbf_writer side(writer, 1);
    write(&side);
  };
  add([this](pbf_writer* side) {
    batch_ > 0 ? side->add_int64(1, batch_) : side->add_string(2, "batch");
  });
  for (const int64_t length : shape) {
    add([length](pbf_writer* side) { side->add_int64(1, length); });
  }
  std::string tensor;
  pbf_writer(tensor).add_int32(1, kOnnxFloat);
  pbf_writer(tensor).add_message(2, sides);
  std::string type;
  pbf_writer(type).add_message(1, tensor);
  return type;
}

std::string OnnxWriter::Bytes(const std::map<std::string, std::string>& words) const {
  std::string graph;
  {
    const auto value = [&](const char* name, const std::vector<int64_t>& shape) {
      return Pair(name, TensorType(shape));
    };
    pbf_writer writer(graph);
    for (const std::string& node : nodes_) writer.add_message(onnx_graph::kNode, node);
    writer.add_string(onnx_graph::kName, "raichi");
    for (const std::string& tensor : tensors_) writer.add_message(onnx_graph::kTensor, tensor);
    writer.add_message(onnx_graph::kInput, value(kPlanesInput, {kPlanes, canvas_, canvas_}));
    writer.add_message(onnx_graph::kInput, value(kNumbersInput, {kGlobals}));
    writer.add_message(onnx_graph::kOutput, value(kPolicyOutput, {PolicySize(canvas_)}));
    writer.add_message(onnx_graph::kOutput, value(kWdlOutput, {3}));
    writer.add_message(onnx_graph::kOutput, value(kMovesLeftOutput, {}));
  }
  std::string operators;
  pbf_writer(operators).add_int64(2, kOperatorSet);
  std::string data;
  pbf_writer model(data);
  model.add_int64(onnx_model::kIr, kIrVersion);
  model.add_string(onnx_model::kProducer, "raichi");
  model.add_message(onnx_model::kGraph, graph);
  model.add_message(onnx_model::kOperators, operators);
  for (const auto& [key, value] : words) model.add_message(onnx_model::kWords, Pair(key, value));
  return data;
}

}  // namespace raichi
