#include "nn/backend/loader.h"
#include "nn/torch/torch_backend.h"

extern "C" const raichi::Processor* raichi_processor();

namespace raichi {
namespace {

/// These tests link both libraries of networks directly instead of loading them.
class LinkedBackend : public OwnBackend {
  const Processor& OwnCode() override { return *raichi_processor(); }
  Backend& LibTorch() override { return TorchBackend(); }
};

LinkedBackend linked;
const ScopedBackend kLinked(&linked);

}  // namespace
}  // namespace raichi
