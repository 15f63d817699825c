#pragma once

#include "nn/backend/backend.h"
#include "nn/backend/processor.h"

namespace raichi {

/// Computes networks on the processor by our own code, and asks LibTorch for all else.
class OwnBackend : public Backend {
 public:
  int CountGpus() override;
  std::string GpuName(int gpu) override { return LibTorch().GpuName(gpu); }
  std::string NativePrecision(const std::string& device) override;
  std::function<double()> MakeMatrixProduct(const ComputePlace& place) override {
    return LibTorch().MakeMatrixProduct(place);
  }
  std::unique_ptr<Inference> MakeInference(const Model& model, const ComputePlace& place,
                                           int batch) override;
  std::unique_ptr<SharedBatch> MakeSharedBatch(const Model& model, const ComputePlace& place,
                                               int batch) override;
  std::unique_ptr<TrainedNetwork> MakeTrainedNetwork(const TrainConfig& config,
                                                     const TrainerState& state,
                                                     const ComputePlace& place, int ranks) override;
  std::string ExportBytes(const std::filesystem::path& model, const ExportConfig& config) override {
    return LibTorch().ExportBytes(model, config);
  }
  std::unique_ptr<ExportedNetwork> OpenExportedNetwork(const std::filesystem::path& file) override;

 private:
  /// Each is asked only when it is needed, and may throw.
  virtual const Processor& OwnCode() = 0;
  virtual Backend& LibTorch() = 0;
};

}  // namespace raichi
