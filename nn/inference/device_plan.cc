#include "nn/inference/device_plan.h"

#include <algorithm>
#include <utility>

#include "nn/input/policy_index.h"
#include "nn/network/tensors.h"

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

}  // namespace raichi
