"""What a run's budget does: where it ends, the learning rate over it, evaluations that it cuts short."""

import signal
import subprocess
import time
import unittest

from run_case import PROGRAM, SMOKE, RunCase, lines_of, raichi

QUIET = ["evaluation.every=0", "evaluation.final_pairs=0"]
# Phases of several steps each, about as long as the whole budget.
LONG = ["loop.samples_per_position=8", "train.batch=4", "train.learning_rate=0.01", "train.warmup_steps=0",
        "train.schedule=drop"]


class RunBudgetTest(RunCase):
    def progress(self):
        return lines_of(self.run_folder / "metrics/progress.jsonl")

    def test_steps_end_exactly_and_the_rate_drops_within_a_phase(self):
        result = self.run_smoke("budget.games=0", "budget.steps=20", *QUIET, *LONG)
        self.assertEqual(result.returncode, 0, result.stderr)
        steps = [line["train"]["steps"] for line in self.progress()]
        self.assertEqual(sum(steps), 20)
        # The last two steps, a tenth of twenty, with a twentieth of the rate.
        mean = sum(line["train"]["learning_rate"] * line["train"]["steps"] for line in self.progress()) / 20
        self.assertAlmostEqual(mean, 0.01 * (18 + 2 * 0.05) / 20, places=6)

    def train(self, *overrides):
        train = subprocess.Popen([PROGRAM, "train", SMOKE, *overrides, "--dir", str(self.run_folder)],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(train.kill)
        while not (self.run_folder / "models/000000").exists():
            self.assertIsNone(train.poll())
            time.sleep(0.05)
        return train

    def test_training_alone_ends_with_the_games_of_the_budget(self):
        train = self.train("budget.games=6")  # two after a phase of four
        played = raichi("selfplay", self.run_folder, "--games", 6)
        self.assertEqual(played.returncode, 0, played.stderr)
        _, errors = train.communicate(timeout=60)
        self.assertEqual(train.returncode, 0, errors)

    def test_training_alone_ends_with_the_time_of_the_budget(self):
        train = self.train("budget.games=0", "budget.minutes=0.05")
        _, errors = train.communicate(timeout=60)
        self.assertEqual(train.returncode, 0, errors)
        state, = lines_of(self.run_folder / "state.json")
        self.assertGreaterEqual(state["seconds"], 3)
        self.assertFalse(state["finished"])

    def test_an_evaluation_cut_short_rates_nothing(self):
        run = self.start_run("budget.games=4", "evaluation.pairs=100000")
        while not (self.run_folder / "models/000001").exists():
            self.assertIsNone(run.poll())
            time.sleep(0.05)
        time.sleep(1)
        run.send_signal(signal.SIGINT)
        _, errors = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 0, errors)
        self.assertGreater(len(lines_of(self.run_folder / "metrics/matches.jsonl")), 0)
        self.assertNotIn("rating", self.progress()[-1])

    def test_opponents_may_change_between_starts_but_not_how_they_are_met(self):
        first = self.run_smoke(QUIET[1], "evaluation.earlier_models=0", "evaluation.opponents=[random]")
        self.assertEqual(first.returncode, 0, first.stderr)
        other = ["budget.games=12", QUIET[0], "evaluation.earlier_models=0", "evaluation.opponents=['playouts:2']"]
        second = self.run_smoke(*other)
        self.assertEqual(second.returncode, 0, second.stderr)
        self.assertIn("playouts:2", second.stdout)
        self.assertNotIn("random", second.stdout)  # nobody met both
        third = self.run_smoke(*other, "evaluation.visits=3")
        self.assertEqual(third.returncode, 1)
        self.assertIn("was begun with 'visits: 2', not 'visits: 3'", third.stderr)


if __name__ == "__main__":
    unittest.main()
