#pragma once

namespace raichi {

/// Enum values and field numbers of onnx.proto that Raichi writes or reads.
enum OnnxType { kOnnxFloat = 1, kOnnxInt64 = 7, kOnnxFloat16 = 10 };
enum OnnxAttributeType { kOnnxAttributeInt = 2, kOnnxAttributeInts = 7 };
namespace onnx_model {
enum { kIr = 1, kProducer = 2, kProducerVersion = 3, kGraph = 7, kOperators = 8, kWords = 14 };
}
namespace onnx_graph {
enum { kNode = 1, kName = 2, kTensor = 5, kInput = 11, kOutput = 12 };
}
namespace onnx_node {
enum { kInput = 1, kOutput = 2, kName = 3, kType = 4, kAttribute = 5 };
}
namespace onnx_attribute {
enum { kName = 1, kInt = 3, kInts = 8, kType = 20 };
}
namespace onnx_tensor {
enum { kShape = 1, kType = 2, kFloats = 4, kName = 8, kBytes = 9 };
}
namespace onnx_word {  // an entry of metadata_props
enum { kKey = 1, kValue = 2 };
}

}  // namespace raichi
