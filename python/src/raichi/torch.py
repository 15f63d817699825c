"""Raichi's network in PyTorch: train it here, play it there. Needs torch (`pip install 'raichi[torch]'`).

    >>> network = Network(["brandubh"], canvas=7, blocks=1, channels=8)
    >>> wdl, priors = network.freeze().evaluate([Game("brandubh")])
    >>> wdl.shape, len(priors[0])
    ((1, 3), 40)

After training, `network.save("mine.safetensors")` and `raichi import mine.safetensors -o mine` make a model, which plays, is
rated and trains further.
"""

import os
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from raichi import _raichi
from raichi._raichi import Error, Game

__all__ = ["Game", "Network", "Outputs"]

PLANES, NUMBERS = 24, 120
_SIZES = {"canvas": 9, "blocks": 4, "channels": 32, "pool_every": 3, "policy_channels": 32, "policy_destinations": 1,
          "value_channels": 32, "value_hidden": 64}


class Outputs(NamedTuple):
    """What the network says of N positions."""

    policy: torch.Tensor  # [N, policy_size(canvas)]: logits; the softmax is over the legal moves alone
    wdl: torch.Tensor  # [N, 3]: logits of win, draw and loss for the side to move
    moves_left: torch.Tensor  # [N]: log(1 + plies to the end of the game)


