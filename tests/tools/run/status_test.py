"""Heartbeats of a run's processes, and `raichi status`."""

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import time
import unittest

from run_case import PROGRAM, RunCase, fnv, games_of, raichi


NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
LABEL = r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"'


def metrics_of(text):
    """Parses Prometheus' text exposition format, strictly: https://prometheus.io/docs/instrumenting/exposition_formats/. Returns
    {name: (type, {labels: value})}, where labels is a frozenset of (name, value)."""
    assert text.endswith("\n")
    families, name = {}, None
    lines = text[:-1].split("\n")
    for at, line in enumerate(lines):
        if line.startswith("# HELP "):
            name = re.fullmatch(rf"# HELP ({NAME}) (?:[^\\]|\\[\\n])+", line)[1]
            assert name not in families, f"{name} twice"
            kind = re.fullmatch(rf"# TYPE {name} (counter|gauge)", lines[at + 1])[1]
            assert (kind == "counter") == name.endswith("_total"), line
            families[name] = (kind, {})
        elif not line.startswith("# TYPE "):
            sample = re.fullmatch(rf"({NAME})\{{({LABEL}(?:,{LABEL})*)\}} (\S+)", line)
            assert sample and sample[1] == name, line
            pairs = re.findall(LABEL, sample[2])
            assert len({label for label, _ in pairs}) == len(pairs), line
            unescaped = [(label, re.sub(r"\\(.)", lambda found: {"n": "\n"}.get(found[1], found[1]), value)) for label, value in pairs]
            assert frozenset(unescaped) not in families[name][1], line
            families[name][1][frozenset(unescaped)] = float(sample[sample.lastindex])
    assert all(samples for _, samples in families.values())
    return families


