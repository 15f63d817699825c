#include <algorithm>
#include <array>

#include "nn/cuda_graph.h"
#include "nn/inference.h"
#include "nn/policy_index.h"
#include "nn/tensors.h"
#include "rules/check.h"

namespace raichi {
namespace {

/// The least of 32, 64, 96, … that holds `count`: few shapes, so few graphs.
int64_t MoveRoom(size_t count) { return static_cast<int64_t>((count + 31) / 32 * 32); }

/// Buffers of fixed shape: on the host (pinned for a GPU) and on the device.
struct Buffer {
  at::Tensor host, device;

  Buffer(at::IntArrayRef shape, at::ScalarType type, at::Device where) {
    const bool pinned = where.type() == at::kCUDA;
    host = at::empty(shape, at::TensorOptions(type).pinned_memory(pinned));
    device = at::empty(shape, at::TensorOptions(type).device(where));
  }
  void Upload() { device.copy_(host, /*non_blocking=*/true); }
  void Download() { host.copy_(device, /*non_blocking=*/true); }
};

/// Packed positions and policy indices cross to the device; planes are made there, legal moves
/// gathered and soft-maxed there; probabilities and values cross back.
class DeviceInference : public Inference {
 public:
  DeviceInference(const Network& network, at::Device device, at::ScalarType precision, int batch)
      : network_(network.Folded(device, precision)),
        precision_(precision),
        batch_(batch),
        canvas_(network.config().canvas),
        positions_(canvas_),
        stream_(device),
        rows_({batch, kPlanes, canvas_}, at::kInt, device),
        numbers_({batch, kGlobals}, at::kFloat, device),
        sides_({batch, 1}, at::kFloat, device),
        value_({batch, 4}, at::kFloat, device) {
    positions_.Resize(batch_);
    for (int i = 0; i < batch_; ++i) EncodePadding(&positions_, i);
  }

  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    const CudaStream::Guard guard(&stream_);
    size_t most = 1;
    for (size_t i = 0; i < leaves.size(); ++i) {
      EncodeGame(*leaves[i].game, true, &positions_, static_cast<int>(i));
      most = std::max(most, leaves[i].moves.size());
    }
    for (auto i = static_cast<int>(leaves.size()); i < batch_; ++i) EncodePadding(&positions_, i);
    Plan& plan = PlanFor(MoveRoom(most));
    FillMoves(leaves, &plan);
    Run(&plan);
    for (size_t i = 0; i < leaves.size(); ++i) ReadOut(plan, i, leaves[i].moves.size(), &out[i]);
  }

  void RunBare() override {
    const CudaStream::Guard guard(&stream_);
    Plan& plan = PlanFor(MoveRoom(1));
    plan.moves.host.zero_();
    Run(&plan);
  }

 private:
  /// What depends on the number of moves that a batch has room for, and on whether it is masked.
  struct Plan {
    Buffer moves;   // [N, room], int64: policy indices, -1 beyond the legal moves
    Buffer priors;  // [N, room], f32
    bool masked;
    CudaGraph graph;
  };

  Plan& PlanFor(int64_t room) {
    const bool masked = std::any_of(positions_.board_sizes.begin(), positions_.board_sizes.end(),
                                    [&](int side) { return side != canvas_; });
    const auto key = std::make_pair(room, masked);
    const auto it = plans_.find(key);
    if (it != plans_.end()) return it->second;
    const at::Device device = rows_.device.device();
    return plans_
        .emplace(key, Plan{Buffer({batch_, room}, at::kLong, device),
                           Buffer({batch_, room}, at::kFloat, device), masked, CudaGraph(device)})
        .first->second;
  }

  void FillMoves(std::span<const LeafRequest> leaves, Plan* plan) {
    const int64_t room = plan->moves.host.size(1);
    auto* index = plan->moves.host.data_ptr<int64_t>();
    std::fill(index, index + batch_ * room, -1);
    for (size_t i = 0; i < leaves.size(); ++i) {
      int64_t* row = index + static_cast<int64_t>(i) * room;
      for (const Move move : leaves[i].moves) *row++ = PolicyIndex(move, canvas_);
    }
  }

  void Run(Plan* plan) {
    std::copy(positions_.rows.begin(), positions_.rows.end(),
              reinterpret_cast<uint32_t*>(rows_.host.data_ptr<int32_t>()));
    std::copy(positions_.globals.begin(), positions_.globals.end(),
              numbers_.host.data_ptr<float>());
    std::copy(positions_.board_sizes.begin(), positions_.board_sizes.end(),
              sides_.host.data_ptr<float>());
    for (Buffer* buffer : {&rows_, &numbers_, &sides_, &plan->moves}) buffer->Upload();
    plan->graph.Run([&] { Compute(plan); });
    value_.Download();
    plan->priors.Download();
    stream_.Wait();
  }

  /// From the device's buffers to the device's buffers.
  void Compute(Plan* plan) {
    NetworkInput input;
    input.planes = ExpandOnDevice(rows_.device, precision_);
    input.numbers = numbers_.device;
    input.sides = sides_.device;
    if (plan->masked) input.mask = input.planes.narrow(1, 0, 1);
    const NetworkOutput output = network_.Forward(input, false, false);
    const at::Tensor& moves = plan->moves.device;
    const at::Tensor logits = output.policy.gather(1, moves.clamp_min(0));
    const at::Tensor priors = logits.masked_fill(moves < 0, -1e9).softmax(1);
    plan->priors.device.copy_(priors);
    value_.device.narrow(1, 0, 3).copy_(output.value.narrow(1, 0, 3).softmax(1));
    value_.device.narrow(1, 3, 1).copy_(output.value.narrow(1, 3, 1).clamp_max(10).expm1());
  }

  void ReadOut(const Plan& plan, size_t i, size_t moves, Evaluation* out) const {
    const float* value = value_.host.data_ptr<float>() + 4 * i;
    out->win = value[0];
    out->draw = value[1];
    out->loss = value[2];
    out->moves_left = std::max(0.0f, value[3]);
    const float* priors =
        plan.priors.host.data_ptr<float>() + static_cast<size_t>(plan.priors.host.size(1)) * i;
    out->priors.assign(priors, priors + moves);
  }

  Network network_;
  at::ScalarType precision_;
  int batch_;
  int canvas_;
  PackedBatch positions_;
  CudaStream stream_;
  Buffer rows_, numbers_, sides_, value_;
  std::map<std::pair<int64_t, bool>, Plan> plans_;
};

}  // namespace

std::unique_ptr<Inference> MakeDeviceInference(const Network& network, at::Device device,
                                               at::ScalarType precision, int batch) {
  return std::make_unique<DeviceInference>(network, device, precision, batch);
}

}  // namespace raichi
