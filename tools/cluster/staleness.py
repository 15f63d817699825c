#!/usr/bin/env python3
"""Measures what it costs to train on games of old models.

usage: staleness.py [--lags 0,1,2,4,8] [--games N] [--iteration N] [--pairs N] [--visits N] [--seed N] [--folder DIR] [KEY=VALUE ...]

For each lag K, one run of N games: each iteration is played by the model K iterations before the newest one (by model 0 until there is
one), and then trained on. So all runs have as many games, models and steps, and differ in the age of the games alone. The players see
the run through a folder of links that hides the newest K models. Playing and training take turns, so the speed of the machine and
other programs do not matter. Then the last models play each other, and `alphabeta:2`.

Runs in DIR (default: runs/staleness) that are finished are not repeated, and unfinished ones go on. Prints a Markdown table and writes
staleness.json there.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("RAICHI", str(ROOT / "build/release/tools/raichi"))
CHANGES = ["budget.minutes=0", "loop.iteration_share=0", "network.blocks=4", "network.channels=32",
           "network.policy_channels=16", "network.value_channels=16", "selfplay.full_visits=96", "selfplay.fast_visits=16",
           "selfplay.handicap.until_games=2000", "evaluation.every=0"]


def raichi(*arguments, **options):
    return subprocess.run([PROGRAM, *map(str, arguments)], check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


def newest_model(run):
    return int((run / "models/newest").read_text())


def show_models(run, view, lag):
    """Makes `view` show the run as it was `lag` models ago."""
    shown = max(0, newest_model(run) - lag)
    link = view / f"models/{shown:06}"
    if not link.exists():
        link.symlink_to(run / f"models/{shown:06}")
    newest = view / "models/newest.new"
    newest.write_text(f"{shown:06}\n")
    newest.replace(view / "models/newest")


def make_view(run, view):
    (view / "models").mkdir(parents=True, exist_ok=True)
    for name in ("config.yaml", "games", "pinned_rules"):
        if not (view / name).exists():
            (view / name).symlink_to(run / name)


def train(run, lag, arguments):
    """Plays and trains in turn until the run's budget is spent."""
    view = run.with_name(run.name + "-view")
    trainer = [PROGRAM, "train", "configs/runs/quick.yaml", *CHANGES, f"budget.games={arguments.games}",
               f"loop.games_per_iteration={arguments.iteration}", f"seed={arguments.seed}",
               *arguments.changes, "--dir", run]
    log = open(run.with_suffix(".log"), "a", encoding="utf-8")
    with subprocess.Popen(trainer, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT) as process:
        known = -1
        while process.poll() is None:
            time.sleep(0.1)
            if not (run / "models/newest").exists() or newest_model(run) == known:
                continue
            known = newest_model(run)
            make_view(run, view)
            show_models(run, view, lag)
            print(f"lag {lag}: model {known} of {-(-arguments.games // arguments.iteration)}", file=sys.stderr)
            games_left = arguments.games - known * arguments.iteration
            if games_left > 0:
                raichi("selfplay", view, "--games", min(arguments.iteration, games_left))
        if process.returncode != 0:
            sys.exit(f"staleness.py: the trainer failed; see {log.name}")


def match(a, b, arguments):
    return json.loads(raichi("match", a, b, "--pairs", arguments.pairs, "--visits", arguments.visits, "--seed", 2026, "--json").stdout)


def points(side):
    return 100 * (side["wins"] + side["draws"] / 2) / sum(side.values())


def elo(result):
    low, high = (f"{bound:+.0f}" if bound is not None else "unknown" for bound in (result["elo_low"], result["elo_high"]))
    middle = f"{result['elo']:+.0f}" if result["elo"] is not None else "unknown"
    return f"{middle} ({low} to {high})"


def row(lag, fixed, first):
    sides = f"{points(fixed['a_attackers']):.1f} %, {points(fixed['a_defenders']):.1f} %"
    return f"| {lag} | {100 * fixed['score']:.1f} %, {elo(fixed)} | {sides} | {elo(first) if first else ''} |"


def numbers(text):
    return [int(word) for word in text.split(",")]


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("--lags", type=numbers, default=[0, 1, 2, 4, 8])
    parser.add_argument("--games", type=int, default=3072)
    parser.add_argument("--iteration", type=int, default=96)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--visits", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "runs/staleness")
    parser.add_argument("changes", nargs="*")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    runs = {lag: folder / f"lag-{lag}" for lag in arguments.lags}
    for lag, run in runs.items():
        train(run, lag, arguments)
    results = []
    print("| models old | against alphabeta:2 | attackers, defenders | against the first line |\n|---:|---|---|---|")
    for lag, run in runs.items():
        fixed = match(run, "alphabeta:2", arguments)
        first = match(run, runs[arguments.lags[0]], arguments) if lag != arguments.lags[0] else None
        results.append({"lag": lag, "alphabeta": fixed, "first": first})
        print(row(lag, fixed, first), flush=True)
    (folder / "staleness.json").write_text(json.dumps(results, indent=1) + "\n")


main()
