"""ablate: the runs, the matches and the table; resuming, forks, failures, invalid arguments."""

import json
import re
import signal
import subprocess
import time
import unittest

from program import PROGRAM, ROOT, ProgramTest, needs_libtorch

SMOKE = ROOT / "configs/runs/smoke.yaml"
SMALL = ["ablate", SMOKE, "--dir", "out", "--set", "budget.games=4", "evaluation.visits=2", "--opponents", "random,greedy"]
TWO = ["--vary", "selfplay.full_visits=4,6"]


def games(tally):
    return tally["wins"] + tally["draws"] + tally["losses"]


@needs_libtorch
class Ablate(ProgramTest):
    def contents(self, *patterns):
        return {path: path.read_bytes() for pattern in patterns for path in self.folder.glob(pattern)
                if path.is_file() and ".work" not in path.parts}

    def test_table_and_going_on(self):
        lines = self.objects(*SMALL, *TWO, "--seeds", 2, "--pairs", 1, "--json")
        variants, comparison, opponents = lines[:2], lines[2], lines[3:]
        self.assertEqual([line["variant"] for line in variants], ["full_visits=4", "full_visits=6"])
        self.assertIsNone(variants[0]["difference"])
        self.assertEqual(variants[0]["scores"], {})  # nothing is proven under these rules
        rating = {line["variant"]: line["elo"] for line in variants}
        # If no seed is missing, the mean of the differences by seed is the difference of the means.
        self.assertAlmostEqual(variants[1]["difference"]["elo"], rating["full_visits=6"] - rating["full_visits=4"])
        for line in variants:
            self.assertEqual(line["seeds"], 2)
            self.assertEqual((games(line["attackers"]), games(line["defenders"])), (4, 4))  # 2 seeds, 2 opponents
            self.assertGreaterEqual(line["games"], 4)
            self.assertGreater(line["positions"], 0)
            self.assertGreater(line["steps"], 0)
            self.assertGreater(line["error"], 0)
        self.assertEqual({line["player"]: line["elo"] for line in opponents}["greedy"], 0)

        results = [json.loads(line) for line in (self.folder / "out/matches.jsonl").read_text().splitlines()]
        pairings = {(result["a"], result["b"]) for result in results}
        self.assertEqual(len(results), 2 * 2 * 2)
        last = {run: sorted(path.name for path in (self.folder / "out" / run / "models").glob("0*"))[-1]
                for run in ("full_visits=4/seed-1", "full_visits=4/seed-2", "full_visits=6/seed-2")}
        players = {run: f"{run}/{model}@2" for run, model in last.items()}
        self.assertIn((players["full_visits=6/seed-2"], "greedy"), pairings)
        self.assertEqual({b for _, b in pairings}, {"random", "greedy"})
        self.assertEqual(comparison["seeds"], 2)
        self.assertAlmostEqual(comparison["level"], 0.05, places=4)
        self.assertGreater(comparison["spread"], 0)
        self.assertEqual(variants[1]["decided"], variants[1]["p"] < 0.05)
        for seed in (1, 2):  # the same seed in both variants
            for variant in ("full_visits=4", "full_visits=6"):
                text = (self.folder / "out" / variant / f"seed-{seed}/config.yaml").read_text()
                self.assertIn(f"seed: {seed}\n", text)
                self.assertIn(f"  {variant.replace('=', ': ')}\n", text)
        page = (self.folder / "out/ablation.md").read_text()
        self.assertIn("--vary selfplay.full_visits=4,6 --seeds 2", page)
        self.assertIn("| full_visits=6 |", page)

        # A second call does no work again. A call for more pairs plays only the additional ones.
        before = self.contents("out/*/*/**/*", "out/matches.jsonl")
        self.assertEqual(self.objects(*SMALL, *TWO, "--seeds", 2, "--pairs", 1, "--json"), lines)
        self.assertEqual(self.contents("out/*/*/**/*", "out/matches.jsonl"), before)
        more = self.objects("ablate", "out", "--pairs", 2, "--json")
        self.assertEqual(games(more[0]["attackers"]), 8)
        self.assertEqual(self.contents("out/*/*/**/*"), {path: data for path, data in before.items() if path.name != "matches.jsonl"})
        table = json.loads((self.folder / "out/ablation.json").read_text())["table"]
        self.assertEqual(table, more)

        # Another ablation does not replace this one, and a failing command does not replace its table.
        plan = self.contents("out/ablation.json", "out/config.yaml")
        self.assert_fails(1, "out: an ablation with other variants or overrides", *SMALL, "--vary", "train.batch=8,16")
        self.assert_fails(1, "out: an ablation with other variants or overrides", *SMALL, *TWO, "train.batch=8")
        self.assertEqual(self.contents("out/ablation.json", "out/config.yaml"), plan)
        matches = self.folder / "out/matches.jsonl"
        results = matches.read_text()
        matches.write_text(results + "half a li\n")
        self.assert_fails(1, "matches.jsonl:17", "ablate", "out", "--rate-only")
        matches.write_text(results)
        self.assertEqual(json.loads((self.folder / "out/ablation.json").read_text())["table"], more)

        # A finished run of an older program with fewer keys still counts as the same run.
        config = self.folder / "out/full_visits=4/seed-1/config.yaml"
        text = config.read_text()
        self.assertIn("    cpuct: 1.5\n", text)
        config.write_text(re.sub("    cpuct: 1.5\n|# sum .*\n", "", text))
        self.assertEqual(self.objects("ablate", "out", "--json"), more)

        # A different last model is a different player.
        models = self.folder / "out/full_visits=4/seed-1/models"
        models.joinpath(last["full_visits=4/seed-1"]).rename(models / "000777")
        self.assertEqual(games(self.objects("ablate", "out", "--json")[0]["attackers"]), 8)
        results = (self.folder / "out/matches.jsonl").read_text()
        self.assertEqual(results.count("full_visits=4/seed-1/000777@2"), 2)

    def test_opponents_are_checkpoints_and_each_run_has_three_models(self):
        command = ["ablate", SMOKE, "--dir", "out", "--budget", 32, "evaluation.visits=2", "rules=[brandubh]", "--variant", "base:",
                   "--variant", "rate: train.learning_rate=0.003", "--seeds", 1, "--at-once", 2, "--pairs", 1, "--json"]
        lines = self.objects(*command)
        models = sorted(path.name for path in (self.folder / "out/reference/seed-1001/models").glob("0*"))
        self.assertEqual({line["player"] for line in lines[3:]},
                         {f"reference/seed-1001/{models[(len(models) - 1) // 2]}@2", f"reference/seed-1001/{models[-1]}@2"})
        results = [json.loads(line) for line in (self.folder / "out/matches.jsonl").read_text().splitlines()]
        self.assertEqual(len({result["a"] for result in results}), 2 * 3)
        self.assertEqual(len(results), 2 * 3 * 2)
        self.assertEqual(lines[2]["seeds"], 1)
        self.assertIsNone(lines[2]["spread"])
        self.assertIsNotNone(lines[1]["difference"])
        asked = [json.loads(line) for line in (self.folder / "out/scores.jsonl").read_text().splitlines()]
        self.assertEqual({line["model"] for line in asked}, {result["a"] for result in results})
        for variant in ("base", "rate"):  # the mean over its run's three models
            (line,) = (line for line in lines[:2] if line["variant"] == variant)
            for share in ("signs", "kept"):
                expected = [model["scores"][share] for model in asked if model["model"].startswith(variant)]
                self.assertAlmostEqual(line["scores"][share]["mean"], sum(expected) / len(expected))
        config = (self.folder / "out/base/seed-1/config.yaml").read_text()
        self.assertRegex(config, r"(?s)budget:\n  minutes: 0\n  games: 32\n")
        self.assertRegex(config, r"workers: 1\n")
        self.assertEqual(self.objects(*command), lines)

        # Games of strong play give two more scores, and a factor in games if they show a slope.
        more = self.objects("ablate", "out", "--predict", self.folder / "out/reference/seed-1001", "--json")
        for line in more[:2]:
            self.assertEqual(set(line["scores"]), {"signs", "kept", "policy", "value"})
            self.assertGreater(line["scores"]["policy"]["mean"], 0)
        self.assertEqual(more[0]["elo"], lines[0]["elo"])
        self.assertIn("| policy loss | worth games by it |", (self.folder / "out/ablation.md").read_text())
        [said] = self.objects("bench", "prediction", "out/base/seed-1", "--predict", "out/reference/seed-1001", "--precision", "f32", "--json")
        asked = [json.loads(line) for line in (self.folder / "out/scores.jsonl").read_text().splitlines()]
        self.assertIn(said["policy"], [line["scores"].get("policy") for line in asked])
        self.assertGreater(said["positions"], 0)

    def test_it_stops_at_the_look_that_decides(self):
        # Without training both variants are the same players: nothing is decided, so both looks are taken.
        text = self.output(*SMALL, *TWO, "--looks", "2,3", "--pairs", 1, "--at-once", 2)
        self.assertTrue((self.folder / "out/full_visits=6/seed-3/models").exists())
        self.assertRegex(text, r"3 seeds of every variant; equal runs differ by \d+ Elo")
        # A single variant has nothing to decide, so the first look ends it.
        self.output(*SMALL[:3], "one", *SMALL[4:], "--variant", "base:", "--looks", "1,2", "--pairs", 1)
        self.assertTrue((self.folder / "one/base/seed-1/models").exists())
        self.assertFalse((self.folder / "one/base/seed-2/models").exists())

    def test_screening_keeps_the_better_half(self):
        command = ["ablate", SMOKE, "evaluation.visits=2", "--opponents", "random", "--screen", "--dir", "screen", "--budget", 16,
                   "--seeds", 1, "--pairs", 1, "--variant", "base:"]
        for rate in (1, 3, 4, 5):
            command += ["--variant", f"rate{rate}: train.learning_rate=0.00{rate}"]
        lines = self.objects(*command, "--json")
        stages = []
        for line in lines:
            if "variant" not in line:
                continue
            if line["variant"] == "base":
                stages.append([])
            stages[-1].append(line)
        self.assertEqual([len(stage) for stage in stages], [5, 3, 2])
        for before, after in zip(stages, stages[1:]):
            left_out = [line["elo"] for line in before if line["variant"] not in {kept["variant"] for kept in after}]
            kept = [line["elo"] for line in before[1:] if line["variant"] in {kept["variant"] for kept in after}]
            self.assertGreaterEqual(min(kept), max(left_out))
        self.assertEqual(sorted(path.name for path in (self.folder / "screen").iterdir()), ["16", "4", "8"])
        self.assertEqual(self.objects(*command, "--json"), lines)
        self.assert_fails(2, "--screen: expected --budget GAMES", *command[:8], "--budget", "10m", "--variant", "base:")

    def test_a_budget_of_time_becomes_one_of_games(self):
        self.output("ablate", SMOKE, "--dir", "out", "--set", "budget={minutes: 0.002}", "machine={evaluations: 50000, samples: 2000}",
                    "evaluation.visits=2", "--opponents", "random", "--variant", "base:", "--pairs", 1)
        plan = json.loads((self.folder / "out/ablation.json").read_text())["plan"]
        self.assertRegex(plan["settled"][0], r"^budget=\{games: \d+\}$")
        self.assertRegex((self.folder / "out/base/seed-1/config.yaml").read_text(), r"budget:\n  minutes: 0\n  games: [1-9]")

    def test_one_at_a_time_leaves_out_what_the_configuration_has(self):
        text = self.output(*SMALL, "--vary", "selfplay.full_visits=4,6", "--one-at-a-time", "--vary", "train.batch=8",
                           "--variant", "both: train.batch=8 selfplay.full_visits=6", "--pairs", 1)
        rows = [line.split()[0] for line in text.splitlines() if line]
        self.assertEqual(rows[:5], ["variant", "base", "full_visits=6", "batch=8", "both"])
        self.assert_fails(2, "variants base and same are the same configuration", *SMALL[:2], "--one-at-a-time",
                          *TWO, "--variant", "same: selfplay.full_visits=4")

    def test_forks_keep_the_frozen_model_that_their_run_began_with(self):
        short = [SMOKE, "evaluation.final_pairs=0", "evaluation.every=0"]
        self.output("run", *short, "--dir", "frozen")
        against = "selfplay.past_models={fraction: 0.5, model: frozen}"
        self.output("run", *short, "--dir", "source", against)
        pinned = (self.folder / "source/past_model.json").read_text()
        self.output("run", *short, "--dir", "frozen", "budget.games=16")  # it has a newer model now
        self.output(*SMALL, "--fork", "source", "--set", "budget.games=16", against, "--variant", "same:",
                    "--variant", "other: train.learning_rate=0.001", "--pairs", 1)
        for name in ("same", "other"):
            self.assertEqual((self.folder / "out" / name / "seed-1/past_model.json").read_text(), pinned)

    def test_fork(self):
        self.output("run", SMOKE, "--dir", "source", "evaluation.final_pairs=0", "evaluation.every=0")
        newest = sorted(path.name for path in (self.folder / "source/optimizer").iterdir())[-1]
        self.write("source/games/000000-00-777777.games", "damaged")
        fork = ["--fork", "./source/", "--set", "budget.games=16"]
        done = self.run_program(*SMALL, *fork, "--vary", "train.learning_rate=0.001,0.002", "--pairs", 1, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("777777.games: holds text; expected a shard of game records; the fork goes on without these games", done.stderr)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        for line in lines[:2]:
            run = self.folder / "out" / line["variant"] / "seed-1"
            origin = json.loads((run / "fork.json").read_text())
            self.assertEqual((origin["run"], origin["model"]), ("source", int(newest)))
            first = sorted((self.folder / "source/games").glob("*/*.games"))[0]
            self.assertTrue((run / "games" / first.parent.name / first.name).samefile(first))
            self.assertEqual(list(run.glob("games/**/*777777*")), [])
            models = sorted(path.name for path in (run / "models").glob("0*"))
            self.assertGreater(models[-1], newest)
            # The games that the source had played are not counted.
            self.assertGreaterEqual(line["games"], 16 - origin["games"])
            self.assertLess(line["games"], 16)
            progress = [json.loads(text) for text in (run / "metrics/progress.jsonl").read_text().splitlines()]
            self.assertEqual(progress[-1]["train"]["step"] - origin["steps"], line["steps"])
            self.assertEqual(progress[0]["iteration"], int(newest) + 1)
            self.assertNotIn("missing", (run / "logs/raichi.log").read_text())
        self.assertEqual(self.run_program("games", "--check", "out/learning_rate=0.001/seed-1/games").returncode, 0)

        self.assert_fails(1, "network.channels: expected 8, which a run forked from source keeps, found 16",
                          *SMALL[:2], *fork, "--dir", "no", "--vary", "network.channels=8,16")
        had = origin["games"]  # workers that end games at once may play one more than the budget
        self.assert_fails(1, f"budget.games: expected more than {had}, what source had when its model {newest} was made; found {had}",
                          *SMALL[:2], *fork[:2], "--dir", "no", "--set", f"budget.games={had}", *TWO)
        self.assert_fails(1, "train.optimizer: expected adamw", *SMALL[:2], *fork, "--dir", "no", "--vary", "train.optimizer=sgd")
        self.assert_fails(2, "keeps no trainer state of model 000077, but of 00000", *SMALL[:2], "--fork", "source@77", *TWO)
        for word in ("nothing", "source@-5"):
            self.assert_fails(2, "expected the folder of a run", *SMALL[:2], "--fork", word, *TWO)
        self.assert_fails(1, "this run was begun from source@" + newest, *SMALL, "--set", "budget.games=16",
                          "--vary", "train.learning_rate=0.001,0.002")
        self.assertFalse((self.folder / "no").exists())

        # From now on only new runs need the source.
        (self.folder / "source/optimizer" / newest).unlink()
        self.objects("ablate", "out", "--pairs", 1, "--json")
        self.assert_fails(2, "keeps no trainer state of model " + newest, "ablate", "out", "--seeds", 2)

    def test_interrupted_it_goes_on(self):
        command = [str(word) for word in (PROGRAM, *SMALL[:4], *TWO, "--pairs", 1, "--opponents", "random", "--at-once", 1)]
        process = subprocess.Popen([*command, "--budget", "1h"], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        run = self.folder / "out/full_visits=4/seed-1"
        while not (run / "models/000001").exists():
            self.assertIsNone(process.poll())
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=300)
        self.assertEqual(process.returncode, 1, errors)
        self.assertIn("stopped; the same command continues", errors)
        self.assertFalse(json.loads((run / "state.json").read_text())["finished"])
        self.assertEqual(list((self.folder / "out/full_visits=6/seed-1/models").iterdir()), [])
        self.assertIn("minutes: 60\n", (run / "config.yaml").read_text())
        self.assert_fails(1, "no run is finished", "ablate", "out", "--rate-only")
        self.assert_fails(1, "out: an ablation with other variants or overrides", *command[1:], "--budget", "30s")

    def test_rating_without_runs_leaves_no_folder(self):
        self.assert_fails(1, "out: no run is finished", *SMALL, *TWO, "--rate-only")
        self.assertFalse((self.folder / "out").exists())

    def test_a_run_that_fails_does_not_stop_the_others(self):
        arguments = [*SMALL, "--variant", "wrong: workers.device=cuda:99", "--variant", "right:", "--pairs", 1]
        done = self.run_program(*arguments)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("run wrong/seed-1 ended with status", done.stderr)
        self.assertRegex(done.stderr.splitlines()[-1], "^raichi: 1 of 2 runs failed, first wrong/seed-1")
        self.assertRegex(done.stdout, r"\nwrong +\n")
        self.assertRegex(done.stdout, r"\nright +[+-]")
        self.assertIn("raichi: 1 of 1 runs failed, first wrong/seed-1",
                      self.run_program(*SMALL[:2], "--variant", "wrong: workers.device=cuda:99").stderr)

    def test_variants_with_other_rules_are_warned_of(self):
        done = self.run_program(*SMALL[:2], "--variant", "other: rules=[brandubh] workers.device=cuda:99")
        self.assertIn("other: this variant learns other rules, but all matches are played by linnaeus", done.stderr)

    def test_a_run_folder_is_not_written_to(self):
        self.write("config.yaml", "seed: 5\n")
        (self.folder / "games").mkdir()
        self.assert_fails(1, "the folder of a run; choose another --dir", *SMALL[:2], "--dir", ".", *TWO)
        self.assertEqual((self.folder / "config.yaml").read_text(), "seed: 5\n")
        self.assertEqual(len(list(self.folder.iterdir())), 2)

    def test_bad_words_before_anything_starts(self):
        for status, pattern, *words in [
            (2, "selfplay.full_visitz: unknown key; did you mean selfplay.full_visits?", "--vary", "selfplay.full_visitz=1,2"),
            (2, "train.batch: expected auto or a whole number", "--vary", "train.batch=16,many"),
            (2, "--vary 'seed': expected KEY=VALUE", "--vary", "seed"),
            (2, "variant 'seed=1': all variants have the seeds of --seeds", "--vary", "seed=1,2"),
            (2, "expected --vary", "--seeds", "2"),
            (2, "--one-at-a-time: expected --vary", "--one-at-a-time", "--variant", "x:"),
            (2, "--budget: expected games or a time", *TWO, "--budget", "10x"),
            (2, "--looks '5': expected increasing numbers of seeds", *TWO, "--looks", "7,5"),
            (2, "expected --budget, or a budget", *TWO, "--set", "budget.games=0"),
            (2, "player 'nobody'", *TWO, "--opponents", "random,nobody"),
            (1, "is for boards up to 9x9", *TWO, "--opponents", "models/linnaeus", "--set", "rules=[copenhagen]"),
            (2, "opponent 'random' is named twice", *TWO, "--opponents", "random,random"),
            (2, "--seeds", *TWO, "--seeds", "0"),
        ]:
            self.assert_fails(status, pattern, "ablate", SMOKE, *words)
        self.assert_fails(2, "player 'nobody'", "ablate", "--opponents", "random", "--opponents", "nobody,greedy", SMOKE, *TWO)
        self.assertEqual(list(self.folder.iterdir()), [])
        self.write("ablation.json", "{}")
        self.write("config.yaml", SMOKE.read_text())
        self.assert_fails(1, "ablation.json", "ablate", ".")
        self.assert_fails(2, "is an ablation already", "ablate", ".", *TWO)


if __name__ == "__main__":
    unittest.main()
