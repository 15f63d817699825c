#pragma once

#include <string>

namespace raichi {

/// How many GPUs LibTorch can use.
int CountGpus();

/// The device of one of several workers: where `device` is `auto` or `cuda` and there are GPUs, one
/// of them in turn; else what it says.
std::string DeviceOfWorker(const std::string& device, int worker, int gpus = CountGpus());

}  // namespace raichi
