"""Rules, games, search and records of Tablut and the tafl games.

    >>> import raichi
    >>> game = raichi.Game(raichi.Rules("brandubh"))
    >>> game.play("d1-c1")
    >>> game.to_move
    'defenders'
"""

from importlib.metadata import version

from raichi._raichi import (Error, Game, GameRecord, Move, Rules, Search, SearchResult, policy_size, read_shard,
                            rule_names, run_searches, shards)
from raichi.records import games, targets

__all__ = ["Error", "Game", "GameRecord", "Move", "Rules", "Search", "SearchResult", "games", "policy_size", "read_shard",
           "rule_names", "run_searches", "shards", "targets"]
__version__ = version("raichi")
