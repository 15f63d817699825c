"""Plays games with a search in Python, trains a network on them in PyTorch, and lets Raichi's program play it: pip install
'raichi[torch]', then train_in_torch.py [--steps N] [--games N] [--rules RULES] [--output MODEL] [--raichi PROGRAM].
"""

import argparse
import pathlib
import subprocess
from typing import Any

import numpy as np
import torch

import raichi
import raichi.torch


def play(rules: raichi.Rules, evaluator: Any, games: int, visits: int) -> dict[str, np.ndarray]:
    """Plays games side by side and returns their positions with what there is to learn, as raichi.targets() does for records."""
    size = rules.size
    searches = [raichi.Search(raichi.Game(rules), seed=seed) for seed in range(games)]
    rows: list[tuple[int, str, Any]] = []  # the number of the game, the side to move, and arrays
    while going := [i for i, search in enumerate(searches) if not search.game.is_over and search.game.ply < 200]:
        raichi.run_searches([searches[i] for i in going], evaluator, visits=visits, noise=True)
        for i in going:
            game, result = searches[i].game, searches[i].result()
            legal, policy = np.zeros(raichi.policy_size(size), bool), np.zeros(raichi.policy_size(size), np.float32)
            legal[game.legal_indices()] = True
            policy[[move.index(size) for move in result.moves]] = result.visits / result.visits.sum()
            rows.append((i, game.to_move, (*game.encode(), policy, legal)))
            searches[i].play(searches[i].choose_move())
    results = [search.game.result for search in searches]
    outcomes = [0.0 if results[i] in ("draw", "ongoing") else 1.0 if results[i] == side else -1.0 for i, side, _ in rows]
    arrays = [np.stack(values) for values in zip(*(arrays for _, _, arrays in rows))]
    return dict(zip(("planes", "numbers", "policy", "legal"), arrays), outcome=np.array(outcomes, np.float32))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rules", default="brandubh")
    parser.add_argument("--games", type=int, default=32)
    parser.add_argument("--visits", type=int, default=32)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--output", default="mine")
    parser.add_argument("--raichi", default="raichi", help="the program")
    options = parser.parse_args()
    rules = raichi.Rules(options.rules)
    network = raichi.torch.Network([rules.name], canvas=rules.size, blocks=3, channels=32)
    targets = play(rules, "playouts", options.games, options.visits)  # then network.freeze() in place of "playouts"
    optimizer = torch.optim.AdamW(network.parameters(), 1e-3)
    for step in range(options.steps):
        chosen = np.random.default_rng(step).integers(len(targets["outcome"]), size=128)
        optimizer.zero_grad()
        loss = network.loss({name: values[chosen] for name, values in targets.items()})
        loss.backward()
        optimizer.step()
        network.steps += 1
        if step % 20 == 0:
            print(f"step {step}: loss {float(loss.detach()):.3f}", flush=True)
    file = pathlib.Path(options.output).with_suffix(".safetensors")
    network.save(file)
    subprocess.run([options.raichi, "import", file, "-o", options.output], check=True)
    subprocess.run([options.raichi, "match", f"{options.output}@8", "random", "--rules", rules.name, "--pairs", "2"], check=True)


if __name__ == "__main__":
    main()
