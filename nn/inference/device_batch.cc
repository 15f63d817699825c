#include "nn/inference/device_batch.h"

#include <algorithm>
#include <utility>

#include "nn/inference/inference.h"
#include "nn/input/policy_index.h"
#include "nn/network/operators.h"

namespace raichi {

static_assert(PolicySize(kMaxBoardSize) <= 1 << 15, "policy indices cross as 16 bits");

DeviceBuffer::DeviceBuffer(at::IntArrayRef shape, at::ScalarType type, at::Device where)
    : host(at::empty(shape, at::TensorOptions(type).pinned_memory(where.is_cuda()))),
      device(at::empty(shape, at::TensorOptions(type).device(where))) {}

DeviceBuffer::DeviceBuffer(at::Tensor on_host, at::Tensor on_device)
    : host(std::move(on_host)), device(std::move(on_device)) {}

DeviceBuffer DeviceBuffer::First(int64_t rows) const {
  return {host.narrow(0, 0, rows), device.narrow(0, 0, rows)};
}

PositionBuffers::PositionBuffers(int batch, int canvas, at::Device where)
    : rows({batch, kPlanes, canvas}, at::kInt, where),
      numbers({batch, kGlobals}, at::kFloat, where),
      sides({batch, 1}, at::kFloat, where),
      value({batch, 4}, at::kFloat, where) {}

void PositionBuffers::Set(size_t i, const PackedBatch& positions) {
  const auto copy_row = [i](const auto& from, auto* to, const DeviceBuffer& buffer) {
    const auto length = static_cast<size_t>(buffer.host.stride(0));
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(i * length), length, to + i * length);
  };
  copy_row(positions.rows, reinterpret_cast<uint32_t*>(rows.host.data_ptr<int32_t>()), rows);
  copy_row(positions.globals, numbers.host.data_ptr<float>(), numbers);
  copy_row(positions.board_sizes, sides.host.data_ptr<float>(), sides);
}

DevicePlan::DevicePlan(const PlanKey& key, const PositionBuffers& all)
    : key_(key),
      rows_(all.rows.First(key.batch)),
      numbers_(all.numbers.First(key.batch)),
      sides_(all.sides.First(key.batch)),
      value_(all.value.First(key.batch)),
      moves_({key.batch, key.room}, at::kShort, all.rows.device.device()),
      priors_({key.batch, key.room}, at::kFloat, all.rows.device.device()) {
  moves_.host.fill_(-1);
}

void DevicePlan::SetMoves(size_t i, std::span<const int16_t> indices) {
  const auto room = static_cast<size_t>(key_.room);
  int16_t* const row = moves_.host.data_ptr<int16_t>() + i * room;
  std::fill(std::ranges::copy(indices, row).out, row + room, int16_t{-1});
}

void DevicePlan::Upload() {
  for (DeviceBuffer* buffer : {&rows_, &numbers_, &sides_, &moves_}) buffer->Upload();
}

void DevicePlan::Compute(const Network& network, at::ScalarType precision) {
  NetworkInput input;
  input.planes = ExpandOnDevice(rows_.device, precision);
  input.numbers = numbers_.device;
  input.sides = sides_.device;
  if (key_.masked) input.mask = BoardMask(input.planes);
  const NetworkOutput output = network.Forward(input, false, false);
  const at::Tensor moves = moves_.device.to(at::kLong);
  const at::Tensor logits = output.LogitsOf(moves.clamp_min(0));
  priors_.device.copy_(logits.masked_fill(moves < 0, -1e9).softmax(1));
  const at::Tensor wdl = output.value.narrow(1, ValueRow::kWin, 3);
  const at::Tensor log_moves_left = output.value.narrow(1, ValueRow::kMovesLeft, 1);
  value_.device.narrow(1, 0, 3).copy_(wdl.softmax(1));
  value_.device.narrow(1, 3, 1).copy_(log_moves_left.clamp_max(kMaxLogMovesLeft).expm1());
}

void DevicePlan::Download() {
  value_.Download();
  priors_.Download();
}

std::vector<float> DevicePlan::Values() const { return ToFloats(value_.host); }

void DevicePlan::ReadOut(size_t i, size_t moves, Evaluation* out) const {
  const float* value = value_.host.data_ptr<float>() + 4 * i;
  out->win = value[0];
  out->draw = value[1];
  out->loss = value[2];
  out->moves_left = std::max(0.0f, value[3]);
  const float* priors = priors_.host.data_ptr<float>() + static_cast<size_t>(key_.room) * i;
  out->priors.assign(priors, priors + moves);
}

