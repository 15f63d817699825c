#pragma once

namespace raichi {

/// The chances of a game's results in the model of Davidson (1970), with the attackers ahead by
/// d = 2 `half` natural units of rating:
///   P(attackers win) : P(draw) : P(defenders win) = e^half : nu : e^-half.
struct GameChances {
  double win = 0;  // Of the attackers.
  double draw = 0;
  double loss = 0;
  /// log(e^half + nu + e^-half). The log of a chance is its exponent minus this.
  double log_sum = 0;

  /// The attackers' expected points, their variance, and their derivatives.
  double Score() const { return win + draw / 2; }
  double ScoreVariance() const { return win + draw / 4 - Score() * Score(); }
  double ScoreByHalf() const { return win - (win - loss) * Score(); }
  double ScoreByLogNu() const { return draw * (0.5 - Score()); }
  /// The derivatives of the chance of a draw.
  double DrawByHalf() const { return -draw * (win - loss); }
  double DrawByLogNu() const { return draw * (1 - draw); }
};

GameChances ChancesOf(double half, double log_nu);

}  // namespace raichi
