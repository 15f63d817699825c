#include "nn/export/script_writer.h"

// clang-format off
#include "base/json.h"
#include "nn/network/torch_compat.h"
#include <torch/script.h>
// clang-format on

#include <algorithm>
#include <sstream>

#include "base/text.h"
#include "nn/network/operators.h"

namespace raichi {

GraphWriter::Value ScriptWriter::Line(const std::string& expression) {
  const Value out = NewName();
  lines_ += "    " + out + " = " + expression + "\n";
  return out;
}

GraphWriter::Value ScriptWriter::Constant(float value) {
  std::ostringstream text;
  text << std::showpoint << value;
  return text.str();
}

GraphWriter::Value ScriptWriter::Apply(GraphOp op, const std::vector<Value>& in) {
  const Value& x = in[0];
  const auto two = [&](const char* sign) { return Line(in[0] + sign + in[1]); };
  switch (op) {
    case GraphOp::kAdd:
      return two(" + ");
    case GraphOp::kSubtract:
      return two(" - ");
    case GraphOp::kMultiply:
      return two(" * ");
    case GraphOp::kDivide:
      return two(" / ");
    case GraphOp::kMinimum:
      return Line("torch.clamp_max(" + Join(in, ", ") + ")");
    case GraphOp::kMaximum:
      return Line("torch.clamp_min(" + Join(in, ", ") + ")");
    case GraphOp::kRelu:
      return Line("torch.relu(" + x + ")");
    case GraphOp::kExp:
      return Line("torch.exp(" + x + ")");
    case GraphOp::kSqrt:
      return Line("torch.sqrt(" + x + ")");
    case GraphOp::kSoftmax:
      return Line("torch.softmax(" + x + ", 1)");
    case GraphOp::kSumSquares:
      return Line("torch.sum(" + x + ", [2, 3])");
    case GraphOp::kMaxSquares:
      return Line("torch.amax(" + x + ", [2, 3])");
    case GraphOp::kJoin:
      return Line("torch.cat([" + Join(in, ", ") + "], 1)");
    case GraphOp::kPerSquare:
      return Line(x + ".unsqueeze(-1).unsqueeze(-1)");
    case GraphOp::kBySquare:
      return Line(x + ".permute(0, 2, 3, 1).flatten(1)");
    case GraphOp::kPairs:
      return Line("torch.bmm(" + x + ".flatten(2).transpose(1, 2), " + in[1] +
                  ".flatten(2)).flatten(1)");
    case GraphOp::kDropLast:
      return Line(x + ".squeeze(1)");
    case GraphOp::kWiden:
      return half_ ? Line(x + ".float()") : x;
    case GraphOp::kNarrow:
      return half_ ? Line(x + ".to(body)") : x;
  }
  return {};
}

GraphWriter::Value ScriptWriter::Channels(const Value& in, int begin, int end) {
  return Line(in + ".narrow(1, " + std::to_string(begin) + ", " + std::to_string(end - begin) +
              ")");
}

GraphWriter::Value ScriptWriter::Gather(const Value& in, const std::vector<int64_t>& columns) {
  const std::string name = "columns_" + NewName();
  weights_[name] = at::tensor(columns, at::kLong);
  return Line("torch.index_select(" + in + ", 1, self." + name + ")");
}

std::string ScriptWriter::Weight(const std::string& name, const at::Tensor& tensor,
                                 const char* cast) {
  std::string attribute = name;
  std::ranges::replace(attribute, '.', '_');
  weights_[attribute] =
      tensor.to(half_ ? at::kHalf : at::kFloat).clone(at::MemoryFormat::Contiguous);
  return "self." + attribute + (half_ ? cast : "");
}

GraphWriter::Value ScriptWriter::Conv(const Value& in, const std::string& name,
                                      const LayerWeights& layer) {
  const std::string padding = std::to_string(PaddingOf(layer.weight));
  return Line("torch.conv2d(" + in + ", " + Weight(name + ".weight", layer.weight, ".to(body)") +
              ", " + Weight(name + ".bias", layer.bias, ".to(body)") + ", [1, 1], [" + padding +
              ", " + padding + "])");
}

GraphWriter::Value ScriptWriter::Linear(const Value& in, const std::string& name,
                                        const LayerWeights& layer) {
  return Line("torch.addmm(" + Weight(name + ".bias", layer.bias, ".float()") + ", " + in + ", " +
              Weight(name + ".weight", layer.weight, ".float()") + ".t())");
}

void ScriptWriter::Output(const std::string&, const Value& value) { outputs_.push_back(value); }

std::string ScriptWriter::Bytes(const std::map<std::string, std::string>& words) const {
  torch::jit::Module module("raichi");
  for (const auto& [name, tensor] : weights_) module.register_buffer(name, tensor);
  std::string source = "def forward(self, planes: Tensor, numbers: Tensor):\n";
  if (half_) {  // PyTorch's ScalarType numbers: 5 is f16, 6 is f32
    source += "    body = 6\n    if planes.is_cuda:\n        body = 5\n";
  }
  module.define(source + lines_ + "    return " + Join(outputs_, ", ") + "\n");
  std::ostringstream file;
  module.save(file, {{kScriptWords, JsonText(words)}});
  return file.str();
}

}  // namespace raichi
