"""What the tests of runs share."""

import collections
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
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


def lines_of(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


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


class RunCase(unittest.TestCase):
    """A test with a run folder of its own."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="raichi-run-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.run_folder = self.folder / "run"

    def run_smoke(self, *overrides, timeout=300):
        return raichi("run", SMOKE, *overrides, "--dir", self.run_folder, timeout=timeout)

    def start_run(self, *overrides):
        return subprocess.Popen([PROGRAM, "run", SMOKE, *overrides, "--dir", str(self.run_folder)],
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def start_train(self, *arguments):
        """The training half of a run, once it has written model 0."""
        train = subprocess.Popen([PROGRAM, "train", SMOKE, *arguments, "--dir", str(self.run_folder)],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(train.wait)
        self.addCleanup(train.kill)
        self.wait_for_model(0, train)
        return train

    def wait_for_model(self, number, process):
        while not (self.run_folder / f"models/{number:06d}").exists():
            self.assertIsNone(process.poll())
            time.sleep(0.02)

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

    def check_evaluated(self, iterations):
        """Every model met the fixed players and has its rating."""
        matches = lines_of(self.run_folder / "metrics/matches.jsonl")
        for opponent in ("random", "playouts:2"):
            self.assertEqual(sorted({line["a"] for line in matches if line["b"] == opponent}),
                             [f"{i:06d}" for i in range(1, iterations + 1)])
        for line in lines_of(self.run_folder / "metrics/progress.jsonl"):
            self.assertGreater(line["rating"]["error"], 0)

    def assert_fails(self, expected, *arguments, status=1):
        result = raichi(*arguments)
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        self.assertIn(expected, result.stderr)
