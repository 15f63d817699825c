"""docs/ratings.md agrees with the results beside it."""

import collections
import itertools
import json
import re
import shutil
import unittest

from program import ROOT, ProgramTest


LEVELS = ROOT / "docs/ratings/levels.jsonl"


class RatingsPage(ProgramTest):
    def test_play_tells_the_ratings_of_levels(self):
        ratings = {row["player"]: row["elo"] for row in self.objects("rate", "--results", LEVELS, "--json") if "player" in row}
        level = re.compile(r"^ +(\w+) +(\d+) +(\d+) +(\d+)$", re.M)
        told = level.findall(self.output("play", "--opponent", "random", input="level\nquit\n"))
        self.assertEqual(len(told), 11)
        self.assertEqual(told, level.findall(self.output("play", "--help")))
        for _, visits, careless, elo in told:
            player = f"models/linnaeus@{visits}" if careless == "0" else f"careless:{careless},models/linnaeus@{visits}"
            self.assertEqual(elo, str(round(ratings[player], -1))[:-2])

    def test_greedy_beats_the_lowest_level_and_meets_its_like_on_the_next(self):
        scores = {result["a"]: result["score"] for result in map(json.loads, LEVELS.read_text().splitlines())
                  if result["b"] == "greedy" and result["a"].startswith("careless")}
        self.assertLess(scores["careless:55,models/linnaeus@1"], 0.45)
        self.assertLess(scores["careless:30,models/linnaeus@1"], 0.65)

    def test_the_tables_are_those_of_the_results(self):
        page = (ROOT / "docs/ratings.md").read_text()
        files = sorted((ROOT / "docs/ratings").iterdir())
        specialists = {path.name for path in (ROOT / "models").iterdir()} & set(self.lines("rules", "--names"))
        self.assertLessEqual(specialists, {file.stem for file in files})
        header = re.search(r"^\| rules \| model \| (.*) \| weak \| strong \|$", page, re.M)[1].split(" | ")
        columns = list(itertools.accumulate(header, lambda before, name: before.partition(":")[0] + name if name[0] == ":" else name))
        self.assertIn("playouts:500", columns)
        for file in files:
            shutil.copy(file, self.folder)
            if file == LEVELS or file.stem in specialists:
                self.assertIn(self.output("rate", "--results", file.name), page)
            else:
                self.assertIn(self.summary(file, columns), page)

    def summary(self, file, columns):
        """Returns the row of the table of rule sets."""
        objects = self.objects("rate", "--results", file.name, "--json")
        players = {row["player"]: row for row in objects if "player" in row}
        [model] = [name for name in players if name.startswith("models/")]
        elos = [f"{players[name]['elo']:.0f}" if name in players else "" for name in columns]
        [levels] = [row["levels"] for row in objects if "levels" in row]
        scores = [f"{100 * level['score']:.0f} % ({100 * level['score_low']:.0f} to {100 * level['score_high']:.0f})" for level in (levels[0], levels[-1])]
        return "| " + " | ".join([f"`{file.stem}`", f"`{model}` {players[model]['elo']:.0f} ± {players[model]['error']:.0f}", *elos, *scores]) + " |\n"

    def test_every_pairing_was_played_to_its_end(self):
        for file in set((ROOT / "docs/ratings").iterdir()) - {LEVELS}:
            games = collections.Counter()
            for line in file.read_text().splitlines():
                result = json.loads(line)
                games[tuple(sorted((result["a"], result["b"])))] += sum(sum(result[side].values()) for side in ("a_attackers", "a_defenders"))
            players = {name for pairing in games for name in pairing}
            self.assertEqual(games, {pairing: 100 for pairing in itertools.combinations(sorted(players), 2)}, file)


if __name__ == "__main__":
    unittest.main()
