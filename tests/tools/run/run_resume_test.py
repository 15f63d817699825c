"""The messages and behaviour of a run when parts of its folder are missing, damaged or out of date."""

import itertools
import json
import os
import re
import shutil
import signal
import time
import unittest

from run_case import ROOT, SMOKE, RunCase, fnv, lines_of, raichi, read_games

KINDS = ("optimizer", "models", "games", "state", "metrics", "ledger")
SHARD_MAGIC = b"W*M\x18"
ONE_ITERATION = ("evaluation.every=1", "evaluation.final_pairs=1")


def flip_a_bit(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data)


def files_of(run, kind):
    """Returns the files that a fault of this kind affects."""
    return {"optimizer": sorted((run / "optimizer").iterdir()),
            "models": sorted((run / "models").glob("*/model.raichi")),
            "games": sorted((run / "games").glob("*/*.games")),
            "state": [run / "state.json"],
            "metrics": [run / "metrics/progress.jsonl", run / "metrics/matches.jsonl"],
            "ledger": [run / "ledger.jsonl"]}[kind]


def do(run, kind, fault):
    for path in files_of(run, kind):
        if fault == "damaged":
            flip_a_bit(path)
        else:
            path.unlink()
            if kind == "models":
                shutil.rmtree(path.parent)


def table_rows(title):
    """Returns the rows of the table in docs/run-folder.md whose header starts with `title`: the first cell and
    the quoted phrases."""
    rows, inside = {}, False
    for line in (ROOT / "docs/run-folder.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| " + title + " |"):
            inside = True
        elif inside and not line.startswith("|"):
            return rows
        elif inside and not line.startswith("|---"):
            rows[cells[0]] = re.findall(r"`([^`]+)`", cells[2])
    return rows


