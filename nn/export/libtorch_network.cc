#include "base/error.h"
#include "base/files/files.h"
#include "nn/export/libtorch_export.h"
#include "nn/model/folded_network.h"
#include "nn/model/tensor_file.h"
#include "nn/network/tensors.h"

namespace raichi {
namespace {

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

/// Runs an action and rethrows every exception as an Error that names the file.
template <typename Action>
auto Guarded(const std::filesystem::path& file, const char* what, const Action& action) {
  try {
    return action();
  } catch (const Error&) {
    throw;
  } catch (const c10::Error& error) {
    throw Error(file.string() + ": " + what + ": " + FirstLine(error.what_without_backtrace()));
  } catch (const std::exception& error) {
    throw Error(file.string() + ": " + what + ": " + FirstLine(error.what()));
  }
}

class WeightsNetwork : public ExportedNetwork {
 public:
  explicit WeightsNetwork(const std::filesystem::path& path)
      : file_(path),
        network_(
            Guarded(path, "its weights do not fit its architecture", [&] { return Load(path); })) {}

  NetworkAnswers Run(const PackedBatch& positions) override {
    const c10::InferenceMode inference_mode;
    const NetworkInput input = ToInput(positions, at::kCPU, at::kFloat);
    return Guarded(file_, "LibTorch cannot run it", [&] {
      const NetworkOutput out = network_.Forward(input, false, false);
      const at::Tensor moves_left = out.value.select(1, ValueRow::kMovesLeft)
                                        .clamp_max(kMaxLogMovesLeft)
                                        .expm1()
                                        .clamp_min(0);
      return NetworkAnswers{ToFloats(out.Logits()),
                            ToFloats(at::softmax(out.value.narrow(1, ValueRow::kWin, 3), 1)),
                            ToFloats(moves_left)};
    });
  }

 private:
  static Network Load(const std::filesystem::path& path) {
    const FoldedNetwork folded = ReadFoldedNetwork(ReadFile(path, kMaxModelBytes), path);
    WeightMap weights;
    for (size_t i = 0; i < folded.layers.size(); ++i) {
      const Layer& layer = folded.layers[i];
      if (layer.IsAuxiliary()) continue;
      std::vector<int64_t> shape = {layer.out, layer.in};
      if (layer.kind == LayerKind::kConv) shape.insert(shape.end(), {layer.kernel, layer.kernel});
      weights[layer.name + ".weight"] = FromFloats(folded.weights[i].weight, shape, at::kCPU);
      weights[layer.name + ".bias"] = FromFloats(folded.weights[i].bias, {layer.out}, at::kCPU);
    }
    return Network(folded.config, weights);
  }

  std::filesystem::path file_;
  Network network_;
};

}  // namespace

std::unique_ptr<ExportedNetwork> OpenExportByLibTorch(const std::filesystem::path& file) {
  return std::make_unique<WeightsNetwork>(file);
}

}  // namespace raichi
