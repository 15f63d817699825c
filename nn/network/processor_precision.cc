#include "nn/network/processor_precision.h"

#include "nn/cpu/bf16.h"

namespace raichi {

bool ProcessorComputes(at::ScalarType precision) {
  return precision == at::kFloat || (precision == at::kBFloat16 && kMultipliesBf16);
}

}  // namespace raichi
