// Many games at once, for reinforcement learning.

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/variant.h>

#include <algorithm>
#include <span>
#include <vector>

#include "base/error.h"
#include "bindings.h"
#include "nn/input/encoder.h"
#include "nn/input/policy_index.h"

namespace raichi {
namespace {

namespace nb = nanobind;
using namespace nb::literals;

using Actions = nb::ndarray<const int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

constexpr int kMostGames = 1 << 20;
constexpr int kMostPlies = 1'000'000;

/// A NumPy array that Python may only read and that lives as long as anybody uses it; its numbers.
template <typename T>
struct Shared {
  explicit Shared(std::initializer_list<size_t> shape) {
    size_t count = 1;
    for (const size_t side : shape) count *= side;
    numbers = {new T[count](), count};
    const nb::capsule owner(numbers.data(), [](void* p) noexcept { delete[] static_cast<T*>(p); });
    object = nb::cast(nb::ndarray<nb::numpy, const T>(numbers.data(), shape, owner));
  }
  nb::object object;
  std::span<T> numbers;
};

/// Games of one rule set side by side. Each step plays one move in every game and begins those anew
/// that end. The arrays belong to the object and are written over by the next step.
class VectorEnv {
 public:
  VectorEnv(std::shared_ptr<Rules> rules, size_t count, int most_plies)
      : rules_(std::move(rules)),
        side_(static_cast<size_t>(rules_->size())),
        actions_(static_cast<size_t>(PolicySize(rules_->size()))),
        most_plies_(most_plies),
        games_(count, Game(rules_)),
        moves_(count),
        packed_(rules_->size()),
        planes_({count, size_t{kPlanes}, side_, side_}),
        numbers_({count, size_t{kGlobals}}),
        masks_({count, actions_}),
        to_move_({count}),
        rewards_({count}),
        terminated_({count}),
        truncated_({count}) {
    if (games_.front().IsOver()) throw Error("rules: their games are over before the first move");
    packed_.Resize(1);
    observation_["planes"] = planes_.object;
    observation_["numbers"] = numbers_.object;
    observation_["action_mask"] = masks_.object;
    observation_["to_move"] = to_move_.object;
    Reset();
  }
  VectorEnv(const VectorEnv&) = delete;
  VectorEnv& operator=(const VectorEnv&) = delete;

  const std::shared_ptr<Rules>& rules() const { return rules_; }
  size_t count() const { return games_.size(); }
  size_t actions() const { return actions_; }

  nb::object Begin() {
    const Busy busy(&is_busy_);
    {
      const nb::gil_scoped_release others;
      Reset();
    }
    return observation_;
  }

  nb::tuple Step(const Actions& actions) {
    if (actions.shape(0) != count()) {
      throw Error("actions: expected " + std::to_string(count()) + ", found " +
                  std::to_string(actions.shape(0)));
    }
    const Busy busy(&is_busy_);
    {
      const nb::gil_scoped_release others;
      for (size_t i = 0; i < count(); ++i) Play(i, actions.data()[i]);
    }
    return nb::make_tuple(observation_, rewards_.object, terminated_.object, truncated_.object,
                          nb::dict());
  }

  Game GameAt(Whole index) {
    const Busy busy(&is_busy_);
    return games_[static_cast<size_t>(
        CheckRange("index", index, 0, static_cast<int>(count()) - 1))];
  }

 private:
  /// Guards the games against a second thread. The interpreter's lock guards the flag.
  class Busy {
   public:
    explicit Busy(bool* flag) : flag_(flag) {
      if (*flag_) throw Error("the environment is used by another thread now");
      *flag_ = true;
    }
    ~Busy() { *flag_ = false; }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

   private:
    bool* flag_;
  };

  void Reset() {
    for (size_t i = 0; i < count(); ++i) {
      games_[i] = Game(rules_);
      Observe(i);
    }
  }

  void Play(size_t i, int64_t action) {
    Game& game = games_[i];
    const Side mover = game.to_move();
    const Move* const move = std::ranges::find_if(
        moves_[i], [&](Move legal) { return static_cast<int64_t>(IndexOf(legal)) == action; });
    const bool is_legal = move != moves_[i].end();
    if (is_legal) game.Play(*move);
    const bool is_over = !is_legal || game.IsOver();
    const bool is_cut = !is_over && most_plies_ > 0 && game.ply() >= most_plies_;
    rewards_.numbers[i] = is_legal ? ValueFor(mover, game.result()) : -1;
    terminated_.numbers[i] = is_over;
    truncated_.numbers[i] = is_cut;
    if (is_over || is_cut) game = Game(rules_);
    Observe(i);
  }