class Network(nn.Module):
    """The network of docs/network.md without norms and without auxiliary heads. Its parameters have the names and shapes of a
    safetensors export (docs/model-format.md), and its outputs are the program's up to rounding.
    """

    def __init__(self, rules: Sequence[str] = (), steps: int = 0, **sizes: int):
        """Makes a network of random weights. `rules` are the names of the rule sets that it is trained on, `steps` counts its
        training steps, and `sizes` are keys of a run's `network` (docs/keys.md), such as canvas=7 and blocks=2.
        """
        super().__init__()
        if sizes.keys() - _SIZES.keys():
            raise Error(f"sizes: expected some of {', '.join(_SIZES)}, found {', '.join(sorted(sizes.keys() - _SIZES.keys()))}")
        self.architecture = size = {key: int(sizes.get(key, value)) for key, value in _SIZES.items()}
        self.rules, self.steps = list(rules), steps
        c, p, v = size["channels"], size["policy_channels"], size["value_channels"]
        self.stem = nn.Conv2d(PLANES, c, 3, padding=1)
        self.stem.add_module("numbers", nn.Linear(NUMBERS, c))
        for i in range(size["blocks"]):
            pools = size["pool_every"] > 0 and (i + 1) % size["pool_every"] == 0
            self.add_module(f"block{i}", _together(first=nn.Conv2d(c, c, 3, padding=1), second=nn.Conv2d(c, c, 3, padding=1),
                                                   **({"pool": nn.Linear(3 * c, c)} if pools else {})))
        out = nn.Conv2d(p, 4 * (size["canvas"] - 1), 1)
        heads = {"move": nn.Conv2d(c, p, 1), "global": nn.Conv2d(c, p, 1), "pool": nn.Linear(3 * p, p), "out": out}
        self.policy = _together(**heads, **({"query": nn.Conv2d(p, p, 1)} if size["policy_destinations"] else {}))
        self.value = _together(square=nn.Conv2d(c, v, 1), hidden=nn.Linear(3 * v, size["value_hidden"]),
                               out=nn.Linear(size["value_hidden"], 5))
        self.register_buffer("_pairs", torch.from_numpy(_pairs_of_moves(size["canvas"])), persistent=False)
        self._begin()

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Network":
        """Opens what raichi.Network opens: a network of the package by its name, a model, or a safetensors export."""
        found = _raichi.Network(path)
        network = cls(found.rules, found.steps, **found.architecture)
        network.load_state_dict({name: torch.from_numpy(array) for name, array in found.weights().items()})
        return network

    def freeze(self, threads: int = 1) -> _raichi.Network:
        """Returns the network as it is now as an evaluator for searches, computed by Raichi's own code."""
        weights = {name: weight.detach().to("cpu", torch.float32).contiguous().numpy() for name, weight in self.state_dict().items()}
        return _raichi.Network.from_weights(self.architecture, weights, self.rules, self.steps, threads)

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes NAME.safetensors, which load(), raichi.Network and `raichi import` read."""
        self.freeze().save(file)

    def forward(self, planes: torch.Tensor, numbers: torch.Tensor) -> Outputs:
        """Evaluates float arrays [N, 24, S, S] and [N, 120] (Game.encode, raichi.targets); S is the canvas."""
        board = planes[:, :1]
        x = _relu(self.stem(planes) + _everywhere(self.stem.numbers(numbers)), board)
        for i in range(self.architecture["blocks"]):
            block = self.get_submodule(f"block{i}")
            first = _relu(block.first(x), board)
            second = block.second(first)
            if hasattr(block, "pool"):
                second = second + _everywhere(block.pool(_pool(first, board)))
            x = _relu(second + x, board)
        value = self.value.out(functional.relu(self.value.hidden(_pool(_relu(self.value.square(x), board), board))))
        return Outputs(self._policy(x, board), value[:, :3], value[:, 3])

    def loss(self, targets: Mapping[str, np.ndarray[Any, Any]]) -> torch.Tensor:
        """Returns the mean loss over the positions of raichi.targets(): the cross entropies of the policy and of the outcome."""
        device = self.stem.weight.device
        planes, numbers, policy, outcome, legal = (torch.from_numpy(targets[name]).to(device)
                                                   for name in ("planes", "numbers", "policy", "outcome", "legal"))
        said = self(planes.float(), numbers)
        logits = said.policy.masked_fill(~legal, -1e9)
        return functional.cross_entropy(logits, policy) + functional.cross_entropy(said.wdl, (1 - outcome).long())

    def _policy(self, x: torch.Tensor, board: torch.Tensor) -> torch.Tensor:
        head = self.policy
        pooled = head.pool(_pool(_relu(head.get_submodule("global")(x), board), board))
        move = functional.relu(head.move(x) + _everywhere(pooled))
        logits = head.out(move).permute(0, 2, 3, 1).flatten(1)
        if not self.architecture["policy_destinations"]:
            return logits
        pairs = head.query(move).flatten(2).transpose(1, 2) @ move.flatten(2)  # [N, square left, square reached]
        return logits + pairs.flatten(1)[:, self._pairs]

    def _begin(self) -> None:
        """Draws weights with which the signals of a deep network neither fade nor explode: each block begins as nothing."""
        for name, weight in self.named_parameters():
            if name.endswith(".bias") or name.endswith(".second.weight"):
                nn.init.zeros_(weight)
            elif name in ("policy.out.weight", "policy.query.weight", "value.out.weight"):
                nn.init.normal_(weight, std=0.3 / weight.shape[1]**0.5)
            else:
                nn.init.kaiming_normal_(weight)
        with torch.no_grad():
            self.value.out.weight[3:] = 0  # an untrained number of moves left is 0: unknown


def _together(**modules: nn.Module) -> nn.Module:
    parent = nn.Module()
    for name, module in modules.items():
        parent.add_module(name, module)
    return parent


def _relu(x: torch.Tensor, board: torch.Tensor) -> torch.Tensor:
    return functional.relu(x) * board


def _everywhere(features: torch.Tensor) -> torch.Tensor:
    return features[:, :, None, None]


def _pool(x: torch.Tensor, board: torch.Tensor) -> torch.Tensor:
    """Means, means times (side - 9) / 10, and maxima over the squares of the board, off which x is 0."""
    area = board.sum((1, 2, 3))[:, None]
    mean = x.sum((2, 3)) / area
    return torch.cat([mean, mean * (area.sqrt() - 9) / 10, x.amax((2, 3))], 1)


def _pairs_of_moves(canvas: int) -> np.ndarray[Any, Any]:
    """For each policy index the square that the move leaves times S², plus the square that it reaches."""
    square, distance, direction = np.meshgrid(np.arange(canvas**2), np.arange(1, canvas), np.arange(4), indexing="ij")
    step = distance * np.array([1, -1, 1, -1])[direction]
    x = square % canvas + np.where(direction < 2, step, 0)
    y = square // canvas + np.where(direction < 2, 0, step)
    inside = (x >= 0) & (x < canvas) & (y >= 0) & (y < canvas)
    return (square * canvas**2 + np.where(inside, y * canvas + x, 0)).flatten()
