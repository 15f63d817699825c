"""The loop as a user runs it: a whole run, its techniques and figures, its two halves as processes."""

import re
import shutil
import signal
import struct
import subprocess
import time
import unittest

from program import shown_on_terminal
from run_case import PROGRAM, SMOKE, RunCase, games_of, lines_of, raichi, tf_records


class RunTest(RunCase):
    def test_smoke_runs_to_its_end(self):
        result = self.run_smoke()
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.check_whole(8), 2)
        for player in ("random", "playouts:2", "000002"):
            self.assertIn(player, result.stdout)
        ratings, _, table = result.stdout.partition("last model against")
        self.assertRegex(table, r"^ +as attackers +as defenders +score    elo    ±\n")
        elo = {player: int(value) for player, value in re.findall(r"^(\S+) +(-?\d+) +\d+ ", ratings, re.MULTILINE)}
        leads = re.findall(r"^(\S+) .*% +(-?\d+) +(\d+)$", table, re.MULTILINE)
        self.assertEqual([opponent for opponent, _, _ in leads], ["random", "playouts:2", "000001"])
        for opponent, lead, error in leads:
            self.assertAlmostEqual(int(lead), elo["000002"] - elo[opponent], delta=1)
            self.assertGreater(int(error), 0)
        events = list(tf_records((self.run_folder / "metrics/events.out.tfevents.raichi").read_bytes()))
        self.assertEqual(len(events), 5)  # the version, then the numbers and the rating of each iteration
        self.assertIn(b"brain.Event:2", events[0])
        loss = lines_of(self.run_folder / "metrics/progress.jsonl")[0]["train"]["loss"]
        tag = b"\x0a\x0atrain/loss\x15"  # tag = 1, then simple_value = 2
        at = events[1].index(tag) + len(tag)
        self.assertAlmostEqual(struct.unpack_from("<f", events[1], at)[0], loss, places=5)

        again = self.run_smoke()
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual(self.check_whole(8), 2)  # no more games are played once the budget is spent
        games = len(games_of(self.run_folder))  # workers that end games at once may play one more than they should
        self.assertLess(games, 12)
        self.assertRegex(again.stderr, f"its budget is spent after {games} games and 2 models; it goes on with a larger one: "
                                       f"[^ ]*raichi run {re.escape(str(self.run_folder))} ")
        self.assertIn(f"budget.games={2 * games}\n", again.stderr)
        more = self.run_smoke("budget.games=30")
        self.assertEqual(more.returncode, 0, more.stderr)
        self.assertIn(f"going on after {games} games and 2 models", more.stderr)
        self.assertGreater(self.check_whole(30), 2)

    def test_past_models_handicap_and_gumbel_roots(self):
        extra = ["selfplay.search={root: gumbel, gumbel_considered: 3}",
                 "selfplay.past_models={fraction: 0.5, oldest: 1}",
                 "selfplay.handicap={max_factor: 3, window: 4}"]
        for budget in (16, 32):  # the second start continues from the results of the first one's games
            result = self.run_smoke(f"budget.games={budget}", "evaluation.every=0", "evaluation.final_pairs=0", *extra)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.check_whole(budget)
        games = games_of(self.run_folder)
        newest = [game for game in games if game["attackers"] == game["defenders"]]
        against = [game for game in games if game["attackers"] != game["defenders"]]
        self.assertTrue(newest)
        self.assertTrue(against)
        for game in against:  # only the side of the newest model has targets
            sides = {ply % 2 for ply, turn in enumerate(game["turns"]) if turn[1]}
            newer = game["attackers"][-6:] > game["defenders"][-6:]
            self.assertLessEqual(sides, {0 if newer else 1})

    def test_games_without_policy_targets_are_followed_by_more(self):
        result = self.run_smoke("loop.games_per_iteration=1", "selfplay.full_search_fraction=0.01", "budget.games=12",
                                "evaluation.final_pairs=0", timeout=300)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertGreaterEqual(len(games_of(self.run_folder)), 12)

    def test_speed_beside_that_of_the_machine(self):
        result = self.run_smoke("workers.bench=true", "rules=[brandubh]", "budget.games=4",
                                "evaluation.final_pairs=0")
        self.assertEqual(result.returncode, 0, result.stderr)
        (machine,) = lines_of(self.run_folder / "metrics/bench.jsonl")
        for name in ("rules.perft", "rules.playouts", "search.simulations",
                     "search.bytes_per_edge", "network.evaluations", "train.samples"):
            self.assertGreater(machine[name], 0, name)
            self.assertEqual(name in machine["by_processor_time"], "bytes" not in name)
        iterations = lines_of(self.run_folder / "metrics/progress.jsonl")
        self.assertTrue(iterations)
        for line in iterations:
            figures = line["bench"]
            self.assertEqual(figures["selfplay.evaluations"],
                             line["selfplay"]["evaluations_per_second"])
            self.assertAlmostEqual(figures["selfplay.ratio"] * machine["network.evaluations"],
                                   figures["selfplay.evaluations"], delta=1)
            self.assertGreater(figures["train.ratio"], 0)
            self.assertGreater(line["selfplay"]["processor_seconds"], 0)
            by_processor_time = figures.pop("by_processor_time")
            self.assertEqual(list(by_processor_time), list(figures))
            self.assertAlmostEqual(by_processor_time["selfplay.evaluations"] * line["selfplay"]["processor_seconds"],
                                   figures["selfplay.evaluations"] * line["selfplay"]["seconds"], delta=1)
            self.assertGreater(by_processor_time["train.ratio"], 0)

    def test_the_rating_so_far_is_shown(self):
        # So many games that even a fast machine shows progress while it plays them.
        status, text = shown_on_terminal("run", SMOKE, "budget.games=1600", "loop.games_per_iteration=400",
                                         "loop.samples_per_position=0.1", "evaluation.every=2", "--dir", self.run_folder)
        self.assertEqual(status, 0, text)
        lines = re.split(r"[\r\n]+|\x1b\[K", text)
        outcome = r"\S+ moves/s, \S+ evaluations/s, attackers \d+% defenders \d+% draws \d+%, \d+ plies"
        rating = r"rating (0|-?[1-9]\d*) ± \d+"
        self.assertRegex(text, rf"\r00000[23]  \d:\d\d left, {rating}( \(000002\))?  "
                               rf"self-play: \d+ of 400 games, {outcome}")
        stays = [line for line in lines if "loss" in line and "training" not in line]
        for line, end in zip(stays, ["", f", {rating}", rf", {rating} \(000002\)"]):
            self.assertRegex(line, rf"^00000\d  \d:\d\d  \d+ games  {outcome}, loss \S+ \(policy \S+, value \S+\){end}$")
        self.assertGreaterEqual(len(stays), 3)

    def test_the_final_evaluation_follows_a_spent_budget(self):
        status, text = shown_on_terminal("run", SMOKE, "evaluation.every=0", "evaluation.final_pairs=40",
                                         "--dir", self.run_folder)
        self.assertEqual(status, 0, text)
        shown = [line for line in re.split(r"[\r\n]+|\x1b\[K", text) if "  evaluation, " in line]
        self.assertTrue(shown, text)
        for line in shown:
            self.assertRegex(line, r"^\d{6}  budget spent  evaluation, (about \d+:\d\d left|working for \d+:\d\d): "
                                   r"\d{6} against \S+, pair \d+ of 40$")

    def test_precision_beside_f32(self):
        said = r"network on cpu in bf16, differs from f32 by (\d\.\d+) in value, (\d\.\d+) in policy on average"
        result = self.run_smoke("workers.precision=bf16", "evaluation.final_pairs=0")
        if "was not built for" in result.stderr:  # a processor without avx512_bf16
            self.assertEqual(result.returncode, 2)
            self.assertRegex(result.stderr, r"^raichi: .*workers\.precision: precision `bf16`: this program was not built for")
            self.assertEqual(len(result.stderr.splitlines()), 1)
            self.assertFalse(self.run_folder.exists())
            return
        self.assertEqual(result.returncode, 0, result.stderr)
        (differences,) = re.findall(said, result.stderr)  # once, not for each model
        networks = [line["network"] for line in lines_of(self.run_folder / "metrics/progress.jsonl")]
        for key, text in zip(("value_difference", "prior_difference"), differences):
            self.assertAlmostEqual(networks[0][key], float(text), delta=1e-4)
            self.assertEqual(len({network[key] for network in networks}), len(networks))  # each model has its own
        self.assertEqual({(network["device"], network["precision"]) for network in networks}, {("cpu", "bf16")})
        for where in ([self.run_folder], [SMOKE, "workers.precision=bf16", "--output", self.folder / "alone"]):
            result = raichi("selfplay", *where, "--games", 1)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(len(re.findall(said, result.stderr)), 1)
        again = self.run_smoke("budget.games=16", "evaluation.final_pairs=0")
        self.assertIn("network on cpu in f32\n", again.stderr)
        self.assertEqual(lines_of(self.run_folder / "metrics/progress.jsonl")[-1]["network"],
                         {"device": "cpu", "precision": "f32"})

    def test_halves_as_processes(self):
        train = self.start_train("--steps", "3")
        plays = [subprocess.Popen([PROGRAM, "selfplay", str(self.run_folder), "--stream", str(stream)],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                 for stream in (1, 2)]
        _, errors = train.communicate(timeout=120)
        self.assertEqual(train.returncode, 0, errors)
        for play in plays:
            play.send_signal(signal.SIGINT)
            _, errors = play.communicate(timeout=300)
            self.assertEqual(play.returncode, 0, errors)
        games = games_of(self.run_folder)
        ids = [game["id"] for game in games]
        self.assertEqual(len(ids), len(set(ids)))
        self.assertEqual({game_id >> 40 for game_id in ids} - {1, 2}, set())

    def test_training_waits_for_policy_targets(self):
        train = self.start_train("loop.games_per_iteration=1", "selfplay.full_search_fraction=0.01", "--steps", "3")
        while train.poll() is None:  # one game at a time, most without a target
            played = raichi("selfplay", self.run_folder, "--games", 1)
            self.assertEqual(played.returncode, 0, played.stderr)
            time.sleep(0.6)  # longer than training waits between two checks
        _, errors = train.communicate()
        self.assertEqual(train.returncode, 0, errors)
        self.assertRegex(errors, r"000003  step 3 ")

    def test_one_trainer_at_a_time(self):
        first = subprocess.Popen([PROGRAM, "run", SMOKE, "budget.games=4000", "--dir", str(self.run_folder)],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(first.wait)
        self.addCleanup(first.kill)
        self.wait_for_model(0, first)
        second = self.run_smoke("budget.games=4000")
        self.assertEqual(second.returncode, 1)
        self.assertIn("another process", second.stderr)

    def test_selfplay_with_one_seed_gives_the_same_bytes(self):
        outputs = []
        for number, workers in enumerate((1, 2)):
            output = self.folder / str(number)
            result = raichi("selfplay", SMOKE, f"workers.workers={workers}", "--games", 12, "--seed", 5,
                            "--output", output)
            self.assertEqual(result.returncode, 0, result.stderr)
            outputs.append({path.name: path.read_bytes() for path in output.glob("*.games")})
        self.assertEqual(len(outputs[0]), 6)
        self.assertEqual(outputs[0], outputs[1])


if __name__ == "__main__":
    unittest.main()
