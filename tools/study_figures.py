#!/usr/bin/env python3
"""Writes configs/figures.yaml, what the studies in docs/balance/ say of each rule set: `tools/study_figures.py`.

Of several studies, the one with the most visits speaks; of several such, the one with the most games.
"""
import json
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HEAD = """\
# What the attackers score between equal networks, a draw as a half, with its 95 % interval, in the published study with the
# most visits and then the most games (docs/balance.md), and the fingerprint of the rules measured. Written by tools/study_figures.py.
"""


def figures(folder):
    """By the name of the rules, the figure of networks in the studies of a folder."""
    found, ranks = {}, {}
    for file in sorted(folder.glob("*/balance.json")):
        for rules in json.loads(file.read_text())["rules"]:
            figure = rules.get("headline") or {}
            if rules["group"] != "variant" or figure.get("family") != "network":
                continue
            rank = figure["level"], figure["games"]
            if rank > ranks.get(rules["name"], (0, 0)):
                ranks[rules["name"]] = rank
                shares = {key: f"{figure[key]:.3f}" for key in ("score", "low", "high")}
                found[rules["name"]] = shares | {"visits": figure["level"], "openings": figure["openings"], "fingerprint": rules["fingerprint"]}
    return found


def text(found):
    lines = ("{}: {{{}}}\n".format(name, ", ".join(f"{key}: {value}" for key, value in found[name].items())) for name in sorted(found))
    return HEAD + "".join(lines)


if __name__ == "__main__":
    (ROOT / "configs/figures.yaml").write_text(text(figures(ROOT / "docs/balance")))
