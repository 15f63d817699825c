#include "nn/backend/loader.h"
#include "nn/torch/torch_backend.h"

namespace raichi {
namespace {

/// These tests are linked with LibTorch and load no library.
const ScopedBackend kLibTorch(&TorchBackend());

}  // namespace
}  // namespace raichi
