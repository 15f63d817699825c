"""Keys that are auto: what the commands choose, keep and refuse."""

import json
import signal
import unittest

from run_case import SMOKE, RunCase, raichi

AUTO = ["network.blocks=auto", "network.channels=auto", "selfplay.full_visits=auto", "loop.games_per_iteration=auto"]
SLOW = ["machine.evaluations=5000", "machine.samples=300"]


class RunAutoTest(RunCase):
    def values(self, *keys, folder=None):
        """Returns the values of keys in the run's config.yaml, by the last parts of their names."""
        lines = ((folder or self.run_folder) / "config.yaml").read_text().splitlines()
        pairs = [line.strip().split(": ") for line in lines if ": " in line]
        return [next(value for name, value in pairs if name == key) for key in keys]

    def run_auto(self, *overrides):
        result = self.run_smoke(*AUTO, *overrides)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stderr

    def test_a_new_run_measures_and_a_later_start_keeps_what_it_chose(self):
        said = self.run_auto("selfplay.full_visits=4")
        self.assertRegex(said, r"this machine evaluates [\d,]+ positions a second with a 4x32 network, .*README \(73,000\)")
        self.assertIn("chosen for it: loop.games_per_iteration=32 network.blocks=4 network.channels=32\n", said)
        self.assertEqual(self.values("blocks", "channels", "full_visits", "games_per_iteration"), ["4", "32", "4", "32"])
        self.assertGreater(int(self.values("samples")[0]), 0)
        self.assertIn("chosen for it", (self.run_folder / "logs/raichi.log").read_text())
        before = self.values("evaluations", "samples", "blocks")
        again = self.run_auto("selfplay.full_visits=4", "budget.games=100000", "budget.minutes=0.02")
        self.assertNotIn("this machine evaluates", again)
        self.assertEqual(self.values("evaluations", "samples", "blocks"), before)
        # A run folder is a configuration without auto for every other command.
        played = raichi("selfplay", self.run_folder, "--games", 2)
        self.assertEqual(played.returncode, 0, played.stderr)
        other = self.folder / "games"
        alone = raichi("selfplay", self.run_folder, "--output", other, "--games", 1)
        self.assertEqual(alone.returncode, 0, alone.stderr)
        # A value that differs from what was chosen is refused, as for every run.
        self.assert_fails("was begun with network.blocks 4, not 2", "run", SMOKE, *AUTO, "network.blocks=2",
                          "selfplay.full_visits=4", "--dir", self.run_folder)

    def test_a_speed_that_is_given_is_not_measured(self):
        said = self.run_auto(*SLOW, "selfplay.max_plies=4", "budget.games=2")
        self.assertNotIn("this machine evaluates", said)
        self.assertEqual(self.values("evaluations", "blocks", "full_visits"), ["5000", "4", "48"])

    def test_train_begins_a_run_too(self):
        train = self.start_train(*AUTO)
        train.send_signal(signal.SIGINT)
        _, errors = train.communicate(timeout=60)
        self.assertEqual(train.returncode, 0, errors)
        self.assertIn("chosen for it: ", errors)
        self.assertEqual(self.values("blocks"), ["4"])

    def test_selfplay_without_a_run_says_what_to_do(self):
        for arguments in [("--dir", self.run_folder), ("--output", self.folder / "games", "--games", "1")]:
            self.assert_fails("smoke.yaml: loop.games_per_iteration and 3 other keys are auto, which `raichi run` replaces "
                              "when it begins a run; name that run's folder, or give values", "selfplay", SMOKE, *AUTO, *arguments)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_an_ablation_has_one_choice_for_all_variants(self):
        out = self.folder / "out"
        command = ["ablate", SMOKE, *AUTO, "budget.games=2", "selfplay.max_plies=4", "--vary", "network.blocks=1,auto",
                   "--dir", out, "--pairs", 1, "--opponents", "random", "--visits", 2]
        first = raichi(*command)
        self.assertEqual(first.returncode, 0, first.stderr)
        settled = json.loads((out / "ablation.json").read_text())["plan"]["settled"]
        self.assertIn("network.channels=32", settled)
        for variant, blocks in [("blocks=1", "1"), ("blocks=auto", "4")]:
            folder = out / variant / "seed-1"
            self.assertEqual(self.values("blocks", "channels", "full_visits", folder=folder), [blocks, "32", "48"])
        for again in (command, ["ablate", out]):
            result = raichi(*again)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(json.loads((out / "ablation.json").read_text())["plan"]["settled"], settled)


if __name__ == "__main__":
    unittest.main()