class StatusTest(RunCase):
    def make_run(self):
        """Makes a finished run."""
        done = self.run_smoke("rules=[brandubh]", "evaluation.every=0", "evaluation.final_pairs=0", "budget.games=4")
        self.assertEqual(done.returncode, 0, done.stderr)

    def unfinish(self):
        """Makes the run one that is not finished, and of which nothing was heard."""
        os.remove(self.run_folder / "state.json")
        shutil.rmtree(self.run_folder / "status")

    def write_beat(self, role, age, **changes):
        """Writes the beat of a process of another machine as docs/run-folder.md describes it."""
        now = round(time.time(), 2)
        numbers = dict.fromkeys(["games", "positions", "evaluations", "steps", "samples"], 0)
        beat = {"beat": 1, "role": role, "host": "n3", "pid": 4711, "start": 17, "started": now - 9000, "job": {},
                "state": "training", "state_seconds": 5, "model": 1, "totals": numbers, "rates": numbers,
                "model_age": 5, "model_seconds": 0, "count": 3, "time": now - age, **changes}
        text = json.dumps(beat, separators=(",", ":"))
        folder = self.run_folder / "status"
        folder.mkdir(exist_ok=True)
        name = f"{role}-{beat['host']}-{beat['pid']}-{beat['start']}.json"
        (folder / name).write_text(text[:-1] + f',"sum":"{fnv(text)}"}}\n')

    def status(self, *options, expected=0):
        """Returns the facts as JSON; the exit status must be the expected one."""
        done = raichi("status", self.run_folder, "--json", *options)
        self.assertEqual(done.returncode, expected, done.stdout + done.stderr)
        return json.loads(done.stdout)

    def wait_until(self, holds, *options):
        """Asks for the status until it is so, and returns it."""
        while True:
            status = json.loads(raichi("status", self.run_folder, "--json", *options).stdout)
            if holds(status):
                return status
            time.sleep(0.5)

    def test_a_rating_is_relative_to_the_strongest_opponent(self):
        self.make_run()
        matches = self.run_folder / "metrics/matches.jsonl"
        for opponent, is_rated in ("random", False), ("playouts:2", True):  # as an evaluation goes on
            side = {"wins": 3, "draws": 1, "losses": 1}
            with matches.open("a") as out:
                print(json.dumps({"a": "000001", "b": opponent, "rules": "brandubh", "a_attackers": side, "a_defenders": side}), file=out)
            self.assertEqual(self.status()["rating"] is not None, is_rated, opponent)

    def test_a_run_that_was_stopped_has_not_failed(self):
        run = self.start_run("budget.games=100000")
        self.addCleanup(run.kill)
        self.wait_for_model(1, run)
        run.send_signal(signal.SIGTERM)
        _, errors = run.communicate(timeout=300)
        self.assertEqual(run.returncode, 1, errors)
        self.assertIn("run: stopped; the same command continues", errors)
        beats = [json.loads(path.read_text()) for path in (self.run_folder / "status").iterdir()]
        self.assertEqual([(beat["role"], beat["state"]) for beat in beats], [("run", "ended")])

    def test_a_finished_run(self):
        self.make_run()
        games = len(games_of(self.run_folder))  # at least the budget: games may end together
        self.assertGreaterEqual(games, 4)
        beats = [json.loads(path.read_text()) for path in (self.run_folder / "status").iterdir()]
        self.assertEqual([(beat["role"], beat["state"], beat["stream"]) for beat in beats], [("run", "ended", 0)])
        self.assertEqual(beats[0]["totals"]["games"], games)
        self.assertGreater(beats[0]["totals"]["steps"], 0)
        self.assertEqual((beats[0]["model"], beats[0]["training"]["unread_games"]), (1, 0))
        for _ in range(2):  # with its beats, and as a run of an older program without them
            done = raichi("status", self.run_folder)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertRegex(done.stdout, r"run: finished\n")
            self.assertRegex(done.stdout, rf"games +{games} so far")
            self.assertRegex(done.stdout, r"models +000001 is the newest, made \d+:\d\d ago")
            status = self.status()
            self.assertEqual((status["health"], status["games"], status["newest_model"]), ("finished", games, 1))
            shutil.rmtree(self.run_folder / "status", ignore_errors=True)

    def test_games_that_come_after_the_trainer_has_ended_count(self):
        self.make_run()
        before = self.status()
        done = raichi("selfplay", self.run_folder, "--games", 5)
        self.assertEqual(done.returncode, 0, done.stderr)
        after = self.status()
        new = len(games_of(self.run_folder)) - before["games"]
        self.assertGreaterEqual(new, 5)
        self.assertEqual((after["games"], after["unread_games"]), (before["games"] + new, before["unread_games"] + new))

    def test_wrong_use(self):
        self.assert_fails("expected the folder of a run", "status", self.folder, status=2)
        self.assert_fails("expected the folder of a run", "status", self.folder / "none", status=2)
        self.assert_fails("--interval", "status", self.folder, "--interval", 3, status=2)
        self.assert_fails("missing argument: run", "status", status=2)

    def test_a_damaged_state_is_named(self):
        self.make_run()
        (self.run_folder / "state.json").write_text("{}")
        done = raichi("status", self.run_folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn("state.json: ", done.stdout + done.stderr)

    def test_nothing_changes(self):
        self.make_run()
        shutil.rmtree(self.run_folder / "status")
        os.remove(self.run_folder / "state.json")
        before = sorted(self.run_folder.rglob("*"))
        self.assertEqual(self.status(expected=1)["reasons"], ["no process of this run has been heard of"])
        self.assertEqual(sorted(self.run_folder.rglob("*")), before)

    def test_processes_at_work_and_killed(self):
        train = self.start_train("rules=[brandubh]", "loop.games_per_iteration=100000",
                                 "budget.games=100000")
        waiting = self.wait_until(lambda status: status["processes"]
                                  and status["processes"][0]["state"] == "waiting for games")
        self.assertEqual(waiting["health"], "running")
        play = subprocess.Popen([PROGRAM, "selfplay", str(self.run_folder), "--stream", "3"],
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                env={**os.environ, "SLURM_JOB_ID": "17"})
        self.addCleanup(play.wait)
        self.addCleanup(play.kill)
        status = self.wait_until(lambda status: status["games_per_second"] > 0 and status["games"] > 0)
        self.assertEqual((status["health"], status["players"], status["newest_model"]), ("running", 1, 0))
        self.assertEqual(status["unread_games"], status["games"])
        player, trainer = status["processes"]
        self.assertEqual((player["role"], player["stream"], player["lag"]), ("selfplay", 3, 0))
        self.assertEqual((player["pid"], player["job"]), (play.pid, {"SLURM_JOB_ID": "17"}))
        self.assertEqual((trainer["role"], trainer["pid"]), ("train", train.pid))
        table = raichi("status", self.run_folder).stdout
        self.assertRegex(table, rf"(?m)^selfplay +\S+:{play.pid} +3 000000 +0  playing +\S+ games/s +0:\d\d$")
        self.assertRegex(table, rf"(?m)^train +\S+:{train.pid} +- 000000 +0  waiting for games +- +0:\d\d$")

        for process in (train, play):
            process.kill()
            process.communicate()
        silent = self.wait_until(lambda status: all(process["silent"] for process in status["processes"]),
                                 "--silent-after", 10)
        self.assertEqual(silent["health"], "stalled")
        self.assertRegex(silent["reasons"][0], rf"^the trainer \S+:{train.pid} has not been heard of for \d:\d\d$")
        self.assertRegex(silent["warnings"][0], rf"^player \S+:{play.pid} has not been heard of for \d:\d\d$")
        done = raichi("status", self.run_folder, "--silent-after", 10)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^raichi: .*: stalled: the trainer .* has not been heard of for \d:\d\d\n$")

    def test_one_look_at_many_states(self):
        self.make_run()
        self.unfinish()
        self.write_beat("train", age=20)
        self.assertEqual(self.status()["health"], "running")
        self.write_beat("selfplay", age=200, host="n4", stream=2)
        self.assertRegex(self.status()["warnings"][0], r"^player n4:4711 has not been heard of for 3:[2-9]\d$")
        self.write_beat("selfplay", age=-600, host="n4", stream=2)
        self.assertRegex(self.status()["warnings"][0], r"^beats of n4 lie (9:\d\d|10:00) in the future")
        self.write_beat("train", age=20, state="waiting for games", state_seconds=500)
        self.assertEqual(self.status()["health"], "running")
        (self.run_folder / "status/selfplay-n4-4711-17.json").write_text("{}")
        status = self.status(expected=1)
        self.assertRegex(status["reasons"][0], "has waited for games for 8:.*, and no player is at work")
        self.assertRegex(status["warnings"][0], "selfplay-n4-4711-17.json: ")
        self.write_beat("train", age=20, model_age=4000, model_seconds=90)
        self.assertRegex(self.status(expected=1)["reasons"][0], "no new model for 1:0.*; the last ones took 1:30 each")
        self.write_beat("train", age=20, state="failed")
        self.assertRegex(self.status(expected=1)["reasons"][0], "the trainer n3:4711 failed 0:")

    def test_metrics_for_prometheus(self):
        self.make_run()
        self.unfinish()
        self.write_beat("train", age=20, training={"run_games": 70, "unread_games": 7, "staleness": {"mean": 1.25, "p95": 3}})
        self.write_beat("selfplay", age=200, host='n"4\\\n', stream=2, state="playing",
                        totals={"games": 12345678, "positions": 9, "evaluations": 10**12, "steps": 0, "samples": 0})
        self.write_beat("evaluate", age=10, state="evaluating 000012")
        (self.folder / 'odd "name"').symlink_to(self.run_folder)
        run = str(self.folder / 'odd "name"')
        done = raichi("status", run, "--prometheus")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        metrics = metrics_of(done.stdout)
        status = json.loads(raichi("status", run, "--json").stdout)

        def value(name, **labels):
            return metrics[name][1][frozenset({"run": run, **labels}.items())]
        health = {name: value("raichi_run_health", health=name) for name in ("running", "stalled", "finished")}
        self.assertEqual(health, {"running": 1, "stalled": 0, "finished": 0})
        for name in ("games", "unread_games", "games_per_second", "players", "models", "newest_model"):
            self.assertEqual(value(f"raichi_run_{name}"), status[name], name)
        self.assertEqual((value("raichi_run_unread_games"), value("raichi_run_staleness_mean_models")), (7, 1.25))
        self.assertNotIn("raichi_run_rating_elo", metrics)  # is not known
        player = {"role": "selfplay", "host": 'n"4\\\n', "pid": "4711", "stream": "2"}
        self.assertEqual(value("raichi_process_games_total", **player), 12345678)
        self.assertEqual(value("raichi_process_evaluations_total", **player), 10**12)
        self.assertEqual(value("raichi_process_silent", **player), 1)
        self.assertGreater(value("raichi_process_age_seconds", **player), 190)
        evaluator = {"role": "evaluate", "host": "n3", "pid": "4711", "stream": ""}
        self.assertEqual(value("raichi_process_state", state="evaluating", **evaluator), 1)
        self.write_beat("train", age=20, state="failed")  # a stalled run is a metric, not a failure
        done = raichi("status", run, "--prometheus")
        self.assertEqual(done.returncode, 0)
        metrics = metrics_of(done.stdout)
        self.assertEqual(value("raichi_run_health", health="stalled"), 1)
        self.assert_fails("--prometheus", "status", run, "--prometheus", "--json", status=2)

    def test_a_table_that_is_refreshed(self):
        self.make_run()
        watch = subprocess.Popen([PROGRAM, "status", str(self.run_folder), "--watch", "--interval", "0.1"],
                                 stdout=subprocess.PIPE, text=True)
        tables = 0
        while tables < 3:
            tables += watch.stdout.readline().endswith("run: finished\n")
        watch.send_signal(signal.SIGINT)
        rest = watch.stdout.read()
        watch.stdout.close()
        self.assertNotIn("\x1b", rest)
        self.assertEqual(watch.wait(), 0)

        terminal, end = pty.openpty()
        watch = subprocess.Popen([PROGRAM, "status", str(self.run_folder), "--watch", "--interval", "0.1"],
                                 stdout=end, stderr=subprocess.DEVNULL, env={**os.environ, "TERM": "xterm"})
        os.close(end)
        text = b""
        while text.count(b"run: finished") < 3:
            text += os.read(terminal, 4096)
        watch.send_signal(signal.SIGINT)
        self.assertEqual(watch.wait(), 0)
        os.close(terminal)
        self.assertGreaterEqual(text.count(b"\x1b[H"), 3)


if __name__ == "__main__":
    unittest.main()
