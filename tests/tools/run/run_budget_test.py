"""The budget of a run and its evaluations: where they end, the learning rate, and which players are rated."""

import math
import shutil
import signal
import time
import unittest

from run_case import RunCase, lines_of, raichi


class RunBudgetTest(RunCase):
    def progress(self):
        return lines_of(self.run_folder / "metrics/progress.jsonl")

    def test_steps_end_exactly_and_the_rate_drops_within_a_phase(self):
        result = self.run_smoke("budget.games=0", "budget.steps=20", "evaluation.every=0", "evaluation.final_pairs=0",
                                "loop.samples_per_position=8", "train.batch=4",  # more than 20 steps per phase
                                "train.learning_rate=0.01", "train.warmup_steps=0", "train.schedule=drop")
        self.assertEqual(result.returncode, 0, result.stderr)
        line, = self.progress()
        self.assertEqual(line["train"]["steps"], 20)
        # The last two steps, a tenth of the twenty, have a twentieth of the rate.
        self.assertAlmostEqual(line["train"]["learning_rate"], 0.01 * (18 + 2 * 0.05) / 20, places=6)

    def test_each_new_position_is_trained_on_as_often_as_the_configuration_says(self):
        result = self.run_smoke("loop.samples_per_position=3", "train.batch=16", "evaluation.every=0",
                                "evaluation.final_pairs=0")
        self.assertEqual(result.returncode, 0, result.stderr)
        before = 0
        for line in self.progress():
            made = line["train"]["positions_made"]
            self.assertEqual(line["train"]["steps"], math.ceil((made - before) * 3 / 16))
            before = made
        self.assertGreater(before, 0)

    def test_training_alone_ends_with_the_games_of_the_budget(self):
        one = ["workers.workers=1", "workers.slots=1"]  # of which no two end at once, so that none is played beyond the number
        train = self.start_train("budget.games=6", "loop.games_per_iteration=100", "window.min_positions=1000", *one)  # all of them
        played = raichi("selfplay", self.run_folder, "--games", 6)
        self.assertEqual(played.returncode, 0, played.stderr)
        _, errors = train.communicate(timeout=300)
        self.assertEqual(train.returncode, 0, errors)
        self.assertRegex(errors, r"000001  step \d+ .* in 6 games")
        again = raichi("train", self.run_folder, "train.learning_rate=0.002", "--steps", 1)
        self.assertEqual(again.returncode, 0, again.stderr)
        config = (self.run_folder / "config.yaml").read_text()
        self.assertIn("learning_rate: 0.002\n", config)  # kept for the next start
        self.assertIn("games: 6\n", config)  # --steps is not

    def test_training_alone_ends_with_the_time_of_the_budget(self):
        train = self.start_train("budget.games=0", "budget.minutes=0.01", "loop.samples_per_position=300")
        while train.poll() is None:
            played = raichi("selfplay", self.run_folder, "--games", 4)
            self.assertEqual(played.returncode, 0, played.stderr)
        _, errors = train.communicate(timeout=300)
        self.assertEqual(train.returncode, 0, errors)
        state, = lines_of(self.run_folder / "state.json")
        self.assertGreaterEqual(state["seconds"], 0.6)
        self.assertTrue(state["finished"])

    def test_the_final_evaluation_is_not_a_part_of_the_time(self):
        result = self.run_smoke("evaluation.every=0", "evaluation.final_pairs=20", "evaluation.visits=64")
        self.assertEqual(result.returncode, 0, result.stderr)
        state, = lines_of(self.run_folder / "state.json")
        model = max((self.run_folder / "models").glob("*/model.raichi"))
        evaluation = (self.run_folder / "metrics/matches.jsonl").stat().st_mtime - model.stat().st_mtime
        self.assertLess(state["seconds"] - self.progress()[-1]["seconds"], 0.5 * evaluation)

    def test_training_alone_leaves_a_finished_run_finished(self):
        # A budget of time may end because too little of it is left for another iteration.
        for budget in ("budget.games=8",), ("budget.games=0", "budget.minutes=0.05"):
            self.assertEqual(self.run_smoke(*budget).returncode, 0)
            train = self.start_train(*budget)
            _, errors = train.communicate(timeout=300)
            state, = lines_of(self.run_folder / "state.json")
            self.assertTrue(state["finished"], errors)
            self.assertIn("nothing to do", errors)
            shutil.rmtree(self.run_folder)

    def test_an_evaluation_cut_short_rates_nothing(self):
        matches = self.run_folder / "metrics/matches.jsonl"
        seconds = 1
        while not matches.exists() or not lines_of(matches):  # until a pair finishes in time
            run = self.start_run("budget.games=4", "evaluation.pairs=100000", "evaluation.earlier_models=0",
                                 "evaluation.opponents=[random]")
            self.wait_for_model(1, run)
            time.sleep(seconds)
            run.send_signal(signal.SIGINT)
            _, errors = run.communicate(timeout=300)
            self.assertEqual(run.returncode, 1, errors)
            seconds *= 2
        self.assertNotIn("rating", self.progress()[-1])

    def test_opponents_may_change_between_starts_but_not_how_they_are_met(self):
        first = self.run_smoke("evaluation.final_pairs=0", "evaluation.earlier_models=0",
                               "evaluation.opponents=[random]")
        self.assertEqual(first.returncode, 0, first.stderr)
        other = ["budget.games=12", "evaluation.every=0", "evaluation.earlier_models=0",
                 "evaluation.opponents=['playouts:2']"]
        second = self.run_smoke(*other)
        self.assertEqual(second.returncode, 0, second.stderr)
        self.assertIn("playouts:2", second.stdout)
        self.assertNotIn("random", second.stdout)  # no player met both
        self.assertIn("playouts:2", (self.run_folder / "config.yaml").read_text())
        third = self.run_smoke(*other, "evaluation.visits=3")
        self.assertEqual(third.returncode, 1)
        self.assertIn("was begun with evaluation.visits 2, not 3", third.stderr)


if __name__ == "__main__":
    unittest.main()
