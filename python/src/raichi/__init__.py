"""Rules, games, search, networks and records of Tablut and the tafl games.

    >>> import raichi
    >>> game = raichi.Game("brandubh")
    >>> game.play("d1-c1")
    >>> game.to_move
    'defenders'
"""

import copyreg
from importlib.metadata import version
from typing import Any

from raichi._raichi import (Error, Game, GameRecord, Move, Network, Rules, Search, SearchResult, VectorEnv, instructions,
                            network_names, policy_size, read_shard, rule_names, run_searches, shards)
from raichi.records import games, targets

__all__ = ["Error", "Game", "GameRecord", "Move", "Network", "Rules", "Search", "SearchResult", "VectorEnv", "games",
           "instructions", "network_names", "policy_size", "read_shard", "rule_names", "run_searches", "shards", "targets"]
__version__ = version("raichi")
SIGNS = ".tTKb"  # by piece, as in Game.board()

# Compiled functions and methods of objects are pickled by name, as those written in Python are.
copyreg.pickle(type(read_shard), lambda function: function.__qualname__)
_method: Any = Move("a1-a2").index
copyreg.pickle(type(_method), lambda method: (getattr, (method.__self__, method.__func__.__name__)))
