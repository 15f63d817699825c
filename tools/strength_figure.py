#!/usr/bin/env python3
"""Draws docs/balance/strength.svg: what the attackers score between equal players, by their rating.

usage: tools/strength_figure.py [PROGRAM]     PROGRAM: raichi, by default that of build/release. Needs matplotlib.

Each curve is the rating model's (stats/ratings/ratings.h), fitted to a list in docs/ratings, over the range of ratings in which
its games tell something; the band is the 95 % interval. The marks at the right are people's scores (configs/studies/people.yaml).
"""

import json
import pathlib
import re
import subprocess
import sys

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams.update({"svg.hashsalt": "raichi", "svg.fonttype": "none", "font.size": 11})
from matplotlib import pyplot  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
# List of ratings, colour and dashes.
CURVES = {
    "levels": ("#b2182b", "-"),
    "saami": ("#e08214", "-"),
    "cyningstan": ("#7b3294", "-"),
    "ashton-bologna": ("#8c510a", "--"),
    "copenhagen": ("#2166ac", "-"),
    "brandubh": ("#1b7837", "-"),
}
# In every list, so that its curve can be compared with the others.
ANCHOR = "alphabeta:2"
MOST = 1500  # rating
PEOPLE = ["saami", "brandubh", "copenhagen"]


def curve_of(program, name):
    """The rules of a list, and its points: dictionaries with rating, score, score_low and score_high."""
    words = [program, "rate", "--results", ROOT / "docs" / "ratings" / f"{name}.jsonl", "--anchor", ANCHOR, "--json"]
    lines = subprocess.run(words, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    for line in map(json.loads, lines.splitlines()):
        if "rules" in line:
            return line["rules"], line["levels"]
    raise SystemExit(f"strength_figure.py: docs/ratings/{name}.jsonl has no rule set")


def people():
    """The attackers' score by rule set."""
    text = (ROOT / "configs/studies/people.yaml").read_text()
    return {rules: float(score) for rules, score in re.findall(r"rules: ([\w-]+), score: ([\d.]+)", text)}


def main():
    if sys.argv[1:2] in (["--help"], ["-h"]):
        print(__doc__.strip())
        return
    program = sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release/tools/raichi"
    figure, axes = pyplot.subplots(figsize=(8.4, 4.8), layout="constrained")
    scores = people()
    for name, (color, dashes) in CURVES.items():
        rules, levels = curve_of(program, name)
        rating = [level["rating"] for level in levels]
        low, high, score = ([100 * level[key] for level in levels] for key in ("score_low", "score_high", "score"))
        axes.fill_between(rating, low, high, color=color, alpha=0.12, linewidth=0)
        axes.plot(rating, score, dashes, color=color, label=rules, linewidth=2)
        if rules in PEOPLE:
            axes.plot([MOST - 10], [100 * scores[rules]], marker="<", color=color, markersize=9, clip_on=False)
    axes.axhline(50, color="black", linewidth=0.8)
    axes.text(MOST - 30, 56, "people", ha="right")
    axes.set(xlim=(-1400, MOST), ylim=(0, 100), xlabel=f"rating of both players ({ANCHOR}, which looks two plies ahead: 0)", ylabel="attackers' score, %")
    axes.legend(frameon=False, loc="upper left")
    figure.savefig(ROOT / "docs/balance/strength.svg", metadata={"Date": None, "Creator": "tools/strength_figure.py"})


if __name__ == "__main__":
    main()
