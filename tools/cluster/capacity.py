#!/usr/bin/env python3
"""Computes how far a cluster scales and what limits it first. A model on paper, not a measurement.

usage: capacity.py [--nodes 10,100,1000] [--network 1|10|25] [--batch SAMPLES] [--CONSTANT VALUE]...

For each number of nodes it chooses the division into trainers and players that plays the most games per second of which each is
trained on as often as in one process. The limits:
  players    each plays so many games a second
  training   ranks share a batch; a step takes the work of a rank plus a ring all-reduce of the gradient
  files      requests of players and ranks to the file server
  models     each player reads each model, through the network of the file server
An iteration is made long enough that a game is played by a model at most about one iteration old: `iteration_seconds` at least.
"""

import argparse
import json
import math

# name: (value, where it is from)
CONSTANTS = {
    "games": (11.8, "games a second of a player node: 30,200 games in 71 % of an hour on two cores, tablut-cpu"),
    "samples_per_game": (91.5, "samples of training for each game: 10,800 steps of 256 for 30,200 games, tablut-cpu"),
    "samples": (2600.0, "samples a second of one trainer node: between 4x32 (3,620) and 6x64 (1,880) on two cores"),
    "gradient_mb": (1.0, "MB of the gradient, as f32"),
    "latency_ms": (0.05, "of one message between ranks"),
    "model_mb": (1.0, "MB of a model"),
    "requests_of_player": (8.5, "requests a second of a player to the file server (scaling.py; a shard every three seconds)"),
    "requests_of_rank": (10.0, "requests a second of a rank of the trainer"),
    "shard_seconds": (60.0, "between two shards of a player"),
    "server_requests": (5000.0, "requests a second that the file server answers"),
    "iteration_seconds": (30.0, "shortest iteration: twice the time until all players have a new model"),
}


def samples_per_second(ranks, c):
    """Speed of training on this number of nodes."""
    work = c["batch"] / c["samples"] / ranks
    ring = 0.0
    if ranks > 1:
        seconds_of_gradient = c["gradient_mb"] * 8 / (1000 * c["network"])
        ring = 2 * (ranks - 1) / ranks * seconds_of_gradient + 2 * math.ceil(math.log2(ranks)) * c["latency_ms"] / 1000
    return c["batch"] / (work + ring)


def plan(nodes, c):
    """The best division of the nodes, what it reaches, and the load of each part as a share of its limit."""
    def games(ranks):
        return min((nodes - ranks) * c["games"], samples_per_second(ranks, c) / c["samples_per_game"])

    most = max(games(ranks) for ranks in range(1, nodes))
    ranks = next(ranks for ranks in range(1, nodes) if games(ranks) >= 0.98 * most)  # the last per cents cost many nodes
    best = {"nodes": nodes, "ranks": ranks, "players": nodes - ranks, "games": games(ranks)}
    # A shard costs about six requests of its writer, in the figure of scaling.py already, and three of each rank.
    requests = (best["players"] * c["requests_of_player"] +
                best["ranks"] * (c["requests_of_rank"] + 3 * best["players"] / c["shard_seconds"]))
    megabits = best["players"] * c["model_mb"] * 8 / c["iteration_seconds"]
    best |= {"efficiency": best["games"] / (nodes * c["games"] * best_share(c)),
             "requests": requests, "files": requests / c["server_requests"], "models": megabits / (1000 * c["network"])}
    exceeded = [part for part in ("files", "models") if best[part] > 1]
    if best["efficiency"] < 0.8 and nodes > 4:  # fewer nodes cannot be divided well
        exceeded.insert(0, "training")
    best["limit"] = ", ".join(exceeded) or "nothing"
    return best


def best_share(c):
    """The share of players among nodes if training scaled without loss."""
    trainers_per_player = c["games"] * c["samples_per_game"] / c["samples"]
    return 1 / (1 + trainers_per_player)


def numbers(text):
    nodes = [int(word) for word in text.split(",")]
    if min(nodes) < 2:
        raise ValueError
    return nodes


def positive(text):
    if float(text) <= 0:
        raise ValueError
    return float(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=numbers, default=[2, 4, 10, 30, 100, 300, 1000], help="numbers of nodes, at least 2")
    parser.add_argument("--network", type=positive, default=10, help="gigabits a second of each machine and of the file server")
    parser.add_argument("--batch", type=positive, default=256, help="samples of a step")
    for name, (value, source) in CONSTANTS.items():
        parser.add_argument("--" + name.replace("_", "-"), type=positive, default=value, help=source.replace("%", "%%"))
    c = vars(parser.parse_args())
    rows = [plan(nodes, c) for nodes in c["nodes"]]
    print("| nodes | ranks | players | games/s | efficiency | file requests/s | of its limit | models: share of network | limited by |")
    print("|---:|---:|---:|---:|---:|---:|---:|---:|---|")
    for row in rows:
        print(f"| {row['nodes']} | {row['ranks']} | {row['players']} | {row['games']:.0f} | {row['efficiency']:.2f} | {row['requests']:.0f} | "
              f"{row['files']:.0%} | {row['models']:.0%} | {row['limit']} |")
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
