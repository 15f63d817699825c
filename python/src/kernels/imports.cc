// What a library of nn/cpu calls of the module (python/src/kernels.h): the same functions, by way
// of a table.

#include "mcts/softmax.h"
#include "python/src/kernels.h"

namespace raichi {
namespace {

KernelImports module;

}  // namespace

void EncodeGame(const Game& game, bool show_last_moves, PackedBatch* batch, int index) {
  module.encode_game(game, show_last_moves, batch, index);
}
void EncodePadding(PackedBatch* batch, int index) { module.encode_padding(batch, index); }
void PackedBatch::Resize(int count) { module.resize(this, count); }
std::vector<std::vector<int>> FinishedAfter(const std::vector<Layer>& layers) {
  return module.finished_after(layers);
}
bool Layer::IsAuxiliary() const { return module.is_auxiliary(*this); }
void Softmax(std::span<float> logits) { module.softmax(logits); }

}  // namespace raichi

extern "C" void raichi_kernels(const raichi::KernelImports& imports) { raichi::module = imports; }
