#!/usr/bin/env python3
"""Computes the comparisons of a published study again, with the variance of seeds pooled: `tools/pool_effects.py DIR`.

The first two editions (docs/balance/*/balance.json without games.zst) have intervals by Student's t with K - 1 degrees of
freedom, each from its own seeds. Half an interval over that quantile is the standard error, exactly. Its square is moderated by
those of the other comparisons as in stats/balance/contrast.h (Smyth 2004), with S^2 = K SE^2 and e = K V. V, the chance of games,
follows from wins, draws and losses as if all games were independent. Main effects and interactions are left out: nothing published
tells how they vary together. Needs scipy. Prints a table in Markdown: the effect, points, Elo with the interval, p and Holm's p within the family.
"""
import argparse
import json
from pathlib import Path

import numpy as np
from scipy import optimize, special, stats


def by_games(level):
    """The variance of a score's logit by the chance of independent games."""
    games = level["games"]
    share = (level["wins"] + level["draws"] / 2 + 0.5) / (games + 1)
    variance = (level["wins"] + level["draws"] / 4 + 0.25) / (games + 1) - share**2
    return variance / games / (share * (1 - share)) ** 2


def common_variance(squares, chance):
    def excess(b):
        return np.sum((squares - chance - b) / (b + chance) ** 2)
    return optimize.brentq(excess, 1e-9, 1e3) if excess(1e-9) > 0 else 0.0


def degrees_of_prior(squares, chance, common, directions, degrees):
    logs = np.log(squares / (common + chance))
    unit = directions / np.linalg.norm(directions, axis=1, keepdims=True)
    count = len(unit)
    square = (np.sum((unit @ unit.T) ** 2) - count) / (count * (count - 1)) if count > 1 else 1
    correlation = max(0.0, (square - 1 / degrees) / (1 - 1 / degrees))
    others = degrees * len(logs) / (1 + (len(logs) - 1) * correlation) - degrees
    excess = np.var(logs, ddof=1) - special.polygamma(1, degrees / 2)
    if excess <= 0:
        return others
    return min(others, 2 * optimize.brentq(lambda x: special.polygamma(1, x) - excess, 1e-6, 1e6))


def pool(effects, levels, seeds):
    """Returns the standard errors of the effects and their degrees of freedom."""
    degrees = seeds - 1
    per_elo = [effect["logit"] / effect["elo"] for effect in effects if effect["elo"]][0]
    errors = np.array([(effect["high"] - effect["low"]) / 2 * per_elo for effect in effects])
    errors /= stats.t.ppf(0.975, degrees)
    variances = np.array([sum(by_games(levels[effect[end]]) for end in ("from", "to")) for effect in effects])
    squares, chance = seeds * errors**2, seeds * np.minimum(variances, errors**2)
    common = common_variance(squares, chance)
    shown = np.array([effect["by_seed"] for effect in effects if len(set(effect["by_seed"])) > 1])
    directions = shown - np.mean(shown, axis=1, keepdims=True)
    prior = degrees_of_prior(squares, chance, common, directions, degrees)
    moderated = (prior * (common + chance) + degrees * squares) / (prior + degrees)
    print(f"<!-- {effects[0]['kind']}: variance between seeds {common:.3f}, prior of {prior:.1f} degrees of freedom -->")
    return np.sqrt(np.maximum(variances, moderated / seeds)), prior + degrees


def holm(p):
    order, adjusted, least = np.argsort(p), np.empty(len(p)), 0.0
    for rank, place in enumerate(order):
        least = max(least, min(1.0, (len(p) - rank) * p[place]))
        adjusted[place] = least
    return adjusted


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("study", type=Path, help="a folder with balance.json")
    study = json.loads((parser.parse_args().study / "balance.json").read_text())
    levels = {rules["name"]: rules["headline"] for rules in study["rules"]}
    effects = [effect for effect in study["effects"] if effect["kind"] in ("change", "path")]
    errors, degrees = pool(effects, levels, study["seeds"])
    logits = np.array([effect["logit"] for effect in effects])
    p = 2 * stats.t.sf(np.abs(logits) / errors, degrees)
    half = errors * stats.t.ppf(0.975, degrees) * 400 / np.log(10)
    for kind in ("change", "path"):
        of_kind = [i for i, effect in enumerate(effects) if effect["kind"] == kind]
        for i, adjusted in zip(of_kind, holm(p[of_kind])):
            effect = effects[i]
            print(f"| {kind} | {effect['label']} | {100 * effect['points']:+.0f} | {effect['elo']:+.0f} "
                  f"({effect['elo'] - half[i]:+.0f} to {effect['elo'] + half[i]:+.0f}) | {p[i]:.2g} | {adjusted:.2g} |")


if __name__ == "__main__":
    main()
