"""Helpers for the tests of runs."""

import collections
import json
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import unittest

from program import PROGRAM, ROOT, needs_libtorch

SMOKE = str(ROOT / "configs/runs/smoke.yaml")

sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests/cluster")]
import read_games  # noqa: E402
from check_run import shard_names  # noqa: E402


def raichi(*arguments, timeout=300):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=timeout)


def games_of(folder):
    return [game for path in sorted(folder.glob("**/*.games")) for game in read_games.games(path)]


def fnv(text):
    """Returns the 64-bit FNV-1a checksum of a line of a ledger."""
    checksum = 0xCBF29CE484222325
    for byte in text.encode():
        checksum = (checksum ^ byte) * 0x100000001B3 % 2**64
    return f"{checksum:016x}"


def lines_of(path):
    """Returns the lines of a file of JSON lines, after checking the checksums of those that have one, without these."""
    lines = []
    for line in path.read_text().splitlines():
        if line[-26:-18] == ',"sum":"':
            text = line[:-26] + "}"
            assert fnv(text) == line[-18:-2], line
            line = text
        lines.append(json.loads(line))
    return lines


def ledger_of(path):
    """Returns the lines of a ledger after checking their checksums."""
    lines = []
    for line in path.read_text().splitlines():
        text, checksum = line[:-26] + "}", line[-18:-2]
        assert line[-26:-18] == ',"sum":"' and fnv(text) == checksum, line
        lines.append(json.loads(text))
    return lines


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 & -(crc & 1))
    return crc ^ 0xFFFFFFFF


def tf_records(data):
    """Yields the records of a TFRecord file and checks their checksums."""
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


@needs_libtorch
class RunCase(unittest.TestCase):
    """Base of tests with a run folder of their own."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="raichi-run-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.run_folder = self.folder / "run"
        self.budgets = set()  # of games, at which a call of run_smoke() ended the run

    def run_smoke(self, *overrides, timeout=300):
        budgets = [str(override) for override in overrides if str(override).startswith("budget.games=")]
        self.budgets.update(int(budget.partition("=")[2]) for budget in budgets)
        return raichi("run", SMOKE, *overrides, "--dir", self.run_folder, timeout=timeout)

    def start_run(self, *overrides):
        return subprocess.Popen([PROGRAM, "run", SMOKE, *overrides, "--dir", str(self.run_folder)],
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def start_train(self, *arguments):
        """Starts the training half of a run and returns it once it has written model 0."""
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

    def results(self):
        """Returns the results of a killed run that no later start may lose: shards, matches, complete models."""
        def lines(path):  # the last line may be unfinished
            return (self.run_folder / path).read_text().splitlines(keepends=True) if (self.run_folder / path).exists() else []
        found = collections.Counter(path.name for path in (self.run_folder / "games").glob("*/*.games"))
        found.update(line for line in lines("metrics/matches.jsonl") if line.endswith("\n"))
        states = [int(path.name) for path in (self.run_folder / "optimizer").glob("0*") if path.suffix == ""]
        for line in lines("ledger.jsonl"):
            if line.endswith("\n") and json.loads(line).get("model", 10**6) <= max(states, default=-1):
                found[line] += 1
        return found

    def check_whole(self, least_games, whole_state=True):
        """Checks that, whatever happened before, every game is there once, every model is there and all files
        are good. Returns the number of iterations, which may vary because a phase ends with finished games."""
        shards = sorted(path for path in (self.run_folder / "games").rglob("*") if path.is_file())
        self.assertTrue(all(path.suffix == ".games" for path in shards), shards)
        checked = raichi("games", "--check", *shards)
        self.assertEqual(checked.returncode, 0, checked.stderr)
        games = games_of(self.run_folder)
        ids = collections.Counter(game["id"] for game in games)
        self.assertEqual([i for i, n in ids.items() if n > 1], [])
        per_model = collections.Counter(int(path.name[:6]) for path in shards for _ in read_games.games(path))
        self.assertGreaterEqual(len(games), least_games)
        models = sorted(path.name for path in (self.run_folder / "models").iterdir() if path.name != "newest")
        iterations = len(models) - 1
        self.assertEqual(models, [f"{i:06d}" for i in range(iterations + 1)])
        self.assertEqual(sorted(per_model), list(range(iterations)))
        # Every model plays four games, the last one fewer, and a model whose games reached the budget of a call.
        before = 0
        for model in range(iterations - 1):
            after = before + per_model[model]
            self.assertTrue(per_model[model] >= 4 or any(before < budget <= after for budget in self.budgets), per_model)
            before = after

        states = sorted(path.name for path in (self.run_folder / "optimizer").iterdir() if whole_state or path.suffix == "")
        self.assertEqual(states[-1], f"{iterations:06d}")

        progress = lines_of(self.run_folder / "metrics/progress.jsonl")
        numbers = [line["iteration"] for line in progress]
        self.assertEqual(numbers, list(range(1, iterations + 1)))
        # Training counted every policy target exactly once.
        targets = sum(turn[1] for game in games for turn in game["turns"])
        self.assertEqual(progress[-1]["train"]["positions_made"], targets)
        return iterations

    def check_ledger(self):
        """Checks that the ledger, the models, the metrics and the shards are consistent."""
        lines = ledger_of(self.run_folder / "ledger.jsonl")
        self.assertIn("rules", lines[0])
        records = [line for line in lines if "model" in line]
        matches = [line["match"] for line in lines if "match" in line]
        models = sorted(path.name for path in (self.run_folder / "models").iterdir() if path.name.isdigit())
        self.assertEqual([f"{record['model']:06d}" for record in records], models)
        self.assertEqual(len({record["weights"] for record in records}), len(records))

        progress = lines_of(self.run_folder / "metrics/progress.jsonl")
        unrated = [{key: value for key, value in line.items() if key not in ("rating", "truth")} for line in progress]
        self.assertEqual([record["progress"] for record in records if "progress" in record], unrated)

        def in_order(results):
            return sorted(json.dumps(line, sort_keys=True) for line in results)
        self.assertEqual(in_order(matches), in_order(lines_of(self.run_folder / "metrics/matches.jsonl")))
        weights = {f"{record['model']:06d}": record["weights"] for record in records}
        for match in matches:
            for side in ("a", "b"):
                if f"{side}_weights" in match:
                    self.assertEqual(match[f"{side}_weights"], weights[match[side]])

        # Each shard entered the window once, with the model after the one that played it.
        shards = collections.Counter()
        for record in records:
            window = record.get("window", {})
            for name in shard_names(window.get("shards", window.get("added", []))):
                shards[name] += 1
        if all("added" in record.get("window", {}) for record in records[1:]):
            self.assertEqual([name for name, count in shards.items() if count > 1], [])

    def check_evaluated(self, iterations):
        """Checks that every model met the fixed players and has a rating."""
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
