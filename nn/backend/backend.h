#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace raichi {

class ExportedNetwork;
class Inference;
class SharedBatch;
class TrainedNetwork;
struct ExportConfig;
struct Model;
struct TrainConfig;
struct TrainerState;

/// Whether a device, other than `auto`, is a GPU; `cuda` stands for all of them.
inline bool IsGpu(const std::string& device) { return device.starts_with("cuda"); }

/// The device and the precision in which a network is computed. Both are exact names, never `auto`.
struct ComputePlace {
  std::string device = "cpu";     // cpu, libtorch (the processor, by LibTorch), cuda:0, cuda:1, …
  std::string precision = "f32";  // f32, bf16, f16

  bool IsGpu() const { return raichi::IsGpu(device); }
};

/// What computes networks: our own code and LibTorch, or a fake in tests. All code outside the
/// folders that implement it (nn/cpu to nn/torch) uses them through this interface, which mentions
/// no types of LibTorch. Thread-safe.
class Backend {
 public:
  virtual ~Backend() = default;

  /// Returns the number of GPUs that the library can use.
  virtual int CountGpus() = 0;
  /// Returns the name of a GPU, such as `NVIDIA H200`. GPUs are numbered from 0.
  virtual std::string GpuName(int gpu) = 0;
  /// Returns the fastest precision that a device (an exact name) computes natively.
  virtual std::string NativePrecision(const std::string& device) = 0;

  /// Prepares a product of two large matrices. Each call of the result computes it once on the
  /// calling thread, waits, and returns its floating-point operations: to measure what a device can
  /// do at best.
  virtual std::function<double()> MakeMatrixProduct(const ComputePlace& place) = 0;

  /// Prepares a model's network for batches of up to `batch` positions.
  virtual std::unique_ptr<Inference> MakeInference(const Model& model, const ComputePlace& place,
                                                   int batch) = 0;
  /// Prepares a model's network for batches of up to `batch` positions that several threads share,
  /// on a GPU.
  virtual std::unique_ptr<SharedBatch> MakeSharedBatch(const Model& model,
                                                       const ComputePlace& place, int batch) = 0;
  /// Prepares a network for training, with the weights, averages and moments of `state`. It
  /// computes one of `ranks` equal parts of the chunks of each step.
  virtual std::unique_ptr<TrainedNetwork> MakeTrainedNetwork(const TrainConfig& config,
                                                             const TrainerState& state,
                                                             const ComputePlace& place,
                                                             int ranks) = 0;
  /// See nn/backend/model_export.h and nn/backend/exported_network.h.
  virtual std::string ExportBytes(const std::filesystem::path& model,
                                  const ExportConfig& config) = 0;
  virtual std::unique_ptr<ExportedNetwork> OpenExportedNetwork(
      const std::filesystem::path& file) = 0;
};

}  // namespace raichi