class RunResumeTest(RunCase):
    def assert_one_line(self, result, pattern):
        errors = [line for line in result.stderr.splitlines() if line.startswith("raichi: ") and "warning" not in line]
        self.assertEqual(len(errors), 1, result.stderr)
        self.assertRegex(errors[0], pattern)

    def snapshot(self, folder):
        return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*")
                if path.is_file() and path.suffix != ".log" and path.name != "config.yaml" and path.parent.name != "status"}

    def contents(self, folder):
        """Returns the content of all files, wherever they are, to check that none is lost."""
        return {path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    def make_run(self, *overrides):
        result = self.run_smoke(*ONE_ITERATION, *overrides)
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_every_fault_and_every_two_faults_have_the_outcome_of_the_table(self):
        self.make_run("budget.games=12")
        whole = self.folder / "whole"
        self.run_folder.rename(whole)
        single, pairs = table_rows("fault"), table_rows("pair")
        faults = [(kind, fault) for kind in KINDS for fault in ("deleted", "damaged")]
        self.assertEqual(set(single), {f"`{kind}` {fault}" for kind, fault in faults})
        pairs_of_faults = [list(two) for two in itertools.combinations(faults, 2) if two[0][0] != two[1][0]]
        # RAICHI_FAULTS=1 tries all pairs, RAICHI_FAULTS=N every N-th, 3 by default.
        tried = pairs_of_faults[::int(os.environ.get("RAICHI_FAULTS", 3))]
        for case in [[one] for one in faults] + tried:
            name = " and ".join(map(" ".join, case))
            with self.subTest(name):
                shutil.rmtree(self.run_folder, ignore_errors=True)
                shutil.copytree(whole, self.run_folder)
                for kind, fault in case:
                    do(self.run_folder, kind, fault)
                self.check_case(case, single, pairs)

    def check_case(self, case, single, pairs):
        before = self.contents(self.run_folder)
        kinds = {kind for kind, _ in case}
        result = self.run_smoke(*ONE_ITERATION, "budget.games=16")
        if kinds == {"optimizer", "models"}:
            self.assertEqual(result.returncode, 1, result.stderr)
            self.assertRegex(result.stderr, pairs["`optimizer`, `models`"][0])
            self.assertFalse([path for path in (self.run_folder / "models").iterdir() if path.name.isdigit()])
            return
        self.assertEqual(result.returncode, 0, result.stderr)
        special = kinds in ({"ledger", "metrics"}, {"ledger", "state"})
        for kind, fault in case:
            if special and kind != "ledger":
                continue
            for phrase in single[f"`{kind}` {fault}"]:
                self.assertRegex(result.stderr, phrase)
        gone_on = [path.name for path in (self.run_folder / "models").iterdir() if path.name.isdigit()]
        self.assertIn("000004", gone_on)  # one model more than before
        self.assertNotIn("a new run", result.stderr)
        ids = [game["id"] for path in (self.run_folder / "games").glob("*/*.games") for game in read_games.games(path)]
        self.assertEqual(len(ids), len(set(ids)))
        shards = {data for data in before if data.startswith(SHARD_MAGIC)}
        self.assertLessEqual(shards, self.contents(self.run_folder))

    def test_a_lost_newest_state_sets_the_run_back_whole(self):
        self.make_run("budget.games=12")
        before = self.contents(self.run_folder)
        (self.run_folder / "optimizer/000003").unlink()
        result = self.run_smoke(*ONE_ITERATION, "budget.games=16")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stderr, r"set back to model 000002; moved to .*backups/0001: 1 model, 1 iteration, 1 record\n")
        backup = self.run_folder / "backups/0001"
        kept = {str(path.relative_to(backup)) for path in backup.rglob("*") if path.is_file()}
        self.assertLessEqual({"models/000003/model.raichi", "metrics/progress.jsonl", "metrics/matches.jsonl",
                              "ledger.jsonl"}, kept)
        self.assertLessEqual({data for data in before if data.startswith(b"{") and b"weights" in data},
                             self.contents(self.run_folder))
        self.check_whole(16)
        self.check_ledger()

    def test_matches_count_only_for_the_weights_that_played_them(self):
        self.make_run("budget.games=8")
        metrics = self.run_folder / "metrics/matches.jsonl"
        lines = lines_of(metrics)
        stale = [dict(line, a_weights="0" * 16) if line["a"] == "000002" else line for line in lines]
        metrics.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in stale))
        (self.run_folder / "ledger.jsonl").unlink()
        result = self.run_smoke(*ONE_ITERATION)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stderr, "3 matches of models that are gone or have other weights now left out")
        again = [line for line in lines_of(metrics) if line["a"] == "000002"]
        self.assertEqual(len(again), 3)
        self.assertEqual({line["a_weights"] for line in again},
                         {line["a_weights"] for line in lines if line["a"] == "000002"})

    def test_ratings_count_results_only_for_the_weights_that_played_them(self):
        self.make_run("budget.games=8")
        models, results = self.run_folder / "models", self.folder / "results.jsonl"
        rate = ["rate", "random", f"{models}/000001@2", "--pairs", 1, "--results", results]
        for lines in (1, 1):  # the second time there is nothing to play
            rated = raichi(*rate)
            self.assertEqual(rated.returncode, 0, rated.stderr)
            self.assertEqual(len(lines_of(results)), lines)
        shutil.copy(models / "000002/model.raichi", models / "000001/model.raichi")
        rated = raichi(*rate)
        self.assertEqual(rated.returncode, 0, rated.stderr)
        self.assertRegex(rated.stderr, r"1 result of .*000001@2 left out: played with other weights")
        first, second = lines_of(results)
        self.assertNotEqual(first["b_weights"], second["b_weights"])

    def test_another_runs_state_is_not_gone_on_with(self):
        self.make_run("budget.games=8")
        other = self.folder / "other"
        raichi("run", SMOKE, "seed=2", *ONE_ITERATION, "budget.games=8", "--dir", other)
        foreign = (other / "optimizer/000002").read_bytes()
        (self.run_folder / "optimizer/000002").write_bytes(foreign)
        result = self.run_smoke(*ONE_ITERATION, "budget.games=12")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stderr, r"optimizer/000002: is not what the run's ledger says of model 000002; moved to ")
        self.assertEqual((self.run_folder / "backups/0001/optimizer/000002").read_bytes(), foreign)
        self.check_ledger()

    def test_a_run_from_before_there_were_ledgers_goes_on(self):
        self.make_run("budget.games=8")
        (self.run_folder / "ledger.jsonl").unlink()
        matches = self.run_folder / "metrics/matches.jsonl"
        old = [{key: value for key, value in line.items() if not key.endswith(("weights", "rules_id"))}
               for line in lines_of(matches)]
        matches.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in old))
        state = lines_of(self.run_folder / "state.json")[0]  # without its checksum
        (self.run_folder / "state.json").write_text(json.dumps(state) + "\n")
        result = self.run_smoke(*ONE_ITERATION, "budget.games=12")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotIn("set back", result.stderr)
        self.assertEqual(lines_of(matches)[:len(old)], old)
        self.check_whole(12)
        self.check_evaluated(3)
        self.check_ledger()

    def test_a_ledger_of_an_unknown_version_is_refused_and_kept(self):
        self.make_run("budget.games=4")
        ledger = self.run_folder / "ledger.jsonl"
        body = '{"ledger":9,"model":2}'
        ledger.write_text(ledger.read_text() + body[:-1] + f',"sum":"{fnv(body)}"}}\n')
        before = self.snapshot(self.run_folder)
        result = self.run_smoke(*ONE_ITERATION, "budget.games=12")
        self.assertEqual(result.returncode, 1)
        self.assert_one_line(result, r"ledger\.jsonl:\d+: ledger version 9, expected 1 or 2$")
        self.assertEqual(self.snapshot(self.run_folder), before)

    def test_nothing_damaged_is_overwritten_the_second_time(self):
        self.make_run("budget.games=8")
        kept = []
        for games in (12, 16):
            state = sorted(path for path in (self.run_folder / "optimizer").iterdir() if path.name.isdigit())[-1]
            flip_a_bit(state)
            kept.append(state.read_bytes())
            result = self.run_smoke(*ONE_ITERATION, f"budget.games={games}")
            self.assertEqual(result.returncode, 0, result.stderr)
        self.assertLessEqual(set(kept), self.contents(self.run_folder))

    def test_a_second_player_of_a_stream_is_refused(self):
        run = self.start_run("budget.games=100000", "loop.games_per_iteration=100000")
        self.addCleanup(run.wait)
        self.addCleanup(run.stderr.close)
        self.addCleanup(run.kill)
        self.wait_for_model(0, run)
        while not (self.run_folder / ".selfplay-00.lock").exists():
            time.sleep(0.02)
        time.sleep(0.5)
        self.assert_fails_after_warnings("another process plays stream 0 of this run; choose another --stream",
                                         "selfplay", self.run_folder, "--stream", 0, "--games", 1)
        beats = [path.read_text() for path in (self.run_folder / "status").iterdir()]
        self.assertEqual([beat for beat in beats if '"selfplay"' in beat], [])  # of the one that was refused
        played = raichi("selfplay", self.run_folder, "--stream", 1, "--games", 1)
        self.assertEqual(played.returncode, 0, played.stderr)

    def assert_fails_after_warnings(self, expected, *arguments):
        result = raichi(*arguments)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assert_one_line(result, re.escape(expected))

    def test_waiting_for_games_is_no_work(self):
        train = self.start_train("budget.games=0", "budget.minutes=0.02")
        time.sleep(3)
        self.assertIsNone(train.poll())
        train.send_signal(signal.SIGINT)
        _, errors = train.communicate(timeout=300)
        self.assertEqual(train.returncode, 0, errors)
        state, = lines_of(self.run_folder / "state.json")
        self.assertLess(state["seconds"], 1.2)

    def test_queries_leave_a_damaged_run_as_it_is(self):
        self.make_run("selfplay.past_models={fraction: 0.5, oldest: 1}", "budget.games=8")
        flip_a_bit(self.run_folder / "models/000001/model.raichi")
        flip_a_bit(self.run_folder / "ledger.jsonl")
        before = self.snapshot(self.run_folder)
        for arguments in (["report", self.run_folder, "-o", self.folder / "report.html"],
                          ["selfplay", self.run_folder, "--games", 2]):
            result = raichi(*arguments)
            self.assertEqual(result.returncode, 0, result.stderr)
        after = self.snapshot(self.run_folder)
        self.assertEqual({path: after.get(path) for path in before}, before)


if __name__ == "__main__":
    unittest.main()
