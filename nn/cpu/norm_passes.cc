#include "nn/cpu/norm_passes.h"

#include <algorithm>

namespace raichi {

void MeasureBoards(const float* x, const BoardBatch& boards, float* moments) {
  ForEachBoard(boards, [&]<typename L>(size_t board, size_t c) {
    const size_t side = boards.SideOf(board);
    const float part = 1.0f / static_cast<float>(side * side);
    L mean, spread, value;
    mean.Clear();
    spread.Clear();
    ForEachOnBoard(boards, board, [&](size_t place) {
      value.From(x + place + c);
      ForEachIndex<kLanes<L>>([&](size_t i) { mean.v[i] += value.v[i]; });
    });
    ForEachIndex<kLanes<L>>([&](size_t i) { mean.v[i] *= part; });
    ForEachOnBoard(boards, board, [&](size_t place) {
      value.From(x + place + c);
      ForEachIndex<kLanes<L>>([&](size_t i) {
        value.v[i] -= mean.v[i];
        spread.v[i] += value.v[i] * value.v[i];
      });
    });
    mean.To(moments + 2 * board * boards.channels + c);
    spread.To(moments + (2 * board + 1) * boards.channels + c);
  });
}

NormMoments TotalOf(const float* moments, const BoardBatch& all) {
  const size_t channels = all.channels;
  std::vector<double> mean(channels), spread(channels);
  NormMoments total;
  for (size_t board = all.begin; board < all.end; ++board) {
    const float* const of_board = moments + 2 * board * channels;
    const auto squares = static_cast<double>(all.SideOf(board) * all.SideOf(board));
    const double share = squares / (total.squares + squares);
    for (size_t c = 0; c < channels; ++c) {  // Chan, Golub and LeVeque 1979
      const double distance = of_board[c] - mean[c];
      mean[c] += distance * share;
      spread[c] += of_board[channels + c] + distance * distance * share * total.squares;
    }
    total.squares += squares;
  }
  for (size_t c = 0; c < channels; ++c) {
    total.mean.push_back(static_cast<float>(mean[c]));
    total.variance.push_back(static_cast<float>(spread[c] / total.squares));
  }
  return total;
}

void NormalizeBoards(const float* x, const NormTerms& terms, const BoardBatch& boards, float* y) {
  ForEachBoard(boards, [&]<typename L>(size_t board, size_t c) {
    L mean, factor, bias, off, value, residual;
    mean.From(terms.mean + c);
    factor.From(terms.factor + c);
    bias.From(terms.bias + c);
    off.FromAny(terms.board_bias == nullptr ? nullptr
                                            : terms.board_bias + board * boards.channels + c);
    ForEachIndex<kLanes<L>>([&](size_t i) { bias.v[i] += off.v[i]; });
    const auto store = [&](size_t place) {
      value.Rectify();
      value.To(y + place + c);
    };
    const auto normalize = [&](size_t place) {
      value.From(x + place + c);
      ForEachIndex<kLanes<L>>(
          [&](size_t i) { value.v[i] = (value.v[i] - mean.v[i]) * factor.v[i] + bias.v[i]; });
    };
    if (terms.residual == nullptr) {
      ForEachOnBoard(boards, board, [&](size_t place) {
        normalize(place);
        store(place);
      });
    } else {
      ForEachOnBoard(boards, board, [&](size_t place) {
        normalize(place);
        residual.From(terms.residual + place + c);
        ForEachIndex<kLanes<L>>([&](size_t i) { value.v[i] += residual.v[i]; });
        store(place);
      });
    }
    if (terms.masked) off.Clear();
    ForEachOffBoard(boards, board, [&](size_t place) {
      value = off;
      store(place);
    });
  });
}

void SumGradients(const NormResult& result, const BoardBatch& boards, float* sums, float* of_sum) {
  ForEachBoard(boards, [&]<typename L>(size_t board, size_t c) {
    L mean, on_board, all, products, y, gradient, x;
    mean.From(result.mean + c);
    on_board.Clear();
    products.Clear();
    const auto load = [&](size_t place) {
      y.From(result.y + place + c);
      gradient.From(result.dy + place + c);
      gradient.KeepPositive(y);
    };
    const auto add = [&](size_t place) {
      load(place);
      x.From(result.x + place + c);
      ForEachIndex<kLanes<L>>([&](size_t i) {
        on_board.v[i] += gradient.v[i];
        products.v[i] += gradient.v[i] * (x.v[i] - mean.v[i]);
      });
    };
    if (of_sum == nullptr) {
      ForEachOnBoard(boards, board, add);
    } else {
      ForEachOnBoard(boards, board, [&](size_t place) {
        add(place);
        gradient.To(of_sum + place + c);
      });
    }
    all = on_board;
    ForEachOffBoard(boards, board, [&](size_t place) {
      load(place);
      ForEachIndex<kLanes<L>>([&](size_t i) { all.v[i] += gradient.v[i]; });
      if (of_sum != nullptr) gradient.To(of_sum + place + c);
    });
    float* const to = sums + board * kNormSums * boards.channels + c;
    all.To(to + kSumOfAll * boards.channels);
    on_board.To(to + kSumOnBoard * boards.channels);
    products.To(to + kSumOfProducts * boards.channels);
  });
}

void DifferentiateNorm(const NormResult& result, const NormSlopes& slopes, const BoardBatch& boards,
                       float* dx) {
  const size_t first = boards.begin * boards.Size();
  ForEachBoard(boards, [&]<typename L>(size_t board, size_t c) {
    L mean, factor, shift, slope, x, y, gradient;
    mean.From(result.mean + c);
    factor.From(slopes.factor + c);
    shift.From(slopes.shift + c);
    slope.From(slopes.slope + c);
    ForEachOnBoard(boards, board, [&](size_t place) {
      x.From(result.x + place + c);
      y.From(result.y + place + c);
      gradient.From(result.dy + place + c);
      gradient.KeepPositive(y);
      ForEachIndex<kLanes<L>>([&](size_t i) {
        x.v[i] = gradient.v[i] * factor.v[i] - shift.v[i] - (x.v[i] - mean.v[i]) * slope.v[i];
      });
      x.To(dx + (place - first) + c);
    });
    x.Clear();
    ForEachOffBoard(boards, board, [&](size_t place) { x.To(dx + (place - first) + c); });
  });
}

void ClearOffBoards(const BoardBatch& boards, float* x) {
  for (size_t board = boards.begin; board < boards.end; ++board) {
    ForEachOffBoard(boards, board,
                    [&](size_t place) { std::fill_n(x + place, boards.channels, 0.0f); });
  }
}

void PoolBoards(const float* x, const BoardBatch& boards, float* features) {
  ForEachBoard(boards, [&]<typename L>(size_t board, size_t c) {
    const size_t first = 3 * board * boards.channels + c;
    const auto side = static_cast<float>(boards.SideOf(board));
    L sum, most, value;
    sum.Clear();
    most.Clear();
    ForEachOnBoard(boards, board, [&](size_t place) {
      value.From(x + place + c);
      ForEachIndex<kLanes<L>>([&](size_t i) {
        sum.v[i] += value.v[i];
        most.v[i] = value.v[i] > most.v[i] ? value.v[i] : most.v[i];
      });
    });
    ForEachIndex<kLanes<L>>([&](size_t i) {
      sum.v[i] /= side * side;
      value.v[i] = sum.v[i] * ((side - 9.0f) / 10.0f);
    });
    sum.To(features + first);
    value.To(features + first + boards.channels);
    most.To(features + first + 2 * boards.channels);
  });
}

void DifferentiatePool(const float* x, const float* features, const float* of_features,
                       const BoardBatch& boards, float* dx) {
  ForEachBoard(boards, [&]<typename L>(size_t board, size_t c) {
    const size_t first = 3 * board * boards.channels + c;
    const auto side = static_cast<float>(boards.SideOf(board));
    L most, of_most, base, count, value, zero;
    most.From(features + first + 2 * boards.channels);
    of_most.From(of_features + first + 2 * boards.channels);
    base.From(of_features + first);
    value.From(of_features + first + boards.channels);
    zero.Clear();
    count.Clear();
    ForEachIndex<kLanes<L>>([&](size_t i) {
      base.v[i] = (base.v[i] + value.v[i] * ((side - 9.0f) / 10.0f)) / (side * side);
    });
    ForEachOnBoard(boards, board, [&](size_t place) {
      value.From(x + place + c);
      ForEachIndex<kLanes<L>>(
          [&](size_t i) { count.v[i] += value.v[i] == most.v[i] ? zero.v[i] + 1.0f : zero.v[i]; });
    });
    ForEachIndex<kLanes<L>>([&](size_t i) { of_most.v[i] /= count.v[i]; });
    ForEachOnBoard(boards, board, [&](size_t place) {
      value.From(x + place + c);
      ForEachIndex<kLanes<L>>([&](size_t i) {
        value.v[i] = base.v[i] + (value.v[i] == most.v[i] ? of_most.v[i] : zero.v[i]);
      });
      value.To(dx + place + c);
    });
    ForEachOffBoard(boards, board, [&](size_t place) { zero.To(dx + place + c); });
  });
}

}  // namespace raichi
