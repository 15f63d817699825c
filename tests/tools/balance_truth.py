"""Measures how often the 95 % intervals of `raichi balance` cover exact values: python3 tests/tools/balance_truth.py.

For each change of the rules of configs/small/k1v5.yaml, `raichi solve` draws positions whose exact value it knows, and
`raichi balance` measures each as a rule set of its own, with that position as its setup. An interval covers the value if it
contains what the attackers score with perfect play: 1, 0, or 1/2 where play is endless."""

import argparse
import json
import pathlib
import subprocess
import sys

CHANGES = {
    "weak king": "",
    "strong king": "+king.capture.open=surround",
    "unarmed king": "+king.armed=none",
    "closed throne": "+throne.stop=[]+throne.pass=[]",
    "throne not hostile": "+throne.hostile_empty=[]",
    "edge goal": "+goal=edge",
    "hostile edge": "+edge.hostile=[attackers,defenders]",
}
SCORE = {"attackers": 1, "defenders": 0, "draw": 0.5}


def run(*arguments):
    done = subprocess.run([str(word) for word in arguments], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, arguments))}: {done.stderr}")
    return done.stdout


def starts_of(program, rules, options, folder):
    """Returns {name of a rule set: exact score} for sampled positions."""
    table = folder / "values.table"
    lines = run(program, "solve", rules, "--table", table, "--sample", options.starts, "--min-plies", options.min_plies,
                "--seed", options.seed, "--json").splitlines()
    starts = {}
    for line in map(json.loads, lines):
        setup, side = line["position"].split()
        first = "attackers" if side == "a" else "defenders"
        name = f"{rules}+board.setup={setup}+first={first}"
        starts[name] = 0.5 if line["endless"] else SCORE[line["result"]]
    return starts


def measure(program, rules, options, folder):
    """Returns how many starts were covered, and how many there were."""
    folder.mkdir(parents=True, exist_ok=True)
    starts = starts_of(program, rules, options, folder)
    plan = {"name": folder.name, "rules": list(starts), "players": {options.family: [options.level]},
            "openings": {"setup": options.games}, "stop": {"games": options.games}}
    file = folder / "plan.yaml"
    file.write_text(json.dumps(plan))
    study = json.loads(run(program, "balance", file, "--dir", folder / "study", "--json"))
    covered = 0
    for found in study["rules"]:
        figure = found["headline"]
        covered += figure["low"] - 1e-9 <= starts[found["name"]] <= figure["high"] + 1e-9
    return covered, len(study["rules"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=pathlib.Path, default="build/release/tools/raichi")
    parser.add_argument("--rules", default="configs/small/k1v5.yaml")
    parser.add_argument("--starts", type=int, default=200, help="positions for each change")
    parser.add_argument("--min-plies", type=int, default=5, help="leave out what is won sooner")
    parser.add_argument("--games", type=int, default=20, help="for each position")
    parser.add_argument("--family", default="alphabeta")
    parser.add_argument("--level", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dir", type=pathlib.Path, default="runs/truth")
    parser.add_argument("--least", type=float, default=0.9, help="fail below this share")
    options = parser.parse_args()
    worst = 1
    for name, change in CHANGES.items():
        covered, starts = measure(options.program, options.rules + change, options, options.dir / name.replace(" ", "-"))
        worst = min(worst, covered / starts)
        print(f"{name:20} {covered} of {starts} intervals cover the exact value", flush=True)
    return 0 if worst >= options.least else 1


if __name__ == "__main__":
    sys.exit(main())
