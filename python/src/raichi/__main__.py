"""Plays and analyses in the terminal: python -m raichi play, python -m raichi analyze."""

import argparse

import numpy as np

import raichi


def evaluator_for(rules: raichi.Rules) -> raichi.Network | str:
    """The network of the package that knows these rules, the most specialized first; otherwise random playouts."""
    networks = [network for network in map(raichi.Network, raichi.network_names()) if rules.name in network.rules]
    return min(networks, key=lambda network: len(network.rules), default="playouts")


def show(game: raichi.Game) -> None:
    """Prints the board, the attackers as t, the defenders as T and their king as K."""
    for rank, line in reversed(list(enumerate(game.board(), 1))):
        print(f"{rank:2d} ", *(raichi.SIGNS[piece] for piece in line))
    print("   ", *"abcdefghijklmnopqrs"[:game.rules.size], f" {game.to_move} to move" if not game.is_over else f" {game.result}: {game.reason}")


def play(game: raichi.Game, person: str, visits: int) -> None:
    """Plays a game against a person, who types moves."""
    evaluator = evaluator_for(game.rules)
    while not game.is_over:
        if game.to_move != person:
            best = raichi.Search(game).run(evaluator, visits=visits).best
            print("I play", best)
            game.play(best)
            continue
        show(game)
        try:
            game.play(input("your move, such as d1-c1: ").strip())
        except raichi.Error as error:
            print(error)
        except EOFError:
            return
    show(game)


def analyze(game: raichi.Game, visits: int) -> None:
    """Prints the best moves of a position."""
    show(game)
    search = raichi.Search(game)
    result = search.run(evaluator_for(game.rules), visits=visits, in_flight=8)
    for i in np.argsort(result.visits)[:-6:-1]:
        if result.visits[i] > 0:
            print(f"{str(result.moves[i]):8} {result.visits[i]:6d} visits  value {result.values[i]:+.2f}")
    print("expected:", *search.variation())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m raichi", description=__doc__)
    parser.add_argument("command", choices=["play", "analyze"])
    parser.add_argument("--rules", default="linnaeus")
    parser.add_argument("--moves", default="", help="played before, such as 'd1-c1 e3-e2'")
    parser.add_argument("--side", choices=["attackers", "defenders"], default="attackers", help="which you play")
    parser.add_argument("--visits", type=int, default=400)
    options = parser.parse_args()
    try:
        game = raichi.Game(options.rules)
        for move in options.moves.split():
            game.play(move)
        play(game, options.side, options.visits) if options.command == "play" else analyze(game, options.visits)
    except raichi.Error as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
