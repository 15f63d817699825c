#include "nn/backend/own_backend.h"

#include "nn/backend/exported_network.h"
#include "nn/backend/trained_network.h"
#include "nn/model/fold_norms.h"

namespace raichi {

int OwnBackend::CountGpus() { return LibTorch().CountGpus(); }

std::string OwnBackend::NativePrecision(const std::string& device) {
  if (device == "libtorch") return "f32";
  if (device != "cpu") return LibTorch().NativePrecision(device);
  return OwnCode().MultipliesBf16() ? "bf16" : "f32";
}

std::unique_ptr<Inference> OwnBackend::MakeInference(const Model& model, const ComputePlace& place,
                                                     int batch) {
  if (place.device != "cpu") return LibTorch().MakeInference(model, place, batch);
  return OwnCode().MakeInference(FoldNorms(model), place.precision == "bf16", batch);
}

std::unique_ptr<SharedBatch> OwnBackend::MakeSharedBatch(const Model& model,
                                                         const ComputePlace& place, int batch) {
  return LibTorch().MakeSharedBatch(model, place, batch);
}

std::unique_ptr<TrainedNetwork> OwnBackend::MakeTrainedNetwork(const TrainConfig& config,
                                                               const TrainerState& state,
                                                               const ComputePlace& place,
                                                               int ranks) {
  return LibTorch().MakeTrainedNetwork(config, state, place, ranks);
}

std::unique_ptr<ExportedNetwork> OwnBackend::OpenExportedNetwork(
    const std::filesystem::path& file) {
  return LibTorch().OpenExportedNetwork(file);
}

}  // namespace raichi
