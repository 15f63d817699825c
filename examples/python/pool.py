"""Plays games of random playouts against each other on all processor cores: pool.py [RULES [GAMES]]."""

import collections
import multiprocessing
import sys

import raichi


def play(task: tuple[raichi.Game, int]) -> raichi.Game:
    """Plays a game to its end, at most 300 plies. Its search is of this process alone; games travel between processes."""
    game, seed = task
    search = raichi.Search(game, seed=seed)
    while not search.game.is_over and search.game.ply < 300:
        search.run("playouts", visits=32)
        search.play(search.choose_move())
    return search.game


def main() -> None:
    name, games = (sys.argv[1:] + ["brandubh", "8"][len(sys.argv) - 1:])[:2]
    start = raichi.Game(raichi.Rules(name))
    with multiprocessing.get_context("spawn").Pool() as pool:
        played = pool.map(play, [(start, seed) for seed in range(int(games))])
    print(*sorted(collections.Counter(game.result for game in played).items()))


if __name__ == "__main__":  # the processes import this file
    main()
