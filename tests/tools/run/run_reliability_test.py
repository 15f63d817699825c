"""Runs that are killed at any moment, or whose files or disk fail."""

import collections
import itertools
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import time
import unittest

from run_case import PROGRAM, ROOT, SMOKE, RunCase, games_of, lines_of, raichi, tf_records


def flip_a_bit(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data)


class RunReliabilityTest(RunCase):
    def test_without_a_trainer_state_the_newest_weights_go_on(self):
        self.assertEqual(self.run_smoke().returncode, 0)
        models = {path: path.read_bytes() for path in (self.run_folder / "models").glob("*/model.raichi")}
        for state in (self.run_folder / "optimizer").iterdir():
            state.write_bytes(state.read_bytes()[:-1])
        again = self.run_smoke("budget.games=16", timeout=300)
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertIn("no trainer state is left; training goes on from the weights of model 000002 with a fresh optimizer",
                      again.stderr)
        self.assertEqual({path: path.read_bytes() for path in models}, models)
        self.assertEqual(self.check_whole(16, whole_state=False), 4)
        self.check_ledger()

    def test_a_run_that_diverges_goes_on_with_a_lower_rate(self):
        # With a rate of 10 each step makes the matrices -9 times as large, whatever the games and the machine's arithmetic.
        sgd = ["train.optimizer=sgd", "train.weight_decay=1"]
        self.assertEqual(self.run_smoke(*sgd, "budget.games=8").returncode, 0)
        for _ in range(2):
            done = self.run_smoke(*sgd, "train.learning_rate=10", "train.clip_norm=1000000", "budget.games=1000")
            self.assertEqual(done.returncode, 2, done.stderr)
            error = done.stderr.splitlines()[-1]
            self.assertRegex(error, r"training diverged.*; model 00\d+ stays the newest, and the same command goes on from it with a lower "
                                    r"rate: add train\.learning_rate=1$")
        newest = error.partition("; model ")[2][:6]
        self.assertEqual(max(path.name for path in (self.run_folder / "models").glob("0*")), newest)
        for model in sorted((self.run_folder / "models").glob("0*")):
            self.assertEqual(raichi("match", model, "random", "--pairs", "1", "--visits", "2").returncode, 0)
        games = len(games_of(self.run_folder))
        done = self.run_smoke(*sgd, "train.learning_rate=0.001", "train.clip_norm=5", f"budget.games={games + 8}")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check_whole(games + 8)
        self.check_ledger()

    def test_too_little_memory_is_an_error_at_the_start(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (800 << 20, 800 << 20))

        def run(command):
            return subprocess.run([PROGRAM, *map(str, command)], preexec_fn=limit, capture_output=True, text=True, timeout=100)

        plays = run(["match", ROOT / "models/linnaeus@2", "random", "--pairs", "1", "--workers", "1"])
        self.assertEqual(plays.returncode, 0, plays.stderr)  # without LibTorch
        for command in (["run", SMOKE, "--dir", self.run_folder], ["train", SMOKE, "--dir", self.run_folder], ["bench", "network"]):
            with self.subTest(command=command[0]):
                done = run(command)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertRegex(done.stderr.splitlines()[-1], r"networks: needs about \d+ MiB of memory, but the limit of address space "
                                                               r"\(ulimit -v\) leaves \d+ MiB; raise it")

    def test_a_start_that_has_the_memory_it_asks_for_ends(self):
        for kind, size, threads in itertools.product((resource.RLIMIT_DATA, resource.RLIMIT_AS), [450], (1, 2)):
            with self.subTest(kind=kind, threads=threads):
                done, lacking = None, 0
                while done is None or lacking:
                    size += lacking
                    shutil.rmtree(self.run_folder, ignore_errors=True)
                    done = subprocess.run([PROGRAM, "run", SMOKE, "budget.games=4", f"train.threads={threads}",
                                           "evaluation.final_pairs=0", "--dir", str(self.run_folder)],
                                          preexec_fn=lambda: resource.setrlimit(kind, (size << 20, size << 20)),
                                          capture_output=True, text=True, timeout=100)
                    short = re.search(r"needs about (\d+) MiB .* leaves (\d+) MiB", done.stderr)
                    lacking = int(short[1]) - int(short[2]) + 1 if short else 0
                self.assertEqual(done.returncode, 0, f"{size} MiB: {done.stderr}")

    def test_closed_standard_streams_send_no_message_to_a_file(self):
        for closed in itertools.product((False, True), repeat=3):
            with self.subTest(closed=closed):
                shutil.rmtree(self.run_folder, ignore_errors=True)
                command = [PROGRAM, "run", SMOKE, "budget.games=4", "evaluation.final_pairs=0", "workers.bench=false",
                           "--dir", str(self.run_folder)]
                redirections = " ".join(sign for sign, is_closed in zip(("<&-", ">&-", "2>&-"), closed) if is_closed)
                done = subprocess.run(["sh", "-c", f'"$@" {redirections}', "sh", *command], stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE, timeout=300)
                self.assertEqual(done.returncode, 0, done.stderr)
                files = [path for path in self.run_folder.rglob("*") if path.is_file() and path.name != "report.html"]
                for path in files:
                    content = path.read_bytes()
                    if path.name == "raichi.log":
                        content = b"".join(line for line in content.splitlines() if not re.match(rb"\d{4}-\d\d-\d\d ", line))
                    for message in (b"a new run", b"network on cpu", b"Report: ", b"Play against it"):
                        self.assertNotIn(message, content, path)
                self.check_whole(4)

    def test_kills_at_any_moment_lose_double_and_mix_nothing(self):
        """Kills a run RAICHI_KILLS times (20 by default) while it opens, plays, trains, publishes and evaluates."""
        rng = random.Random(int(os.environ.get("RAICHI_KILLS_SEED", 1)))
        before = collections.Counter()
        for number in range(int(os.environ.get("RAICHI_KILLS", 20))):
            pairs = 1 if number % 3 else 100  # so many that the kill comes during the evaluation
            with self.start_run("budget.games=1000000", f"evaluation.pairs={pairs}") as process:
                if number % 4:
                    while (line := process.stderr.readline()) and "raichi: warning:" in line:
                        self.assertNotIn("set aside", line)
                    self.assertIn(str(self.run_folder), line)  # the run is ready
                    time.sleep(rng.uniform(0, 1))
                else:
                    time.sleep(rng.uniform(0, 1))  # the program may still be opening the run
                process.kill()
                errors = process.stderr.read()
                self.assertNotRegex(errors, "set aside|left out|is gone|are gone|disagree|made from")
            self.assertEqual(process.returncode, -signal.SIGKILL)
            found = self.results()
            self.assertEqual(before - found, collections.Counter(), f"lost by kill {number}")
            before = found
        least = len(games_of(self.run_folder)) + 8
        result = self.run_smoke(f"budget.games={least}")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotRegex(result.stderr, "set aside|left out")
        self.assertEqual(before - self.results(), collections.Counter())
        self.assertFalse((self.run_folder / "backups").exists())
        iterations = self.check_whole(least)
        self.check_evaluated(iterations)
        self.check_ledger()

    def test_an_evaluation_that_was_cut_short_is_finished(self):
        for end in (signal.SIGKILL, signal.SIGINT):
            with self.start_run("budget.games=1000000", "evaluation.pairs=1000") as process:
                self.wait_for_model(1, process)
                time.sleep(0.2)
                process.send_signal(end)
                process.communicate()
            result = self.run_smoke("budget.games=12")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.check_evaluated(self.check_whole(12))
            shutil.rmtree(self.run_folder)

    def test_interrupt_finishes_cleanly(self):
        process = subprocess.Popen(
            [PROGRAM, "run", SMOKE, "budget.games=4000", "--dir", str(self.run_folder)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.wait_for_model(1, process)
        events = (self.run_folder / "metrics/events.out.tfevents.raichi").open("rb")  # kept open, as TensorBoard does
        self.addCleanup(events.close)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=300)
        self.assertEqual(process.returncode, 1, errors)
        losses = sum(b"train/loss" in record for record in tf_records(events.read()))
        self.assertEqual(losses, len(lines_of(self.run_folder / "metrics/progress.jsonl")))
        self.assertIn("continues from here", errors)
        self.assertEqual(list(self.run_folder.glob("**/*.tmp")), [])

    def test_damaged_files_are_set_aside_and_made_again(self):
        self.assertEqual(self.run_smoke().returncode, 0)
        shard = sorted((self.run_folder / "games").glob("*/*.games"))[-1]
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
        oldest = sorted((self.run_folder / "games").glob("*/*.games"))[0]
        other = oldest.rename(oldest.with_name("000000-01-000000.games"))  # as if written by another process
        flip_a_bit(other)
        result = self.run_smoke("budget.games=44", "evaluation.every=0")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(f"set aside as {other.name}.bad", result.stderr)

    def test_damaged_models_are_set_aside(self):
        past = "selfplay.past_models={fraction: 0.5, oldest: 1}"
        self.assertEqual(self.run_smoke(past, "budget.games=16").returncode, 0)
        models = self.run_folder / "models"
        newest = sorted(models.glob("0*"))[-1].name
        whole = (models / newest / "model.raichi").read_bytes()
        for name in [path.name for path in models.glob("0*")]:
            flip_a_bit(models / name / "model.raichi")
        (models / "000001.bad").mkdir()  # left from an earlier failure
        (models / "000001.bad" / "model.raichi").write_bytes(b"old")
        result = self.run_smoke(past, "budget.games=40", "evaluation.earlier_models=9")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual((models / newest / "model.raichi").read_bytes(), whole)  # restored from the trainer's state
        for name in ("000001", newest):  # one met in evaluations or as a past model, and the newest
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
        for loop, games, file in [([], 8, r"optimizer/000003"), (large_shards, 64, r"games/000001/000001-00-000000\.games")]:
            with self.subTest(file):
                self.assertEqual(self.run_smoke(f"budget.games={games}", *loop).returncode, 0)
                before = {path: path.read_bytes() for path in (self.run_folder / "games").glob("*/*.games")}
                full = subprocess.run([PROGRAM, "run", SMOKE, "budget.games=1000", *loop, "--dir", self.run_folder],
                                      capture_output=True, text=True, timeout=600, preexec_fn=no_large_files)
                self.assertEqual(full.returncode, 1, full.stderr)
                errors = [line for line in full.stderr.splitlines() if line.startswith("raichi: ")]
                self.assertEqual(len(errors), 1, full.stderr)
                self.assertRegex(errors[0], rf"{file}: cannot write: File too large$")
                self.assertEqual(list(self.run_folder.glob("**/*.tmp")), [])
                self.assertEqual({path: path.read_bytes() for path in before}, before)
                least = len(games_of(self.run_folder)) + 8
                again = self.run_smoke(f"budget.games={least}", *loop)
                self.assertEqual(again.returncode, 0, again.stderr)
                self.assertNotIn("set aside", again.stderr)
                self.check_whole(least)
            shutil.rmtree(self.run_folder)


if __name__ == "__main__":
    unittest.main()
