"""`raichi evaluate`: the models of a run evaluated by a process of their own."""

import collections
import fcntl
import json
import signal
import subprocess
import time
import unittest

from run_case import PROGRAM, SMOKE, RunCase, ledger_of, lines_of, raichi

APART = ("rules=[brandubh]", "evaluation.every=0", "evaluation.final_pairs=0")  # the run itself evaluates nothing


class EvaluateTest(RunCase):
    def make_run(self, games=12):
        """Makes a finished run with models that nobody has evaluated, and returns their number."""
        done = self.run_smoke(*APART, f"budget.games={games}")
        self.assertEqual(done.returncode, 0, done.stderr)
        return len(self.models()) - 1

    def models(self):
        return sorted(path.name for path in (self.run_folder / "models").iterdir() if path.name.isdigit())

    def matches(self):
        path = self.run_folder / "metrics/matches.jsonl"
        return lines_of(path) if path.exists() else []

    def evaluate(self, *options):
        done = raichi("evaluate", self.run_folder, *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def games_against(self, opponent):
        """Returns the number of games of each model against an opponent."""
        games = collections.Counter()
        for line in self.matches():
            if line["b"] == opponent:
                games[line["a"]] += sum(line["a_attackers"].values()) + sum(line["a_defenders"].values())
        return games

    def test_all_that_is_due(self):
        models = self.make_run()
        self.assertGreater(models, 1)
        ledger = (self.run_folder / "ledger.jsonl").read_bytes()
        done = self.evaluate("--once", "evaluation.every=1")
        names = [f"{number:06d}" for number in range(1, models + 1)]
        for opponent in ("random", "playouts:2"):
            self.assertEqual(self.games_against(opponent), {name: 2 for name in names})
        self.assertEqual(self.games_against("000001"), {"000002": 2})  # earlier_models: 1
        self.assertEqual(done.stdout.count("last model against"), models)
        self.assertRegex(done.stdout, r"(?m)^000001 +-?\d+ +\d+ ")
        self.assertEqual((self.run_folder / "ledger.jsonl").read_bytes(), ledger)

        before = self.matches()
        self.assertIn("nothing is due", self.evaluate("--once", "evaluation.every=1").stderr)
        self.assertEqual(self.matches(), before)

        more = self.run_smoke(*APART, "budget.games=16")  # the owner takes the results into the ledger
        self.assertEqual(more.returncode, 0, more.stderr)
        self.check_ledger()
        self.assertEqual(self.matches(), before)

    def test_the_newest_model_first(self):
        models = self.make_run()
        self.evaluate("evaluation.every=1")  # leaves out those before, and ends with the run
        self.assertEqual(set(self.games_against("random")), {f"{models:06d}"})
        self.evaluate("evaluation.final_pairs=3")  # the last model of a finished run
        self.assertEqual(self.games_against("random"), {f"{models:06d}": 6})

    def test_one_model(self):
        self.make_run()
        done = self.evaluate("--number", 1, "--json")
        self.assertEqual(set(self.games_against("random")), {"000001"})
        ratings = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual({line["player"] for line in ratings if "player" in line}, {"random", "playouts:2", "000001"})
        self.assertEqual([line["b"] for line in ratings if "b" in line], ["random", "playouts:2"])
        self.assert_fails("there is no such model", "evaluate", self.run_folder, "--number", 77)
        self.assert_fails("--once", "evaluate", self.run_folder, "--number", 1, "--once", status=2)
        self.assert_fails("expected the folder of a run", "evaluate", self.folder / "none", "--once", status=2)

    def test_what_cannot_become_a_run_is_not_waited_for(self):
        self.assert_fails("nosuch.yaml: there is no such configuration", "evaluate", "nosuch.yaml", status=2)
        (self.folder / "file").write_text("")
        for name, reason in [(self.folder / "file", "this is a file"), (self.folder / "file/run", "Not a directory"),
                             (self.folder / "none" / ("x" * 300), "File name too long")]:
            for command in (["evaluate"], ["selfplay", "--wait"]):
                with self.subTest(name=name, command=command):
                    self.assert_fails(f"no run can have this folder: {reason}", *command, name, status=2)
        study = self.folder / "study"
        (study / "games").mkdir(parents=True)
        (study / "identity.json").write_text("{}")
        (study / "plan.yaml").write_text("")
        self.assert_fails("expected the folder of a run", "evaluate", study, status=2)

    def test_nothing_is_due_in_a_run_that_is_evaluated(self):
        self.make_run()
        self.evaluate()
        self.assertIn("the run is finished, and nothing is due", self.evaluate().stderr)

    def test_a_stopped_evaluation_goes_on(self):
        self.make_run()
        command = [PROGRAM, "evaluate", str(self.run_folder), "--number", "1", "evaluation.pairs=100"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not self.matches():  # until the first of its matches is over
            self.assertIsNone(process.poll())
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        process.wait()
        self.assertEqual(sum(self.games_against("random").values()), 200)
        self.evaluate("--number", 1, "evaluation.pairs=100")
        for opponent in ("random", "playouts:2"):
            self.assertEqual(self.games_against(opponent), {"000001": 200})

    def test_it_may_start_before_the_run_and_follows_it(self):
        evaluate = subprocess.Popen([PROGRAM, "evaluate", str(self.run_folder)], stdout=subprocess.PIPE,
                                    stderr=subprocess.PIPE, text=True)
        self.addCleanup(evaluate.wait)
        self.addCleanup(evaluate.kill)
        self.assertIn("waiting for the run", evaluate.stderr.readline())
        train = self.start_train("rules=[brandubh]", "budget.games=12")
        play = subprocess.Popen([PROGRAM, "selfplay", str(self.run_folder), "--games", "20"],
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.assertEqual(play.wait(), 0)
        _, errors = train.communicate()
        self.assertEqual(train.returncode, 0, errors)
        output, errors = evaluate.communicate()  # ends by itself: the run is finished
        self.assertEqual(evaluate.returncode, 0, errors)
        self.assertIn("last model against", output)
        self.assertEqual(self.games_against("playouts:2")[self.models()[-1]], 4)  # final_pairs
        self.assertEqual([line for line in ledger_of(self.run_folder / "ledger.jsonl") if "match" in line], [])
        self.assertEqual(raichi("status", self.run_folder).returncode, 0)

    def start_evaluator(self, *options):
        process = subprocess.Popen([PROGRAM, "evaluate", str(self.run_folder), "workers.workers=1", *options],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def blocks(self):
        return list(self.run_folder.glob("evaluation/0*/*.games"))

    def wait_for_blocks(self, process, count):
        while len(self.blocks()) < count:
            self.assertIsNone(process.poll())
            time.sleep(0.01)

    def test_evaluators_share_a_match(self):
        """Three processes, of which two are killed, write the bytes of one: the first holds the lock."""
        self.make_run(games=4)
        results = self.run_folder / "metrics/matches.jsonl"
        options = ("evaluation.final_pairs=0", "evaluation.every=1", "evaluation.pairs=150")
        self.evaluate(*options)
        alone = results.read_bytes()
        results.unlink()
        first = self.start_evaluator(*options)
        self.wait_for_blocks(first, 1)
        second, third = (self.start_evaluator(*options) for _ in range(2))
        for process in (second, third):
            self.assertRegex(process.stderr.readline(), "another process evaluates this run .*; this one shares the matches of 'raichi evaluate'")
        self.wait_for_blocks(first, 8)
        first.kill()
        second.kill()
        _, errors = third.communicate(timeout=300)
        self.assertEqual(third.returncode, 0, errors)
        self.assertEqual(results.read_bytes(), alone)
        self.assertEqual(sorted(path.name for path in self.run_folder.glob("evaluation/*")), ["claims"])
        self.assertEqual(list(self.run_folder.glob("evaluation/claims/*")), [])

    def test_who_waits_helps_and_then_goes_on(self):
        self.make_run(games=4)
        options = ("evaluation.every=1", "evaluation.final_pairs=0", "evaluation.pairs=200")
        first = self.start_evaluator(*options)
        self.wait_for_blocks(first, 1)
        first.send_signal(signal.SIGSTOP)  # it keeps the lock, and its block
        before = len(self.blocks())
        second = self.start_evaluator(*options)
        self.wait_for_blocks(second, before + 3)
        first.send_signal(signal.SIGCONT)
        for process in (first, second):
            _, errors = process.communicate(timeout=300)
            self.assertEqual(process.returncode, 0, errors)
        self.assertEqual({sum(self.games_against(name).values()) for name in ("random", "playouts:2")}, {400})

    def test_a_leader_that_is_told_to_end_leaves_results(self):
        self.make_run(games=4)
        options = ("evaluation.every=1", "evaluation.final_pairs=0", "evaluation.pairs=300")
        process = self.start_evaluator(*options)
        self.wait_for_blocks(process, 2)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=300)
        self.assertGreater(sum(self.games_against("random").values()), 0)
        self.assertEqual(self.blocks(), [])
        self.evaluate(*options)
        self.assertEqual({sum(self.games_against(name).values()) for name in ("random", "playouts:2")}, {600})

    def test_a_match_whose_model_was_replaced_is_played_again(self):
        self.make_run(games=4)
        model = self.run_folder / "models" / self.models()[-1] / "model.raichi"
        process = self.start_evaluator("evaluation.every=1", "evaluation.final_pairs=0", "evaluation.pairs=300")
        self.wait_for_blocks(process, 1)
        other = self.folder / "other.raichi"
        other.write_bytes((self.run_folder / "models/000000/model.raichi").read_bytes())
        other.replace(model)
        _, errors = process.communicate(timeout=300)
        self.assertEqual(process.returncode, 0, errors)
        self.assertIn("a model was replaced during the match", errors)
        weights = collections.Counter(line["a_weights"] for line in self.matches() if line["b"] == "random")
        self.assertEqual(sum(self.games_against("random").values()), 600)
        self.assertEqual(len(weights), 1)

    def test_one_evaluation_does_not_wait_for_another_evaluator(self):
        self.make_run(games=4)
        with open(self.run_folder / ".evaluate.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            for options in (["--once"], ["--number", 1]):
                self.assert_fails("another process evaluates this run", "evaluate", self.run_folder, *options)

    def test_the_owner_leaves_evaluating_to_an_evaluator(self):
        self.make_run(games=4)
        with open(self.run_folder / ".evaluate.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            done = raichi("run", SMOKE, "rules=[brandubh]", "budget.games=12", "--dir", self.run_folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"raichi play --opponent {self.run_folder} --rules brandubh\n", done.stdout)
        self.assertEqual(done.stderr.count("leaves evaluating to it"), 1, done.stderr)
        self.assertEqual(self.matches(), [])


if __name__ == "__main__":
    unittest.main()
