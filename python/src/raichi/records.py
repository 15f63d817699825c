"""Game records as NumPy arrays."""

import os
from collections.abc import Iterator
from typing import Any

import numpy as np

from raichi._raichi import GameRecord, policy_size, read_shard, shards

_VALUES = {"attackers": 1.0, "defenders": -1.0, "draw": 0.0}


def games(path: str | os.PathLike[str]) -> Iterator[GameRecord]:
    """Yields the games of a shard, of a folder of shards or of a run's folder."""
    for shard in shards(os.fspath(path)):
        yield from read_shard(shard)


def targets(record: GameRecord, canvas: int = 0, every_turn: bool = False) -> dict[str, np.ndarray[Any, Any]]:
    """Returns the positions of a game and what a network learns from them.

    Only turns that are policy targets count; with `every_turn`, all turns that have visits count. Turns that were not
    searched, such as random moves of the opening, have none, and neither have the turns of a match: they never count. With n
    positions and a canvas of side S (by default that of the board), the arrays are `planes` uint8 [n, 24, S, S] and `numbers`
    float32 [n, 120] (docs/network.md), `policy` float32 [n, policy_size(S)], the shares of the visits, `legal` bool of the same
    shape, the legal moves, `outcome` float32 [n], 1 if the side to move won, 0 for a draw, -1 if it lost, and `ply` int32 [n].
    """
    game = record.game()
    side = canvas or game.rules.size
    rows: dict[str, list[Any]] = {"planes": [], "numbers": [], "policy": [], "legal": [], "outcome": [], "ply": []}
    for ply, (move, full) in enumerate(zip(record.moves, record.full_search)):
        searched, visits = record.visits(ply)
        if (full or every_turn) and searched:
            planes, numbers = game.encode(side)
            policy = np.zeros(policy_size(side), np.float32)
            policy[[candidate.index(side) for candidate in searched]] = visits / visits.sum()
            legal = np.zeros(policy_size(side), bool)
            legal[game.legal_indices(side)] = True
            value = _VALUES[record.result]
            rows["planes"].append(planes)
            rows["numbers"].append(numbers)
            rows["policy"].append(policy)
            rows["legal"].append(legal)
            rows["outcome"].append(value if game.to_move == "attackers" else -value)
            rows["ply"].append(ply)
        game.play(move)
    shapes = {"planes": (0, 24, side, side), "numbers": (0, 120), "policy": (0, policy_size(side)), "legal": (0, policy_size(side)), "outcome": (0,), "ply": (0,)}
    types = {"planes": np.uint8, "legal": bool, "ply": np.int32}
    return {name: np.array(values, types.get(name, np.float32)).reshape(-1, *shapes[name][1:]) for name, values in rows.items()}
