#include "app/export/input_json.h"

#include "nn/input/encoder.h"

namespace raichi {

Json InputToJson(const Game& game, int canvas) {
  PackedBatch batch(canvas);
  batch.Resize(1);
  EncodeGame(game, true, &batch, 0);
  Json planes = Json::array();
  for (auto row = batch.rows.begin(); row != batch.rows.end(); row += canvas) {
    planes.push_back(std::vector<uint32_t>(row, row + canvas));
  }
  return {{"planes", planes}, {"numbers", batch.globals}};
}

}  // namespace raichi
