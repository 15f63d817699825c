"""The loop as a user runs it: a whole run, kills at any moment, two halves as processes, bad configurations."""

import collections
import fcntl
import json
import os
import pathlib
import pty
import random
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

ROOT = pathlib.Path(os.environ["RAICHI_SOURCE_DIR"])
PROGRAM = os.environ["RAICHI_PROGRAM"]
SMOKE = str(ROOT / "configs/runs/smoke.yaml")

sys.path.insert(0, str(ROOT / "tools"))
import read_games  # noqa: E402


def raichi(*arguments, timeout=300):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=timeout)


def games_of(folder):
    return [game for path in sorted(folder.glob("**/*.games")) for game in read_games.games(path)]


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 & -(crc & 1))
    return crc ^ 0xFFFFFFFF


def tf_records(data):
    """The records of a TFRecord file, their checksums checked."""
    at = 0
    while at < len(data):
        length, = struct.unpack_from("<Q", data, at)
        record = data[at + 12:at + 12 + length]
        for text, end in ((data[at:at + 8], at + 8), (record, at + 12 + length)):
            crc = crc32c(text)
            masked = ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF
            assert struct.unpack_from("<I", data, end)[0] == masked
        yield record
        at += 16 + length


def flip_a_bit(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data)


def lines_of(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


class RunTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="raichi-run-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.run_folder = self.folder / "run"

    def run_smoke(self, *overrides, timeout=300):
        return raichi("run", SMOKE, *overrides, "--dir", self.run_folder, timeout=timeout)

    def start_run(self, *overrides):
        return subprocess.Popen([PROGRAM, "run", SMOKE, *overrides, "--dir", str(self.run_folder)],
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def check_whole(self, least_games):
        """Whatever happened on the way: every game once, every model there, no file but good ones.
        Returns the number of iterations; phases end with the games that are over, so it may vary."""
        shards = sorted((self.run_folder / "games").iterdir())
        self.assertTrue(all(path.suffix == ".games" for path in shards), shards)
        checked = raichi("games", "--check", *shards)
        self.assertEqual(checked.returncode, 0, checked.stderr)
        games = games_of(self.run_folder)
        ids = collections.Counter(game["id"] for game in games)
        self.assertEqual([i for i, n in ids.items() if n > 1], [])
        per_model = collections.Counter(int(path.name[:6]) for path in shards for _ in read_games.games(path))
        self.assertGreaterEqual(len(games), least_games)
        models = sorted(path.name for path in (self.run_folder / "models").iterdir())
        iterations = len(models) - 1
        self.assertEqual(models, [f"{i:06d}" for i in range(iterations + 1)])
        self.assertEqual(sorted(per_model), list(range(iterations)))
        full = [n for model, n in per_model.items() if model < iterations - 1]  # the budget may cut the last
        self.assertTrue(all(n >= 4 for n in full), per_model)

        states = sorted(path.name for path in (self.run_folder / "optimizer").iterdir())
        self.assertEqual(states[-1], f"{iterations:06d}")

        progress = lines_of(self.run_folder / "metrics/progress.jsonl")
        numbers = [line["iteration"] for line in progress]
        self.assertEqual(numbers, list(range(1, iterations + 1)))
        # Each policy target counted once by training, none left out.
        targets = sum(turn[1] for game in games for turn in game["turns"])
        self.assertEqual(progress[-1]["train"]["positions_made"], targets)
        return iterations

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
        self.assertEqual(len(events), 5)  # the version, then for each iteration its numbers and its rating
        self.assertIn(b"brain.Event:2", events[0])
        loss = lines_of(self.run_folder / "metrics/progress.jsonl")[0]["train"]["loss"]
        tag = b"\x0a\x0atrain/loss\x15"  # tag = 1, then simple_value = 2
        at = events[1].index(tag) + len(tag)
        self.assertAlmostEqual(struct.unpack_from("<f", events[1], at)[0], loss, places=5)

        again = self.run_smoke()
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual(self.check_whole(8), 2)  # a spent budget plays nothing more
        more = self.run_smoke("budget.games=30")
        self.assertEqual(more.returncode, 0, more.stderr)
        self.assertGreater(self.check_whole(30), 2)

    def test_past_models_restarts_handicap_and_gumbel_roots(self):
        extra = ["selfplay.search={root: gumbel, gumbel_considered: 3}",
                 "selfplay.past_models={fraction: 0.5, oldest: 1}", "selfplay.restarts.fraction=0.5",
                 "selfplay.handicap={max_factor: 3, window: 4}"]
        for budget in (16, 32):  # the second start goes on with what the first one's games say
            result = self.run_smoke(f"budget.games={budget}", "evaluation.every=0", "evaluation.final_pairs=0", *extra)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.check_whole(budget)
        games = games_of(self.run_folder)
        newest = [game for game in games if game["attackers"] == game["defenders"]]
        against = [game for game in games if game["attackers"] != game["defenders"]]
        self.assertTrue(newest)
        self.assertTrue(against)
        self.assertTrue(any(game["start"] for game in games))
        for game in against:  # of the two sides, only the one of the newest model has targets
            sides = {(ply + game["start"].endswith("d")) % 2 for ply, turn in enumerate(game["turns"]) if turn[1]}
            newer = game["attackers"][-6:] > game["defenders"][-6:]
            self.assertLessEqual(sides, {0 if newer else 1})

    def test_games_without_policy_targets_are_followed_by_more(self):
        result = self.run_smoke("loop.games_per_iteration=1", "selfplay.full_search_fraction=0.01", "budget.games=12",
                                "evaluation.final_pairs=0", timeout=60)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertGreaterEqual(len(games_of(self.run_folder)), 12)

    def test_lost_trainer_states_do_not_keep_a_run_from_its_end(self):
        self.assertEqual(self.run_smoke().returncode, 0)
        for state in (self.run_folder / "optimizer").iterdir():
            state.write_bytes(state.read_bytes()[:-1])
        again = self.run_smoke("budget.games=16", timeout=60)  # model 1 is trained on its own games too
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertGreaterEqual(len(games_of(self.run_folder)), 16)

    def test_a_cache_answers_positions_that_come_again(self):
        for cache in ("exact", "symmetric"):
            result = self.run_smoke(f"workers.cache={cache}", "budget.games=16", "evaluation.final_pairs=0")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.check_whole(16)
            last = lines_of(self.run_folder / "metrics/progress.jsonl")[-1]["selfplay"]
            self.assertGreater(last["cache_hits"], 0)
            self.assertLess(last["cache_hits"], 1)
            shutil.rmtree(self.run_folder)

    def test_speed_beside_that_of_the_machine(self):
        result = self.run_smoke("workers.bench=true", "rules=[brandubh]", "budget.games=4",
                                "evaluation.final_pairs=0")
        self.assertEqual(result.returncode, 0, result.stderr)
        (machine,) = lines_of(self.run_folder / "metrics/bench.jsonl")
        for name in ("rules.perft", "rules.playouts", "search.simulations",
                     "search.bytes_per_edge", "network.evaluations", "train.samples"):
            self.assertGreater(machine[name], 0, name)
        iterations = lines_of(self.run_folder / "metrics/progress.jsonl")
        self.assertTrue(iterations)
        for line in iterations:
            figures = line["bench"]
            self.assertEqual(figures["selfplay.evaluations"],
                             line["selfplay"]["evaluations_per_second"])
            self.assertAlmostEqual(figures["selfplay.ratio"] * machine["network.evaluations"],
                                   figures["selfplay.evaluations"], delta=1)
            self.assertGreater(figures["train.ratio"], 0)

    def test_the_rating_so_far_is_shown(self):
        terminal, end = pty.openpty()
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 200, 0, 0))
        run = subprocess.Popen([PROGRAM, "run", SMOKE, "budget.games=160", "loop.games_per_iteration=40",
                                "evaluation.every=2", "--dir", str(self.run_folder)],
                               stdout=subprocess.DEVNULL, stderr=end, env={**os.environ, "TERM": "xterm"})
        os.close(end)
        text = b""
        try:
            while data := os.read(terminal, 4096):
                text += data
        except OSError:  # the other end is closed
            pass
        os.close(terminal)
        self.assertEqual(run.wait(timeout=60), 0, text)
        lines = re.split(r"[\r\n]+|\x1b\[K", text.decode())
        outcome = r"\S+ positions/s, \S+ evaluations/s, attackers \d+% defenders \d+% draws \d+%, \d+ plies"
        rating = r"rating -?\d+ ± \d+"
        self.assertRegex(text.decode(), rf"\r00000[23]  \d:\d\d left, {rating}( \(000002\))?  "
                                        rf"self-play: \d+ of 40 games, {outcome}")
        stays = [line for line in lines if "loss" in line and "training" not in line]
        for line, end in zip(stays, ["", f", {rating}", rf", {rating} \(000002\)"]):
            self.assertRegex(line, rf"^00000\d  \d:\d\d  \d+ games  {outcome}, loss \S+ \(policy \S+, value \S+\){end}$")
        self.assertGreaterEqual(len(stays), 3)

    def test_precision_beside_f32(self):
        said = r"network on cpu in bf16, off f32 by at most (\d\.\d+) in value, (\d\.\d+) in policy"
        result = self.run_smoke("workers.precision=bf16", "evaluation.final_pairs=0")
        self.assertEqual(result.returncode, 0, result.stderr)
        (differences,) = re.findall(said, result.stderr)  # once, not for each model
        for line in lines_of(self.run_folder / "metrics/progress.jsonl"):
            network = line["network"]
            self.assertEqual((network["device"], network["precision"]), ("cpu", "bf16"))
            for key, text in zip(("value_difference", "prior_difference"), differences):
                self.assertAlmostEqual(network[key], float(text), delta=1e-4)
        for where in ([self.run_folder], [SMOKE, "workers.precision=bf16", "--output", self.folder / "alone"]):
            result = raichi("selfplay", *where, "--games", 1)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(len(re.findall(said, result.stderr)), 1)
        again = self.run_smoke("budget.games=12", "evaluation.final_pairs=0")
        self.assertIn("network on cpu in f32\n", again.stderr)
        self.assertEqual(lines_of(self.run_folder / "metrics/progress.jsonl")[-1]["network"],
                         {"device": "cpu", "precision": "f32"})

    def test_goes_on_with_a_configuration_of_before_a_key_was_known(self):
        self.run_smoke()
        config = self.run_folder / "config.yaml"
        lines = config.read_text().splitlines(keepends=True)
        kept = "".join(line for line in lines if "short_value" not in line)
        config.write_text(kept.replace("cache_mib: 64", "cache_mib: 0"))  # as it once stood for no cache
        self.assertLess(len(config.read_text().splitlines()), len(lines))
        again = self.run_smoke("budget.games=12")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertGreater(self.check_whole(12), 2)

    def test_twenty_kills_lose_nothing(self):
        rng = random.Random(1)
        for number in range(20):
            pairs = 1 if number % 3 else 100  # so many that the kill comes during the evaluation
            with self.start_run("budget.games=1000000", f"evaluation.pairs={pairs}") as process:
                self.assertIn(str(self.run_folder), process.stderr.readline())  # it is ready
                time.sleep(rng.uniform(0, 1))
                process.kill()
                self.assertNotIn("set aside", process.stderr.read())
            self.assertEqual(process.returncode, -signal.SIGKILL)
        least = len(games_of(self.run_folder)) + 8
        result = self.run_smoke(f"budget.games={least}")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotIn("set aside", result.stderr)
        iterations = self.check_whole(least)
        self.check_evaluated(iterations)

    def test_an_evaluation_that_was_cut_short_is_finished(self):
        for end in (signal.SIGKILL, signal.SIGINT):
            with self.start_run("budget.games=1000000", "evaluation.pairs=1000") as process:
                while not (self.run_folder / "models/000001").exists():
                    self.assertIsNone(process.poll())
                    time.sleep(0.02)
                time.sleep(0.2)
                process.send_signal(end)
                process.communicate()
            result = self.run_smoke("budget.games=12")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.check_evaluated(self.check_whole(12))
            shutil.rmtree(self.run_folder)

    def check_evaluated(self, iterations):
        """Every model met the fixed players and has its rating."""
        matches = lines_of(self.run_folder / "metrics/matches.jsonl")
        for opponent in ("random", "playouts:2"):
            self.assertEqual(sorted({line["a"] for line in matches if line["b"] == opponent}),
                             [f"{i:06d}" for i in range(1, iterations + 1)])
        for line in lines_of(self.run_folder / "metrics/progress.jsonl"):
            self.assertGreater(line["rating"]["error"], 0)

    def test_interrupt_finishes_cleanly(self):
        process = subprocess.Popen(
            [PROGRAM, "run", SMOKE, "budget.games=4000", "--dir", str(self.run_folder)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while not (self.run_folder / "models/000001").exists():
            self.assertIsNone(process.poll())
            time.sleep(0.05)
        events = (self.run_folder / "metrics/events.out.tfevents.raichi").open("rb")  # as TensorBoard has it
        self.addCleanup(events.close)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0, errors)
        losses = sum(b"train/loss" in record for record in tf_records(events.read()))
        self.assertEqual(losses, len(lines_of(self.run_folder / "metrics/progress.jsonl")))
        self.assertIn("goes on from here", errors)
        self.assertEqual(list(self.run_folder.glob("**/*.tmp")), [])

    def test_damaged_files_are_set_aside_and_made_again(self):
        self.assertEqual(self.run_smoke().returncode, 0)
        shard = sorted((self.run_folder / "games").iterdir())[-1]
        shard.write_bytes(shard.read_bytes()[:-7])
        state = sorted((self.run_folder / "optimizer").iterdir())[-1]
        flip_a_bit(state)
        result = self.run_smoke("budget.games=30")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(shard.name, result.stderr)
        self.assertIn(state.name, result.stderr)
        self.assertTrue(shard.with_name(shard.name + ".bad").exists())
        self.assertTrue(state.with_name(state.name + ".bad").exists())

    def test_a_damaged_shard_that_training_has_done_with(self):
        self.assertEqual(self.run_smoke("budget.games=40", "evaluation.every=0").returncode, 0)
        oldest = sorted((self.run_folder / "games").iterdir())[0]
        other = oldest.rename(oldest.with_name("000000-01-000000.games"))  # as if of another process
        flip_a_bit(other)
        result = self.run_smoke("budget.games=44", "evaluation.every=0")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(f"set aside as {other.name}.bad", result.stderr)

    def test_damaged_models_are_set_aside(self):
        past = "selfplay.past_models={fraction: 0.5, oldest: 1}"
        self.assertEqual(self.run_smoke(past, "budget.games=16").returncode, 0)
        models = self.run_folder / "models"
        newest = sorted(models.iterdir())[-1].name
        whole = (models / newest / "model.raichi").read_bytes()
        for name in [path.name for path in models.iterdir()]:
            flip_a_bit(models / name / "model.raichi")
        (models / "000001.bad").mkdir()  # of an earlier time
        (models / "000001.bad" / "model.raichi").write_bytes(b"old")
        result = self.run_smoke(past, "budget.games=40", "evaluation.earlier_models=9")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual((models / newest / "model.raichi").read_bytes(), whole)  # the trainer's state made it again
        for name in ("000001", newest):  # met in evaluations or as past models, and the newest
            self.assertTrue((models / f"{name}.bad").exists(), name)
            self.assertRegex(result.stderr, f"warning: .*{name}/model.raichi: .*; set aside as {name}.bad")

    def test_damaged_metrics_are_left_out(self):
        self.assertEqual(self.run_smoke().returncode, 0)
        metrics = self.run_folder / "metrics"
        kept = {}
        for name in ("progress.jsonl", "matches.jsonl"):
            kept[name] = lines_of(metrics / name)
            with (metrics / name).open("a") as file:
                file.write('{}\n{"a": "000001", "iteration": "two"}\n{"iterat')
        result = self.run_smoke("budget.games=16")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.check_whole(16)
        for name, lines in kept.items():
            for number in range(1, 4):
                self.assertIn(f"{name}:{len(lines) + number}: ", result.stderr)
            self.assertEqual(lines_of(metrics / name)[:len(lines) - 1], lines[:-1])
            self.assertTrue((metrics / f"{name}.bad").exists())

    def test_full_disk_ends_a_run_that_goes_on_afterwards(self):
        def no_large_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
        large_shards = ["loop.games_per_iteration=64", "loop.games_per_shard=64"]
        for loop, games, file in [([], 8, r"optimizer/000003"), (large_shards, 64, r"games/000001-00-000000\.games")]:
            with self.subTest(file):
                self.assertEqual(self.run_smoke(f"budget.games={games}", *loop).returncode, 0)
                before = {path: path.read_bytes() for path in (self.run_folder / "games").iterdir()}
                full = subprocess.run([PROGRAM, "run", SMOKE, "budget.games=1000", *loop, "--dir", self.run_folder],
                                      capture_output=True, text=True, timeout=60, preexec_fn=no_large_files)
                self.assertEqual(full.returncode, 1, full.stderr)
                errors = [line for line in full.stderr.splitlines() if line.startswith("raichi: ")]
                self.assertEqual(len(errors), 1, full.stderr)
                self.assertRegex(errors[0], rf"{file}\.tmp: cannot write: File too large$")
                self.assertEqual(list(self.run_folder.glob("**/*.tmp")), [])
                self.assertEqual({path: path.read_bytes() for path in before}, before)
                least = len(games_of(self.run_folder)) + 8
                again = self.run_smoke(f"budget.games={least}", *loop)
                self.assertEqual(again.returncode, 0, again.stderr)
                self.assertNotIn("set aside", again.stderr)
                self.check_whole(least)
            shutil.rmtree(self.run_folder)

    def test_halves_as_processes(self):
        train = subprocess.Popen(
            [PROGRAM, "train", SMOKE, "--steps", "3", "--dir", str(self.run_folder)],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        while not (self.run_folder / "models/000000").exists():
            self.assertIsNone(train.poll())
            time.sleep(0.05)
        plays = [subprocess.Popen([PROGRAM, "selfplay", str(self.run_folder), "--stream", str(stream)],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                 for stream in (1, 2)]
        _, errors = train.communicate(timeout=120)
        self.assertEqual(train.returncode, 0, errors)
        for play in plays:
            play.send_signal(signal.SIGINT)
            _, errors = play.communicate(timeout=60)
            self.assertEqual(play.returncode, 0, errors)
        games = games_of(self.run_folder)
        ids = [game["id"] for game in games]
        self.assertEqual(len(ids), len(set(ids)))
        self.assertEqual({game_id >> 40 for game_id in ids} - {1, 2}, set())

    def test_training_waits_for_policy_targets(self):
        rare = ["loop.games_per_iteration=1", "selfplay.full_search_fraction=0.01"]
        train = subprocess.Popen([PROGRAM, "train", SMOKE, *rare, "--steps", "3", "--dir", str(self.run_folder)],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(train.kill)
        while not (self.run_folder / "models/000000").exists():
            self.assertIsNone(train.poll())
            time.sleep(0.05)
        while train.poll() is None:  # a game at a time, most of them without a target
            played = raichi("selfplay", self.run_folder, "--games", 1)
            self.assertEqual(played.returncode, 0, played.stderr)
            time.sleep(0.6)  # longer than training waits between two looks
        _, errors = train.communicate()
        self.assertEqual(train.returncode, 0, errors)
        self.assertRegex(errors, r"000003  step 3 ")

    def test_one_trainer_at_a_time(self):
        first = subprocess.Popen([PROGRAM, "run", SMOKE, "budget.games=4000", "--dir", str(self.run_folder)],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(first.wait)
        self.addCleanup(first.kill)
        while not (self.run_folder / "models/000000").exists():
            self.assertIsNone(first.poll())
            time.sleep(0.05)
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

    def assert_fails(self, expected, *arguments, status=1):
        result = raichi(*arguments)
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        self.assertIn(expected, result.stderr)

    def test_bad_configurations_are_one_line(self):
        config = self.folder / "bad.yaml"
        for text, expected in [
            ("selfplay:\n  full_visitz: 3\n", "bad.yaml:2: selfplay.full_visitz: unknown key, did you mean 'full_visits'?"),
            ("seed: many\n", "bad.yaml:1: seed: expected a whole number"),
            ("train: {batch: 0}\n", "bad.yaml:1: train.batch: expected a whole number from 2"),
            ("selfplay: {full_search_fraction: 0}\n", "bad.yaml:1: selfplay.full_search_fraction: expected a number from 0.01 to 1"),
            ("workers: {precision: f64}\n", "expected one of auto, f32, bf16, fp16"),
            ("network: 5\n", "bad.yaml:1: network: expected a mapping"),
            ("rules: [no-such-rules]\n", "bad.yaml:1: rules: rules 'no-such-rules'"),
            ("rules: []\n", "bad.yaml:1: rules: expected at least one"),
            ("seed: 1\nseed: 2\n", "bad.yaml:2: seed stands twice"),
            ("seed: [1\n", "bad.yaml"),
            ("network: {canvas: 7}\n", "bad.yaml:1: network.canvas: expected at least 9"),
            ("network:\n  channels: 9\n", "bad.yaml:2: network.channels: 9, expected 8 to 1024, a multiple of 8"),
            ("window: {scale: 5}\n", "bad.yaml:1: window.scale: expected a number from 0 to 1"),
            ("seed: 1\nwindow:\n  max_positions: 10\n", "bad.yaml:3: window.max_positions: 10, expected at least min_pos"),
            ("seed: 1\nwindow:\n  min_positions: 9000000\n", "bad.yaml:2: window.max_positions: 2000000, expected"),
            ("selfplay: {max_plies: 4,\n  opening_random_plies: 4}\n", "bad.yaml:2: selfplay.opening_random_plies: expected"),
            ("evaluation: {opponents: [nobody]}\n", "bad.yaml:1: evaluation.opponents: 'nobody'"),
            ("evaluation: {opponents: ['playouts:0']}\n", "bad.yaml:1: evaluation.opponents: player 'playouts:0'"),
            ("train: {device: moon}\n", "bad.yaml:1: train.device: expected auto, cpu, cuda or cuda:N, found 'moon'"),
            ("workers: {device: cuda:x}\n", "bad.yaml:1: workers.device: expected auto, cpu, cuda or cuda:N"),
            ("workers: {device: cpu,\n precision: fp16}\n", "bad.yaml:2: workers.precision: precision `fp16`"),
            ("workers: {device: cuda:99}\n", "bad.yaml:1: workers.device: device `cuda:99`: this"),
        ]:
            with self.subTest(text):
                config.write_text(text)
                self.assert_fails(expected, "run", config, "--dir", self.run_folder)
                self.assertFalse(self.run_folder.exists())
        self.assert_fails("train.device=moon: train.device: expected", "run", SMOKE, "train.device=moon",
                          "--dir", self.run_folder)
        self.assertFalse(self.run_folder.exists())
        self.assert_fails("--steps", "train", SMOKE, "--steps", "-1", "--dir", self.run_folder, status=2)
        self.assert_fails("--games", "selfplay", SMOKE, "--games", "-1", "--dir", self.run_folder, status=2)
        self.assert_fails("expected KEY=VALUE", "run", SMOKE, "seed", "--dir", self.run_folder, status=2)
        self.assert_fails("missing.yaml: cannot read", "run", self.folder / "missing.yaml")

    def test_other_configuration_of_a_begun_run(self):
        self.assertEqual(self.run_smoke().returncode, 0)
        self.assert_fails("was begun with 'channels: 8', not 'channels: 16'", "run", SMOKE, "network.channels=16",
                          "--dir", self.run_folder)

    def test_unwritable_run_folder(self):
        self.assert_fails("cannot create", "run", SMOKE, "--dir", "/proc/raichi")


if __name__ == "__main__":
    unittest.main()
