#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "nn/export/model_import.h"
#include "nn/model/fold_norms.h"
#include "nn/model/weights.h"

namespace raichi {
namespace {

using Eigen::ArrayXd;
using Values = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Features = Eigen::VectorXf;

/// Sums over the squares of boards, for each channel of a convolution without its bias.
struct NormSums {
  ArrayXd sum, squares;
};

/// Computes the body and the heads' convolutions of a network for one position after another,
/// slowly and plainly, and sums what its norms would see.
class NormMeter {
 public:
  explicit NormMeter(const FoldedNetwork& network)
      : network_(network), side_(network.config.canvas), sums_(network.layers.size()) {
    for (size_t i = 0; i < sums_.size(); ++i) {
      sums_[i].sum = sums_[i].squares = ArrayXd::Zero(network.layers[i].out);
    }
  }

  void Add(PackedBatch* positions, int index) {
    values_.assign(network_.layers.size(), Values());
    numbers_ = Eigen::Map<const Features>(positions->GlobalsOf(index).data(), kGlobals);
    planes_.resize(kPlanes, side_ * side_);
    const auto rows = positions->RowsOf(index);
    for (int i = 0; i < kPlanes * side_; ++i) {
      for (int x = 0; x < side_; ++x) {
        planes_(i / side_, i % side_ * side_ + x) =
            static_cast<float>(rows[static_cast<size_t>(i)] >> x & 1);
      }
    }
    board_ = planes_.row(static_cast<int>(Plane::kBoard));
    squares_ += board_.sum();
    for (size_t i = 0; i < network_.layers.size(); ++i) {
      if (network_.layers[i].kind == LayerKind::kConv) values_[i] = Conv(i);
    }
  }

  const NormSums& sums(size_t layer) const { return sums_[layer]; }
  double squares() const { return squares_; }

 private:
  const Layer& LayerAt(int index) const { return network_.layers[static_cast<size_t>(index)]; }
  const Values& ValueOf(int layer) const {
    return layer == Layer::kPlanesInput ? planes_ : values_[static_cast<size_t>(layer)];
  }
  Eigen::Map<const Values> WeightsOf(size_t i) const {
    const std::vector<float>& weights = network_.weights[i].weight;
    const int out = network_.layers[i].out;
    return {weights.data(), out, static_cast<int>(weights.size()) / out};
  }
  Eigen::Map<const Features> BiasOf(size_t i) const {
    return {network_.weights[i].bias.data(), network_.layers[i].out};
  }

  Values Conv(size_t i) {
    const Layer& layer = network_.layers[i];
    Values out = WeightsOf(i) * Neighbours(ValueOf(layer.input), layer.kernel);
    const Values seen = out.array().rowwise() * board_.array();
    sums_[i].sum += seen.rowwise().sum().cast<double>().array();
    sums_[i].squares += seen.rowwise().squaredNorm().cast<double>().array();
    out.colwise() += BiasOf(i);
    if (layer.bias >= 0) out.colwise() += Linear(static_cast<size_t>(layer.bias));
    if (layer.residual >= 0) out += ValueOf(layer.residual);
    return out.cwiseMax(0).array().rowwise() * board_.array();
  }

  /// Returns for each square (column) the numbers on the kernel around it; 0 beyond the canvas.
  Values Neighbours(const Values& x, int kernel) const {
    Values around = Values::Zero(x.rows() * kernel * kernel, x.cols());
    const int reach = kernel / 2;
    for (int tap = 0; tap < kernel * kernel; ++tap) {
      const int dy = tap / kernel - reach, dx = tap % kernel - reach;
      for (int square = 0; square < side_ * side_; ++square) {
        const int y = square / side_ + dy, from = square % side_ + dx;
        if (y < 0 || y >= side_ || from < 0 || from >= side_) continue;
        for (int c = 0; c < x.rows(); ++c) {
          around(c * kernel * kernel + tap, square) = x(c, y * side_ + from);
        }
      }
    }
    return around;
  }

  Features Linear(size_t i) const {
    const Layer& layer = network_.layers[i];
    return WeightsOf(i) * (layer.pools ? Pool(ValueOf(layer.input)) : numbers_) + BiasOf(i);
  }

  /// Means, scaled means and maxima over the squares of the board, off which x is 0.
  Features Pool(const Values& x) const {
    const float area = board_.sum();
    const Features mean = x.rowwise().sum() / area;
    Features pooled(3 * x.rows());
    pooled << mean, mean * (std::sqrt(area) - 9) / 10, x.rowwise().maxCoeff();
    return pooled;
  }

  const FoldedNetwork& network_;
  int side_;
  std::vector<NormSums> sums_;  // by layer
  double squares_ = 0;
  std::vector<Values> values_;  // of convolutions, by layer: [channel][square]
  Values planes_;
  Features numbers_;
  Eigen::RowVectorXf board_;
};

}  // namespace

void MeasureNorms(PackedBatch* positions, Model* model) {
  const FoldedNetwork network = FoldNorms(*model);
  NormMeter meter(network);
  for (int i = 0; i < positions->size(); ++i) meter.Add(positions, i);
  std::map<std::string, std::vector<float>> arrays;
  for (size_t i = 0; i < network.layers.size(); ++i) {
    const Layer& layer = network.layers[i];
    if (layer.kind != LayerKind::kConv) continue;
    for (int c = 0; c < layer.out; ++c) {
      const double mean = meter.sums(i).sum[c] / meter.squares();
      const double variance = meter.sums(i).squares[c] / meter.squares() - mean * mean;
      arrays[layer.name + ".mean"].push_back(static_cast<float>(mean));
      arrays[layer.name + ".variance"].push_back(static_cast<float>(std::max(0.0, variance)));
      arrays[layer.name + ".scale"].push_back(
          std::sqrt(arrays[layer.name + ".variance"].back() + static_cast<float>(kNormEpsilon)));
      arrays[layer.name + ".bias"].push_back(network.weights[i].bias[static_cast<size_t>(c)] +
                                             static_cast<float>(mean));
    }
    arrays[layer.name + ".conv"] = network.weights[i].weight;
  }
  SetArrays(arrays, model);
}

}  // namespace raichi
