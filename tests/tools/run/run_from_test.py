"""Runs that begin from a model, and runs that learn to beat a frozen one, as a user starts them."""

import json
import shutil
import unittest

from run_case import SMOKE, RunCase, games_of, raichi

ANY_NETWORK = "network={}"  # the presets give the keys of a network


class RunFromTest(RunCase):
    def setUp(self):
        super().setUp()
        made = raichi("selfplay", SMOKE, "--output", self.folder / "other", "--games", 1, "seed=7")
        self.assertEqual(made.returncode, 0, made.stderr)
        self.model = self.folder / "other/model.raichi"

    def analysis_of(self, model, *options):
        result = raichi("analyze", "--model", model, "--precision", "f32", "--visits", 20, "--json", *options)
        self.assertEqual(result.returncode, 0, result.stderr)
        analysis = json.loads(result.stdout)
        self.assertEqual(analysis.pop("player"), f"{model}@20")  # of its own; the rest may be compared
        return analysis

    def test_the_first_model_evaluates_as_the_model_it_began_from(self):
        result = self.run_smoke(ANY_NETWORK, "--from", self.model)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(f"a new run from {self.model}", result.stderr)
        first, last = self.run_folder / "models/000000", sorted((self.run_folder / "models").glob("0*"))[-1]
        self.assertEqual(self.analysis_of(first), self.analysis_of(self.model))
        self.assertNotEqual(self.analysis_of(last), self.analysis_of(self.model))
        self.check_whole(8)
        self.check_ledger()
        origin = json.loads((self.run_folder / "origin.json").read_text())
        self.assertEqual(origin["model"], str(self.model))
        self.assertIn(origin["weights"], (last / "train.yaml").read_text())

        again = self.run_smoke(ANY_NETWORK, "--from", self.model, "budget.games=12")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertGreater(self.check_whole(12), 2)
        other = self.run_smoke(ANY_NETWORK, "--from", last)
        self.assertEqual(other.returncode, 1)
        self.assertIn(f"this run was begun from {self.model}, not from {last}", other.stderr)

    def test_a_run_on_larger_boards_begins_with_the_same_player(self):
        result = self.run_smoke(ANY_NETWORK, "rules=[brandubh, tawlbwrdd]", "--from", self.model)
        self.assertEqual(result.returncode, 0, result.stderr)
        first = self.analysis_of(self.run_folder / "models/000000")
        before = self.analysis_of(self.model)
        moves, moves_before = ([(line["move"], line["visits"]) for line in found["lines"]] for found in (first, before))
        self.assertEqual(moves, moves_before)
        self.assertAlmostEqual(first["value"], before["value"], places=4)
        last = sorted((self.run_folder / "models").glob("0*"))[-1]
        self.analysis_of(last, "--rules", "tawlbwrdd")

    def test_a_network_of_its_own_is_refused_before_anything_is_written(self):
        result = self.run_smoke("network.blocks=2", "--from", self.model)
        self.assertEqual(result.returncode, 2)
        self.assertRegex(result.stderr, r"network\.blocks: expected 1 as in .*, found 2; leave this key out")
        self.assertFalse(self.run_folder.exists())

    def test_the_two_halves_go_on_with_it(self):
        train = self.start_train(ANY_NETWORK, "--from", str(self.model), "budget.games=4")
        played = raichi("selfplay", self.run_folder, "--games", 4)
        self.assertEqual(played.returncode, 0, played.stderr)
        _, errors = train.communicate(timeout=300)
        self.assertEqual(train.returncode, 0, errors)
        self.assertEqual(self.analysis_of(self.run_folder / "models/000000"), self.analysis_of(self.model))
        self.assertTrue((self.run_folder / "models/000001").exists())

    def test_a_frozen_model_plays_one_side_of_all_games(self):
        frozen = self.folder / "frozen.raichi"
        shutil.copy(self.model, frozen)
        keys = (ANY_NETWORK, f"selfplay.past_models={{fraction: 1, side: defenders, model: {frozen}}}",
                "evaluation={every: 0, final_pairs: 0}", "--from", frozen)
        for budget in (8, 16):
            result = self.run_smoke(f"budget.games={budget}", *keys)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.check_whole(budget)
        more = raichi("selfplay", self.run_folder, "--games", 4)
        self.assertEqual(more.returncode, 0, more.stderr)
        for game in games_of(self.run_folder):
            self.assertEqual(game["defenders"], "frozen")
            self.assertNotIn("frozen", game["attackers"])
            self.assertFalse([ply for ply, turn in enumerate(game["turns"]) if turn[1] and ply % 2 == 1])

        other = sorted((self.run_folder / "models").glob("0*"))[-1]
        shutil.copy(other / "model.raichi", frozen)
        changed = self.run_smoke("budget.games=24", *keys)
        self.assertEqual(changed.returncode, 1)
        self.assertIn("its weights have changed", changed.stderr)

    def test_a_frozen_model_that_is_missing_is_found_out_before_anything_is_written(self):
        result = self.run_smoke("selfplay.past_models={fraction: 1, model: nowhere}")
        self.assertEqual(result.returncode, 1)
        self.assertIn("selfplay.past_models.model: expected a model", result.stderr)
        self.assertFalse(self.run_folder.exists())


if __name__ == "__main__":
    unittest.main()
