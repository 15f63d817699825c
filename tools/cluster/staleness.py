#!/usr/bin/env python3
"""Measures what it costs to train on games of old models.

usage: staleness.py [--lags 0,1,2,4,8] [--games N] [--iteration N] [--pairs N] [--visits N] [--seed N] [--folder DIR] [KEY=VALUE ...]

Trains one run for each lag K. Each of its iterations is played by the model K iterations before the newest one, or by model 0 while
there are fewer, and then trained on. So all runs have as many games, models and steps, and differ only in how old their games are. The
players see a copy of the run without its newest K models. Playing and training take turns, so neither the speed of
the machine nor other programs matter. KEY=VALUE changes configs/runs/quick.yaml for all runs.

Then each last model plays alphabeta:2 and the last model of the first lag. Prints a Markdown table and writes DIR/staleness.json. A
later start goes on where this one stopped, and trains no finished run again.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("RAICHI", str(ROOT / "build/release/tools/raichi"))
CHANGES = ["budget.minutes=0", "loop.iteration_share=0", "network.blocks=4", "network.channels=32",
           "network.policy_channels=16", "network.value_channels=16", "workers.slots=32", "selfplay.full_visits=96",
           "selfplay.fast_visits=16", "selfplay.handicap.until_games=2000", "train.ema_decay=0.99", "evaluation.every=0"]


def raichi(*arguments):
    """Returns the output of the program. If it fails, ends this one with its error."""
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"staleness.py: raichi {arguments[0]} failed: {done.stderr.strip().splitlines()[-1]}")
    return done.stdout


def show_model(run, view, model):
    """Lets players see the run in `view` as it was when `model` was its newest model."""
    (view / "models").mkdir(parents=True, exist_ok=True)
    for name in ("config.yaml", "pinned_rules", f"models/{model:06}"):
        if not (view / name).exists():
            copy = shutil.copytree if (run / name).is_dir() else shutil.copy
            copy(run / name, view / name)
    newest = view / "models/newest.new"
    newest.write_text(f"{model:06}\n")
    newest.replace(view / "models/newest")


def hand_over(view, run):
    """Gives the run the games that were played in `view`."""
    for shard in (view / "games").glob("*/*.games"):
        place = run / "games" / shard.parent.name / shard.name
        place.parent.mkdir(exist_ok=True)
        if not place.exists():
            os.link(shard, place)


def count_games(run):
    has_games = any(run.glob("games/*/*.games"))
    return len(raichi("games", run / "games", "--json").splitlines()) if has_games else 0


def games_behind(run, model):
    """Returns the number of games from which a model of the run learned."""
    records = map(json.loads, (run / "ledger.jsonl").read_text().splitlines())
    return next(record["games"] for record in records if record.get("model") == model)


def play_iterations(run, lag, options, is_over):
    """Plays an iteration for each new model, until the trainer has ended."""
    view = run.with_name(run.name + "-view")
    last = -(-options.games // options.iteration)
    known = -1
    while not is_over():
        time.sleep(0.1)
        pointer = run / "models/newest"
        newest = int(pointer.read_text().split()[0]) if pointer.exists() else known
        if newest == known:
            continue
        known = newest
        print(f"lag {lag}: model {known} of {last}", file=sys.stderr)
        wanted = min(games_behind(run, known) + options.iteration, options.games)
        missing = wanted - count_games(run)
        if missing > 0:
            show_model(run, view, max(0, known - lag))
            raichi("selfplay", view, "--games", missing)
            hand_over(view, run)


def train(run, lag, options):
    """Plays and trains in turn until the run's budget is spent."""
    changes = [*CHANGES, f"budget.games={options.games}", f"loop.games_per_iteration={options.iteration}", f"seed={options.seed}",
               *options.changes]
    log = run.with_suffix(".log")
    with open(log, "a", encoding="utf-8") as output:
        trainer = subprocess.Popen([PROGRAM, "train", "configs/runs/quick.yaml", *changes, "--dir", run], cwd=ROOT, stdout=output,
                                   stderr=subprocess.STDOUT)
    try:
        play_iterations(run, lag, options, lambda: trainer.poll() is not None)
    finally:
        trainer.terminate()
        status = trainer.wait()
    if status != 0:
        sys.exit(f"staleness.py: raichi train failed; see {log}")


def match(a, b, options):
    return json.loads(raichi("match", a, b, "--pairs", options.pairs, "--visits", options.visits, "--seed", 2026, "--json"))


def points(side):
    return 100 * (side["wins"] + side["draws"] / 2) / sum(side.values())


def elo(result):
    middle, low, high = ("unknown" if result[key] is None else f"{round(result[key]):+d}" for key in ("elo", "elo_low", "elo_high"))
    return f"{middle} ({low} to {high})"


def row(lag, fixed, first):
    sides = f"{points(fixed['a_attackers']):.1f} %, {points(fixed['a_defenders']):.1f} %"
    return f"| {lag} | {100 * fixed['score']:.1f} %, {elo(fixed)} | {sides} | {elo(first) if first else ''} |"


def numbers(text):
    return [int(word) for word in text.split(",")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lags", type=numbers, default=[0, 1, 2, 4, 8], help="ages of the playing model, in iterations")
    parser.add_argument("--games", type=int, default=3072, help="of each run")
    parser.add_argument("--iteration", type=int, default=96, help="games of an iteration")
    parser.add_argument("--pairs", type=int, default=100, help="side-swapped pairs of each match")
    parser.add_argument("--visits", type=int, default=100, help="of a move in the matches")
    parser.add_argument("--seed", type=int, default=1, help="of all runs")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "runs/staleness", help="of the runs (default: runs/staleness)")
    parser.add_argument("changes", nargs="*", metavar="KEY=VALUE", help="changes to configs/runs/quick.yaml")
    options = parser.parse_args()
    if strange := [word for word in options.changes if "=" not in word]:
        parser.error(f"{strange[0]}: expected KEY=VALUE")
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    runs = {lag: folder / f"lag-{lag}" for lag in options.lags}
    for lag, run in runs.items():
        train(run, lag, options)
    first, *others = runs.values()
    results = []
    print("| models old | against alphabeta:2 | attackers, defenders | against the first line |\n|---:|---|---|---|")
    for lag, run in runs.items():
        fixed = match(run, "alphabeta:2", options)
        compared = match(run, first, options) if run in others else None
        results.append({"lag": lag, "alphabeta": fixed, "first": compared})
        print(row(lag, fixed, compared), flush=True)
    (folder / "staleness.json").write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
