#pragma once

#include <memory>

#include "nn/backend/inference.h"
#include "nn/model/folded_network.h"

namespace raichi {

/// What libraichi_cpu.so computes: networks on the processor by our own code (nn/cpu), which needs
/// no LibTorch. A library of its own, because a program for many processors has one for each kind.
class Processor {
 public:
  virtual ~Processor() = default;
  /// Whether it was compiled for processors that multiply bf16.
  virtual bool MultipliesBf16() const = 0;
  /// Prepares a network for up to `batch` leaves. If `in_bf16` is true, convolutions multiply in
  /// bf16, otherwise in f32.
  virtual std::unique_ptr<Inference> MakeInference(const FoldedNetwork& network, bool in_bf16,
                                                   int batch) const = 0;
};

/// The function of the library that returns its processor, which lives until the process ends.
inline constexpr char kProcessorEntry[] = "raichi_processor";
using ProcessorEntry = const Processor* (*)();

}  // namespace raichi
