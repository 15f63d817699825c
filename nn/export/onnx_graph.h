#pragma once

#include <map>
#include <string>

#include "nn/export/model_export.h"
#include "nn/model/layers.h"

namespace raichi {

/// Returns a network without its auxiliary layers as the content of an ONNX file (onnx_writer.h),
/// with `words` as its metadata. The graph derives the board's size from the first plane, so boards
/// of several sizes may share a batch. The precision and the batch of `config` count.
std::string OnnxBytes(const FoldedNetwork& network, const ExportConfig& config,
                      const std::map<std::string, std::string>& words);

}  // namespace raichi