  void Observe(size_t i) {
    const Game& game = games_[i];
    game.LegalMoves(&moves_[i]);
    const std::span mask = masks_.numbers.subspan(i * actions_, actions_);
    std::ranges::fill(mask, int8_t{0});
    for (const Move move : moves_[i]) mask[IndexOf(move)] = 1;
    EncodeGame(game, true, &packed_, 0);
    uint8_t* plane = &planes_.numbers[i * kPlanes * side_ * side_];
    for (const uint32_t row : packed_.RowsOf(0)) {
      for (size_t x = 0; x < side_; ++x) *plane++ = static_cast<uint8_t>(row >> x & 1);
    }
    std::ranges::copy(packed_.GlobalsOf(0), &numbers_.numbers[i * kGlobals]);
    to_move_.numbers[i] = game.to_move() == Side::kAttackers ? 0 : 1;
  }

  size_t IndexOf(Move move) const { return static_cast<size_t>(PolicyIndex(move, rules_->size())); }

  std::shared_ptr<Rules> rules_;
  size_t side_, actions_;
  int most_plies_;
  std::vector<Game> games_;
  std::vector<MoveList> moves_;  // the legal moves, which the masks show
  PackedBatch packed_;
  Shared<uint8_t> planes_;
  Shared<float> numbers_;
  Shared<int8_t> masks_, to_move_;
  Shared<float> rewards_;
  Shared<bool> terminated_, truncated_;
  nb::dict observation_;
  bool is_busy_ = false;
};

}  // namespace

void BindVectorEnv(nb::module_& module) {
  nb::class_<VectorEnv>(
      module, "VectorEnv", nb::is_weak_referenceable(),
      "Many games of one rule set side by side, for reinforcement learning with moves for both "
      "sides. An observation is a dictionary of arrays, each with a row for each game: `planes` "
      "uint8 [n, 24, S, S] and `numbers` float32 [n, 120] (docs/network.md), `action_mask` int8 "
      "[n, policy_size(S)], 1 for each legal action, and `to_move` int8 [n], 0 for attackers, 1 "
      "for defenders. The arrays are the object's own, to be read only: reset() and step() write "
      "over them, so copy what you keep.")
      .def(
          "__init__",
          [](VectorEnv* self, const RulesOrName& rules, Whole num_envs, Whole max_plies) {
            new (self)
                VectorEnv(ToRules(rules),
                          static_cast<size_t>(CheckRange("num_envs", num_envs, 1, kMostGames)),
                          CheckRange("max_plies", max_plies, 0, kMostPlies));
          },
          "rules"_a, "num_envs"_a, "max_plies"_a = 0,
          "`rules` is a rule set or its name. After `max_plies` a game is truncated; 0: never.")
      .def_prop_ro("rules", &VectorEnv::rules, "The rule set.")
      .def_prop_ro("num_envs", &VectorEnv::count, "The number of games.")
      .def_prop_ro("num_actions", &VectorEnv::actions, "The number of actions: policy_size(S).")
      .def("reset", &VectorEnv::Begin,
           nb::sig("def reset(self) -> dict[str, numpy.typing.NDArray[typing.Any]]"),
           "Begins all games anew, and returns the observation.")
      .def(
          "step", &VectorEnv::Step, "actions"_a,
          nb::sig("def step(self, actions: numpy.typing.NDArray[numpy.int64]) -> tuple["
                  "dict[str, numpy.typing.NDArray[typing.Any]], "
                  "numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.bool_], "
                  "numpy.typing.NDArray[numpy.bool_], dict[str, typing.Any]]"),
          "Plays an action, the policy index of a move, in each game. Returns the observation, the "
          "rewards of those who moved (1 for a win, -1 for a loss, else 0), which games "
          "terminated, which were truncated, and an empty dictionary. A game that ended has begun "
          "anew already: its observation is that of the new game. An illegal action loses the "
          "game. Other threads run meanwhile.")
      .def("game", &VectorEnv::GameAt, "index"_a, "A copy of one of the games, from 0.")
      .def("__len__", &VectorEnv::count)
      .def("__repr__", [](const VectorEnv& env) {
        return nb::str("VectorEnv({!r}, {})").format(env.rules()->data().name, env.count());
      });
}

}  // namespace raichi
