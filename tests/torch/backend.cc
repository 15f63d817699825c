#include "nn/backend/loader.h"
#include "nn/torch/torch_backend.h"

namespace raichi {
namespace {

/// These tests link LibTorch directly instead of loading libraichi_torch.so.
const ScopedBackend kLibTorch(&TorchBackend());

}  // namespace
}  // namespace raichi
