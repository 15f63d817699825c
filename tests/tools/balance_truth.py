"""Measures how often the 95 % intervals of `raichi balance` cover exact values: python3 tests/tools/balance_truth.py.

For each change of the rules of configs/small/k1v5.yaml, `raichi solve` draws positions, and `raichi balance` measures each as
a rule set of its own, with that position as its setup and four random plies as its openings. `raichi solve` computes what the
attackers score on average over these openings with perfect play. An interval covers this value if it contains it."""

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


def run(*arguments):
    done = subprocess.run([str(word) for word in arguments], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, arguments))}: {done.stderr}")
    return done.stdout


def samples(program, rules, options, folder):
    """Yields sampled positions with their exact values, each as `raichi solve` prints it. Those that are won within a few
    plies come last."""
    for min_plies in (5, 3):
        for seed in range(options.seed, options.seed + 50):
            yield from map(json.loads, run(program, "solve", rules, "--table", folder / "values.table", "--sample", 400, "--seed", seed,
                                           "--min-plies", min_plies, "--opening-plies", 4, "--json").splitlines())


def starts_of(program, rules, options, folder):
    """Returns {name of a rule set: exact mean score} for positions of which the attackers win 10 to 90 %."""
    starts = {}
    for line in samples(program, rules, options, folder):
        if not 0.1 <= line["mean_score"] <= 0.9:
            continue
        setup, side = line["position"].split()
        first = "attackers" if side == "a" else "defenders"
        starts[f"{rules}+board.setup={setup}+first={first}"] = line["mean_score"]
        if len(starts) == options.starts:
            return starts
    sys.exit(f"{rules}: too few positions are won by both sides")


def measure(program, rules, options, folder):
    """Returns [(exact value, the study's figure)] for the starts."""
    folder.mkdir(parents=True, exist_ok=True)
    starts = starts_of(program, rules, options, folder)
    plan = {"name": folder.name, "rules": list(starts), "players": {options.family: [options.level]},
            "openings": {"setup": 2, "random4": options.games}, "stop": {"games": 2}}
    file = folder / "plan.yaml"
    file.write_text(json.dumps(plan))
    study = json.loads(run(program, "balance", file, "--dir", folder / "study", "--json"))
    found = []
    for rule_set in study["rules"]:
        [figure] = [level for level in rule_set["levels"] if level["openings"] == "random4"]
        found.append((starts[rule_set["name"]], figure))
    return found


def describe(found):
    """Returns the share of covered values, and a line about the figures."""
    count = len(found)
    covered = sum(f["low"] - 1e-9 <= exact <= f["high"] + 1e-9 for exact, f in found)
    width = sum(f["high"] - f["low"] for _, f in found) / count
    decided = sum(f["low"] > 0.5 or f["high"] < 0.5 for _, f in found)
    bias = sum(f["score"] - exact for exact, f in found) / count
    return covered / count, (f"{covered} of {count} intervals cover the exact value; {100 * width:.0f} points wide on average; "
                             f"{decided} do not contain 50 %; mean error {100 * bias:+.1f} points")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=pathlib.Path, default="build/release/tools/raichi")
    parser.add_argument("--rules", default="configs/small/k1v5.yaml")
    parser.add_argument("--changes", nargs="+", choices=CHANGES, default=CHANGES, metavar="NAME", help="only these: " + ", ".join(CHANGES))
    parser.add_argument("--starts", type=int, default=200, help="positions for each change")
    parser.add_argument("--games", type=int, default=100, help="for each position")
    parser.add_argument("--family", default="alphabeta")
    parser.add_argument("--level", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dir", type=pathlib.Path, default="runs/truth")
    parser.add_argument("--least", type=float, default=0.9, help="fail below this share")
    options = parser.parse_args()
    worst = 1
    for name in options.changes:
        share, line = describe(measure(options.program, options.rules + CHANGES[name], options, options.dir / name.replace(" ", "-")))
        worst = min(worst, share)
        print(f"{name:20} {line}", flush=True)
    return 0 if worst >= options.least else 1


if __name__ == "__main__":
    sys.exit(main())
