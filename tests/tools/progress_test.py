"""Every command that may take long tells on a terminal how much time is left."""

import subprocess
import unittest

from program import PROGRAM, ROOT, ProgramTest, needs_libtorch, shown_on_terminal

SMOKE = ROOT / "configs/runs/smoke.yaml"
LEFT = r"(about \d+:\d\d left|working for \d+:\d\d)"


class ProgressTest(ProgramTest):
    def check(self, expected, *arguments):
        status, text = shown_on_terminal(*arguments)
        self.assertEqual(status, 0, text)
        self.assertRegex(text, r"\r" + expected)

    def test_ratings(self):
        self.check(rf"pairing 1 of 1, {LEFT}: random against greedy: ", "rate", "random", "greedy", "-n", "20", "--rules", "brandubh")

    def test_a_study(self):
        self.check(r"[1-9]\d* of 120 games, \d+:\d\d left, ", "balance", "brandubh", "--players", "alphabeta:1,alphabeta:2",
                   "--games", "40", "--dir", self.folder / "study")

    def test_a_solution(self):
        self.check(r" *\d+ %  +\d+:\d\d left  ", "solve", ROOT / "configs/small/k1v5.yaml", "--workers", "1")

    def test_records(self):
        self.output("match", "random", "random", "--pairs", "5", "--records", "m.games")
        self.check(rf"reading shard 1 of 1, {LEFT}", "games", self.folder / "m.games", "--check", "--json")

    def test_replayed_games(self):
        self.check(rf"\d+ games? replayed, {LEFT}", "replay", "--input", ROOT / "tests/vectors/linnaeus.jsonl", "--check")

    @needs_libtorch
    def test_games_of_a_model(self):
        self.check(rf".*{LEFT}", "selfplay", SMOKE, "--games", "64", "--output", self.folder / "games")

    @needs_libtorch
    def test_training_beside_a_player(self):
        run = self.folder / "run"
        player = subprocess.Popen([PROGRAM, "selfplay", SMOKE, "--dir", run, "--wait", "--games", "80"], stderr=subprocess.DEVNULL)
        self.addCleanup(player.wait)
        self.addCleanup(player.kill)
        self.check(r"00000\d  (\d+:\d\d left|budget spent)  training: step \d+, a phase of \d+, loss ",
                   "train", SMOKE, "budget.games=80", "--dir", run)
        self.assertEqual(player.wait(timeout=300), 0)


if __name__ == "__main__":
    unittest.main()
