"""A PettingZoo environment for each rule set. Needs pettingzoo.

    >>> from raichi.env import env
    >>> tafl = env("brandubh", render_mode="ansi")
    >>> tafl.reset(seed=1)
    >>> tafl.agent_selection
    'attackers'
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from raichi import SIGNS
from raichi._raichi import BOARD_COLOURS, Error, Game, Move, Rules, policy_size

RENDER_MODES = ["human", "ansi", "rgb_array"]
_CELL = 32  # pixels along a side of a square in a picture
_COLOURS = {name: tuple(colour.to_bytes(3, "big")) for name, colour in BOARD_COLOURS.items()}


def env(rules: str = "linnaeus", render_mode: str | None = None) -> AECEnv:
    """Returns the environment of a rule set with the wrappers of PettingZoo's classic games. They refuse untimely actions; an
    illegal one ends the game, with the reward -1 for its agent.
    """
    legal = wrappers.TerminateIllegalWrapper(raw_env(rules, render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))


class raw_env(AECEnv):
    """The agents are `attackers` and `defenders`. With a board of side S:

    - an action is the policy index of a move, 0 to policy_size(S) - 1;
    - an observation has `observation`, uint8 [S, S, 24], the planes of the network's input by rank and file; `numbers`, float32
      [120], those of its input: the side to move, and what repetition and the limits of the rules depend on, without which the
      planes would not be Markov; and `action_mask`, int8 [policy_size(S)], 1 for each legal action of the agent whose turn it is;
    - the rewards are 1 for the winner, -1 for the loser, 0 for a draw. An illegal action raises raichi.Error.
    """

    metadata = {"name": "raichi_tafl_v0", "render_modes": RENDER_MODES, "is_parallelizable": False}

    def __init__(self, rules: str = "linnaeus", render_mode: str | None = None):
        super().__init__()
        self._rules = Rules(rules)
        if render_mode not in (None, *RENDER_MODES):
            raise Error(f"render_mode {render_mode!r}: expected {' or '.join(RENDER_MODES)}")
        self.render_mode = render_mode
        self.possible_agents = ["attackers", "defenders"]
        size, actions = self._rules.size, policy_size(self._rules.size)
        self._action_space = spaces.Discrete(actions)
        self._observation_space = spaces.Dict({"observation": spaces.Box(0, 1, (size, size, 24), np.uint8),
                                               "numbers": spaces.Box(0, 1, (120,), np.float32),
                                               "action_mask": spaces.Box(0, 1, (actions,), np.int8)})
        self.action_spaces = {agent: self._action_space for agent in self.possible_agents}
        self.observation_spaces = {agent: self._observation_space for agent in self.possible_agents}

    def action_space(self, agent: str) -> spaces.Discrete:
        """The actions: the policy indices of moves. The same for both agents."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent sees. The same for both agents."""
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game; `options` may have a `position`. The games have no chance, so `seed` is not used."""
        self.game = Game(self._rules, (options or {}).get("position"))
        if self.game.is_over:
            raise Error(f"the game is over in this position: {self.game.reason}")
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.game.to_move

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Returns what an agent sees of the position. After the end of the game all of it is 0."""
        mask = np.zeros(self._action_space.n, np.int8)
        if self.game.is_over:
            planes, numbers = np.zeros((24, self._rules.size, self._rules.size), np.uint8), np.zeros(120, np.float32)
        else:
            planes, numbers = self.game.encode()
            if agent == self.game.to_move:
                mask[self.game.legal_indices()] = 1
        return {"observation": np.ascontiguousarray(planes.transpose(1, 2, 0)), "numbers": numbers, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays the action of the agent whose turn it is; None for an agent whose game is over. Raises Error if it is illegal."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            return self._was_dead_step(action)
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0
        if action is None:
            raise Error("an agent whose game goes on needs an action")
        self.game.play(Move.from_index(int(action), self._rules.size))
        self._clear_rewards()
        if self.game.is_over:
            for side in self.agents:
                self.rewards[side] = 0 if self.game.result == "draw" else 1 if self.game.result == side else -1
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.possible_agents[1 - self.possible_agents.index(agent)]
        else:
            self.agent_selection = self.game.to_move
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | np.ndarray | None:
        """Prints the board (`human`), returns it as text (`ansi`), or as a picture (`rgb_array`), uint8 [32 S, 32 S, 3]. Rank 1 is
        at the bottom.
        """
        if self.render_mode == "rgb_array":
            return _picture(self.game)
        board = "\n".join(" ".join(SIGNS[piece] for piece in rank) for rank in self.game.board()[::-1])
        if self.render_mode == "human":
            print(board, end="\n\n")
            return None
        return board

    def close(self) -> None:
        """Does nothing: an environment holds nothing that must be given back."""


def _picture(game: Game) -> np.ndarray:
    """The board in the colours of the program's pictures. Kings and royal attackers have a golden middle."""
    board = game.board()
    size = len(board)
    picture = np.full((size * _CELL, size * _CELL, 3), _COLOURS["wood"], np.uint8)
    squares = picture.reshape(size, _CELL, size, _CELL, 3).swapaxes(1, 2)[::-1]  # [rank, file, y, x], a view
    for square in [game.moves[-1].from_square, game.moves[-1].to_square] if game.moves else []:
        squares[int(square[1:]) - 1, ord(square[0]) - ord("a")] = _COLOURS["marked"]
    squares[:, :, [0, -1]] = squares[:, :, :, [0, -1]] = _COLOURS["board-line"]
    y, x = np.indices((_CELL, _CELL)) - (_CELL - 1) / 2
    distance = np.hypot(x, y) / _CELL
    for pieces, colour, middle in (([1, 4], "dark-piece", 4), ([2, 3], "light-piece", 3)):
        for rank, file in np.argwhere(np.isin(board, pieces)):
            squares[rank, file][distance < 0.38] = _COLOURS[colour]
            if board[rank, file] == middle:
                squares[rank, file][distance < 0.18] = _COLOURS["crown"]
    return picture
