#pragma once

#include <filesystem>
#include <memory>
#include <string>

namespace raichi {

class ExportedNetwork;
class Inference;
class TrainedNetwork;
struct ExportConfig;
struct Model;
struct TrainConfig;
struct TrainerState;

/// Where and in which precision a network is computed, by exact names: never `auto`.
struct ComputePlace {
  std::string device = "cpu";     // cpu, cuda:0, cuda:1, …
  std::string precision = "f32";  // f32, bf16, fp16

  bool IsGpu() const { return device != "cpu"; }
};

/// The library that computes networks: LibTorch, or a fake in tests. Everything before the rooms
/// that implement it (nn/network to nn/torch) uses it through this interface, which names no type
/// of the library. Safe to call from any thread.
class Backend {
 public:
  virtual ~Backend() = default;

  /// How many GPUs the library can use.
  virtual int CountGpus() = 0;
  /// What the GPU of that number is called: `NVIDIA H200`.
  virtual std::string GpuName(int gpu) = 0;
  /// The fastest precision that a device (an exact name) computes natively.
  virtual std::string NativePrecision(const std::string& device) = 0;
  /// Whether networks can be evaluated on the processor in `precision` (f32, bf16, fp16).
  virtual bool ProcessorComputes(const std::string& precision) = 0;

  /// A model's network for batches of up to `batch` positions.
  virtual std::unique_ptr<Inference> MakeInference(const Model& model, const ComputePlace& place,
                                                   int batch) = 0;
  /// A network to train, with the weights, averages and moments of `state`.
  virtual std::unique_ptr<TrainedNetwork> MakeTrainedNetwork(const TrainConfig& config,
                                                             const TrainerState& state,
                                                             const ComputePlace& place) = 0;
  /// See nn/backend/model_export.h and nn/backend/exported_network.h.
  virtual std::string ExportBytes(const std::filesystem::path& model,
                                  const ExportConfig& config) = 0;
  virtual std::unique_ptr<ExportedNetwork> OpenExportedNetwork(
      const std::filesystem::path& file) = 0;
};

}  // namespace raichi