namespace {

constexpr size_t kLeastBatch = 8;

/// Rounds `count` up to a multiple of 32. Fewer different shapes need fewer graphs.
int64_t MoveRoom(size_t count) { return static_cast<int64_t>((count + 31) / 32 * 32); }

/// Returns the smallest of 8, 16, 32, … that is at least `count`, but at most `most`.
int64_t BatchFor(size_t count, size_t most) {
  size_t batch = kLeastBatch;
  while (batch < count) batch *= 2;
  return static_cast<int64_t>(std::min(batch, most));
}

}  // namespace

DeviceBatch::DeviceBatch(std::unique_ptr<CudaStream> stream, const Network& network,
                         at::Device device, at::ScalarType precision, int batch)
    : stream_(std::move(stream)),
      graphs_(device),
      network_(network.Folded(device, precision)),
      precision_(precision),
      positions_(network.config().canvas),
      moves_(static_cast<size_t>(batch)),
      buffers_(batch, positions_.canvas, device) {
  positions_.Resize(batch);
  for (int i = 0; i < batch; ++i) {
    EncodePadding(&positions_, i);
    buffers_.Set(static_cast<size_t>(i), positions_);
  }
  stream_->Wait();
}

void DeviceBatch::Load(const BatchPart& part) {
  for (size_t i = part.first; i < part.end(); ++i) {
    const LeafRequest& leaf = part.leaves[i - part.first];
    EncodeGame(*leaf.game, true, &positions_, static_cast<int>(i));
    buffers_.Set(i, positions_);
    moves_[i].clear();
    for (const Move move : leaf.moves) {
      moves_[i].push_back(static_cast<int16_t>(PolicyIndex(move, positions_.canvas)));
    }
  }
}

void DeviceBatch::Compute(std::span<const BatchPart> parts) {
  size_t end = 0, most_moves = 1;
  bool masked = false;
  for (const BatchPart& part : parts) {
    end = std::max(end, part.end());
    for (size_t i = part.first; i < part.end(); ++i) {
      most_moves = std::max(most_moves, moves_[i].size());
      masked |= positions_.board_sizes[i] != positions_.canvas;
    }
  }
  Run({BatchFor(end, moves_.size()), MoveRoom(most_moves), masked}, parts);
}

void DeviceBatch::Read(const BatchPart& part, std::span<Evaluation> out) const {
  for (size_t i = 0; i < part.leaves.size(); ++i) {
    last_->ReadOut(part.first + i, part.leaves[i].moves.size(), &out[i]);
  }
}

std::vector<float> DeviceBatch::ComputeBare() {
  Run({static_cast<int64_t>(moves_.size()), MoveRoom(1), false}, {});
  return last_->Values();
}

void DeviceBatch::Run(const PlanKey& key, std::span<const BatchPart> parts) {
  const InferenceGuard inference;
  const CudaStream::Guard guard(stream_.get());
  auto& [plan, number] = PlanFor(key);
  for (const BatchPart& part : parts) {
    for (size_t i = part.first; i < part.end(); ++i) plan.SetMoves(i, moves_[i]);
  }
  plan.Upload();
  graphs_.Run(number, [&plan = plan, this] { plan.Compute(network_, precision_); });
  plan.Download();
  stream_->Wait();
  last_ = &plan;
}

DeviceBatch::Numbered& DeviceBatch::PlanFor(const PlanKey& key) {
  const auto it = plans_.find(key);
  if (it != plans_.end()) return it->second;
  const auto number = static_cast<int>(plans_.size());
  return plans_.emplace(key, Numbered{DevicePlan(key, buffers_), number}).first->second;
}

std::unique_ptr<DeviceBatch> MakeDeviceBatch(const Network& network, at::Device device,
                                             at::ScalarType precision, int batch) {
  const InferenceGuard inference;
  if (device.is_cuda()) at::globalContext().setBenchmarkCuDNN(true);
  auto stream = std::make_unique<CudaStream>(device);
  const CudaStream::Guard guard(stream.get());
  return std::make_unique<DeviceBatch>(std::move(stream), network, device, precision, batch);
}

}  // namespace raichi
