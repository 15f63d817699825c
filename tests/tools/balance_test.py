"""balance: studies of how fair rule sets are, from the plan to the tables, and what becomes of them when they are killed."""

import csv
import json
import random
import re
import shutil
import signal
import subprocess
import time
import unittest

from program import PROGRAM, ROOT, ProgramTest, needs_libtorch

RESULTS = ["balance.csv", "balance.json", "effects.csv", "report.html"]

TINY = """\
name: tiny
rules: [minitafl, minitafl+first=defenders]
changes: {base: minitafl, one_at_a_time: {unarmed: king.armed=none}}
players: {alphabeta: [1, 2], playouts: [4]}
openings: {setup: 24, random4: 8, first_moves: 2}
stop: {half_width: 0.01, games: 48}
handicap: 8
bids: {turns: [3, 12], games: 8}
"""

# Three rounds of main games, so that a kill may come between them.
ROUNDS = """\
rules: [brandubh, minitafl]
changes: {base: brandubh, one_at_a_time: {unarmed: king.armed=none}}
openings: {setup: 64, random4: 32, first_moves: 2}
stop: {half_width: 0.001, equivalence: 0, games: 192}
"""
OF_PLAYOUTS = ROUNDS + "players: {playouts: [4, 8]}\n"
OF_NETWORKS = ROUNDS + """\
players: {models: [made/model.raichi], visits: [4, 16], alphabeta: [1], playouts: [8]}
handicap: 32
bids: {turns: [4, 12], games: 32}
"""

SANDWICH = """\
rules: [brandubh]
players: {models: [made/model.raichi], visits: [2]}
openings: {setup: 4}
stop: {games: 4}
sandwiches: {rules: [brandubh], training: 70, games: 6}
"""


class Balance(ProgramTest):
    def balance(self, *arguments):
        return self.output("balance", *arguments, "--log-level", "warning")

    def files(self, folder):
        """Returns the bytes of every file of a study."""
        base = self.folder / folder
        return {str(path.relative_to(base)): path.read_bytes() for path in sorted(base.rglob("*"))
                if path.is_file()}

    def rows(self, file):
        with open(self.folder / file, newline="") as text:
            return list(csv.DictReader(text))

    @needs_libtorch
    def test_a_study_keeps_the_model_that_was_a_runs_newest(self):
        run = ["run", ROOT / "configs/runs/smoke.yaml", "--dir", "run", "evaluation={every: 0, final_pairs: 0}"]
        study = ["linnaeus", "--players", "run", "--visits", "2", "--games", "8", "--dir", "study"]
        self.output(*run, "budget.games=8")
        self.balance(*study)
        before = self.files("study")
        [newest] = json.loads(before["identity.json"])["paths"].values()
        self.output(*run, "budget.games=16")
        self.assertGreater(max((self.folder / "run/models").glob("0*")).name, newest[-6:])
        self.balance(*study)
        self.assertEqual(self.files("study"), before)

    @needs_libtorch
    def test_checkpoints_are_a_family(self):
        """The models of one run play with the most visits of the others, and a study notices if one of them changes."""
        self.output("run", ROOT / "configs/runs/smoke.yaml", "--dir", "run", "evaluation={every: 0, final_pairs: 0}", "budget.games=24")
        young, old = sorted(path.name for path in (self.folder / "run/models").glob("0*"))[1:3]
        plan = "rules: [linnaeus, saami, brandubh]\nopenings: {setup: 2}\nstop: {games: 2}\n"
        plan += f"players: {{models: [run], visits: [2, 3], checkpoints: [run/models/{young}, run/models/{old}]}}\n"
        self.write("p.yaml", plan)
        self.balance("p.yaml")
        data = json.loads((self.folder / "balance/p/balance.json").read_text())
        [families] = data["families"]
        self.assertEqual((families["a"], families["b"], families["rules"]), ("network", "checkpoint", 3))
        for rules in data["rules"]:
            levels = {one["level"]: one for one in rules["levels"] if one["family"] == "checkpoint"}
            self.assertEqual(sorted(levels), [1, 2])
        of_rules = next((self.folder / "balance/p/games").iterdir())
        players = {json.loads(line)["attackers"] for line in self.lines("games", of_rules, "--json")}
        self.assertLessEqual({f"run/models/{young}@3", f"run/models/{old}@3"}, players)
        self.assertFalse({f"run/models/{young}@2", f"run/models/{old}@2"} & players)
        for other, fault in (("000000", f"model 'run/models/{young}' changed since the study began"),
                             (old, "have the same weights; expected different models of one run")):
            shutil.copy(self.folder / f"run/models/{other}/model.raichi", self.folder / f"run/models/{young}/model.raichi")
            self.assert_fails(1, fault, "balance", "p.yaml")

    @needs_libtorch
    def test_a_sandwich(self):
        """Each side learns to beat the frozen model, and a killed study goes on where it was."""
        self.output("selfplay", ROOT / "configs/runs/smoke.yaml", "--output", "made", "--games", "1", "seed=7")
        self.write("p.yaml", SANDWICH)
        study = subprocess.Popen([PROGRAM, "balance", "p.yaml"], cwd=self.folder, stderr=subprocess.DEVNULL)
        first = self.folder / "balance/p/best-responses"
        while study.poll() is None and not list(first.glob("*-attackers/models/000001")):
            time.sleep(0.05)
        self.assertIsNone(study.poll())
        study.kill()
        study.wait()
        [line, _] = self.balance("p.yaml").splitlines()
        self.assertRegex(line, r"  sandwich: \d+ % \(\d+ to \d+\) to \d+ % \(\d+ to \d+\)$")
        runs = sorted(path for path in first.iterdir() if path.is_dir())
        self.assertEqual([run.name.split("-")[2] for run in runs], ["attackers", "defenders"])
        for run, frozen in zip(runs, ("defenders", "attackers")):
            self.assertIn(f"    side: {frozen}\n", (run / "config.yaml").read_text())
            self.assertTrue(json.loads((run / "state.json").read_text())["finished"])
        [rules] = json.loads((self.folder / "balance/p/balance.json").read_text())["rules"]
        for end in ("low", "high"):
            self.assertEqual(rules["sandwich"][end]["games"], 6)
        before = self.files("balance/p")
        self.balance("p.yaml")
        self.assertEqual(self.files("balance/p"), before)

    def test_a_plan_from_beginning_to_end(self):
        self.write("tiny.yaml", TINY)
        lines = self.balance("tiny.yaml").splitlines()
        for line, name in zip(lines, ["minitafl", r"minitafl\+first=defenders", r"minitafl\+king.armed=none"]):
            self.assertRegex(line, rf"^{name} +\d+\.\d % \(\d+ to \d+\)  draws +\d+ %  \d+ games  "
                                   r"(balanced|undecided|(leans to|lopsided for) the (attackers|defenders))")
        self.assertEqual(lines[3], "effects on the attackers (p adjusted by Holm):")
        self.assertRegex(lines[4], r"^change +unarmed +[+-]\d+ elo \([+-]\d+ to [+-]\d+\)  [+-]\d+\.\d points  p ")
        self.assertEqual(lines[5:], ["tables and page: balance/tiny/ (balance.csv, effects.csv, balance.json, report.html)"])

        study = self.folder / "balance/tiny"
        for name in [*RESULTS, "plan.yaml", "identity.json"]:
            self.assertGreater((study / name).stat().st_size, 0, name)
        results = json.loads((study / "balance.json").read_text())
        self.assertEqual([rules["name"] for rules in results["rules"]],
                         ["minitafl", "minitafl+first=defenders", "minitafl+king.armed=none"])
        rows = self.rows("balance/tiny/balance.csv")
        self.assertEqual(len(rows), sum(len(rules["levels"]) for rules in results["rules"]))
        for row in rows:
            self.assertEqual(int(row["games"]), sum(int(row[key]) for key in ("wins", "draws", "losses")))
            self.assertLessEqual(float(row["low"]), float(row["score"]))
            self.assertLessEqual(float(row["score"]), float(row["high"]))
        [effect] = self.rows("balance/tiny/effects.csv")
        self.assertEqual((effect["from"], effect["to"]), ("minitafl", "minitafl+king.armed=none"))

        # The study's folder stands for its plan, and nothing is left to be played.
        before = self.files("balance/tiny")
        self.assertEqual(self.balance("balance/tiny").splitlines(), lines)
        self.assertEqual(self.files("balance/tiny"), before)

    def test_a_report_plays_nothing(self):
        self.write("tiny.yaml", TINY)
        self.balance("tiny.yaml", "--dir", "study")
        files = self.files("study")
        for name in RESULTS:
            (self.folder / "study" / name).unlink()
        games = sorted(self.folder.glob("study/games/*/*"))
        games[0].unlink()
        missing = self.run_program("balance", "study", "--report").stderr
        self.assertRegex(missing, r"the study is not finished: at least \d+ games are missing; raichi balance study plays them")
        self.assertIn("not finished", json.loads((self.folder / "study/balance.json").read_text())["warnings"][0])
        self.assertFalse(games[0].exists())
        self.assertEqual(len(list(self.folder.glob("study/games/*/*"))), len(games) - 1)
        for name in RESULTS:
            self.assertTrue((self.folder / "study" / name).exists())
        self.balance("study")  # plays the missing games again
        self.assertEqual(self.files("study"), files)

    def test_json_is_that_of_the_file(self):
        printed = json.loads(self.balance("minitafl", "--games", 20, "--dir", "q", "--json"))
        self.assertEqual(printed["warnings"], [], "each pair of games has an opening of its own")
        self.assertEqual(printed, json.loads((self.folder / "q/balance.json").read_text()))

    def test_the_short_answer_needs_no_plan(self):
        line = self.balance("brandubh", "--players", "alphabeta:1,alphabeta:3", "--games", 40, "--dir", "q").splitlines()[0]
        self.assertRegex(line, r"^brandubh +\d+\.\d % .* 40 games  ")
        results = json.loads((self.folder / "q/balance.json").read_text())
        [rules] = results["rules"]
        self.assertEqual((rules["headline"]["family"], rules["headline"]["level"]), ("alphabeta", 3))
        self.assertEqual({(level["family"], level["level"]) for level in rules["levels"]},
                         {("alphabeta", 1), ("alphabeta", 3)})
        self.assertIn("slope", rules)
        # Other words are another study.
        self.balance("minitafl", "--games", 20)
        self.balance("minitafl", "--games", 20, "--seed", 2)
        self.assertEqual(len(list(self.folder.glob("balance/quick-*"))), 2)

    def test_about_as_many_games_are_played_as_asked(self):
        for games, played in ((5, 6), (201, 204), (250, 252)):
            line = self.balance("minitafl", "--players", "playouts:2", "--games", games, "--dir", f"q{games}").splitlines()[0]
            self.assertRegex(line, rf" {played} games  ")

    def test_equal_games_count_once_in_first_moves_too(self):
        self.write("p.yaml", f"rules: ['{ROOT}/configs/small/k1v5.yaml']\nplayers: {{alphabeta: [1, 6]}}\n"
                             "openings: {setup: 40}\nstop: {games: 40}\n")
        self.balance("p.yaml", "--dir", "q")
        [rules] = json.loads((self.folder / "q/balance.json").read_text())["rules"]
        self.assertEqual(rules["headline"]["games"], 1)
        self.assertEqual([move["games"] for move in rules["first_moves"]], [1])

    def test_results_without_games_have_a_page(self):
        self.write("tiny.yaml", TINY)
        self.balance("tiny.yaml", "--dir", "study")
        before = self.files("study")
        for name in ("identity.json", "games.zst", "report.html"):
            (self.folder / "study" / name).unlink()
        shutil.rmtree(self.folder / "study/games")
        self.assertEqual(self.balance("study", "--report"), "page: study/report.html (the games of this study were not kept)\n")
        kept = ("plan.yaml", "balance.json", "balance.csv", "effects.csv", "report.html")
        self.assertEqual(self.files("study"), {name: before[name] for name in kept})
        self.assert_fails(1, "study: holds the results of a study without its games", "balance", "study")
        for damaged in "{", "[]", "{}":
            self.write("study/balance.json", damaged)
            self.assert_fails(1, "study/balance.json: ", "balance", "study", "--report")

    def test_the_short_answer_rests_on_random_openings(self):
        self.balance("minitafl", "minitafl+king.armed=none", "--games", 40, "--dir", "q")
        for rules in json.loads((self.folder / "q/balance.json").read_text())["rules"]:
            self.assertEqual(rules["headline"]["openings"], "random4")
            self.assertEqual({(level["level"], level["openings"]) for level in rules["levels"]},
                             {(1, "random4"), (3, "random4"), (3, "setup")})
            self.assertGreater(rules["headline"]["distinct_openings"], 10)
            self.assertTrue(rules["first_moves"])

    def test_a_record_stands_for_the_games(self):
        """Every table follows from games.zst; then nothing is left to play."""
        self.write("tiny.yaml", TINY)
        printed = self.balance("tiny.yaml", "--dir", "study")
        before = self.files("study")
        shutil.rmtree(self.folder / "study/games")
        self.assertEqual(self.balance("study", "--report"), printed)
        self.assertEqual(self.balance("study"), printed)
        self.assertFalse((self.folder / "study/games").exists())
        for name, data in self.files("study").items():
            if name not in ("balance.json", "report.html"):  # where sums have another order
                self.assertEqual(data, before[name], name)
        old, new = (json.loads(files["balance.json"]) for files in (before, self.files("study")))
        self.assertEqual([rules["sample_games"] for rules in old["rules"] if "sample_games" in rules],
                         [rules["sample_games"] for rules in new["rules"] if "sample_games" in rules])
        self.write("study/games.zst", "damaged")
        self.assert_fails(1, "study/games.zst: is no record of games", "balance", "study", "--report")

    def test_a_ladder(self):
        self.balance("minitafl", "brandubh", "--players", "playouts:2,playouts:4,playouts:8,playouts:16", "--games", 40, "--dir", "q")
        results = json.loads((self.folder / "q/balance.json").read_text())
        for rules in results["rules"]:
            ladder = rules["ladder"]
            self.assertEqual((ladder["level"], ladder["curve"][0]["level"], ladder["curve"][-1]["level"]), (16, 2, 16))
            self.assertEqual(ladder["curve"][-1]["score"], ladder["score"])
            self.assertEqual(ladder["forecast"]["holds"],
                             ladder["forecast"]["low"] <= ladder["forecast"]["observed"] <= ladder["forecast"]["high"])
            self.assertAlmostEqual(ladder["forecast"]["observed"], rules["headline"]["score"], delta=0.05)
            self.assertIn(f"ladder  {rules['name']:<24} {ladder['text']}\n", self.balance("q"))
        rows = self.rows("q/ladder.csv")
        self.assertEqual(sum(row["kind"] == "level" for row in rows), 8)
        self.assertEqual(sum(row["kind"] == "curve" for row in rows), 2 * 41)

    def test_the_seed_decides(self):
        for folder, seed in (("a", 5), ("b", 5), ("c", 6)):
            self.balance("minitafl", "--games", 20, "--dir", folder, "--seed", seed)
        games = [{name: data for name, data in self.files(folder).items() if name.startswith("games/")}
                 for folder in "abc"]
        self.assertEqual(games[0], games[1])
        self.assertNotEqual(games[0], games[2])

    def test_errors_are_one_line(self):
        self.assert_fails(2, "rules 'nobody': neither a file nor the name of a rule set", "balance", "nobody")
        self.assert_fails(2, "rules 'linnaeus.king.armd=none'.*did you mean 'armed'", "balance", "linnaeus+king.armd=none")
        self.assert_fails(2, "--players nobody: expected alphabeta:N, playouts:N or a model", "balance", "minitafl", "--players", "nobody")
        self.assert_fails(2, "--visits: expected numbers from 1 to 1000000, found 'x'", "balance", "linnaeus", "--visits", "x")
        self.assert_fails(2, "--visits: expected each only once", "balance", "linnaeus", "--visits", "5,05")
        self.assert_fails(2, r"missing argument: RULES\|PLAN\|FOLDER", "balance")
        self.assert_fails(2, "rules: expected each only once", "balance", "minitafl", "minitafl")
        self.assert_fails(2, r"--players: expected alphabeta:N, N from 1 to 32, found 'x'", "balance", "minitafl", "--players", "alphabeta:x")
        self.assert_fails(2, "--players: expected each only once", "balance", "minitafl", "--players", "alphabeta:1,alphabeta:01")
        self.assert_fails(2, "--visits: only models have visits", "balance", "minitafl", "--visits", "5")
        self.assert_fails(2, "--visits: only models have visits", "balance", "minitafl", "--players", "alphabeta:1", "--visits", "5")
        self.assert_fails(2, "--games", "balance", "minitafl", "--games", 1)
        plan = "rules: [minitafl]\nplayers: {alphabeta: [1]}\n"
        self.write("p.yaml", plan + "opening: {setup: 4}\n")
        self.assert_fails(1, "p.yaml:3: opening.setup: unknown key; did you mean openings.setup", "balance", "p.yaml")
        for option in ("--games", "--seed", "--players", "--visits"):
            self.assert_fails(2, f"{option}: not with a plan", "balance", "p.yaml", option, "4")
        self.write("p.yaml", plan + "openings: {setup: few}\n")
        self.assert_fails(1, "p.yaml:3: openings.setup: expected a whole number", "balance", "p.yaml")
        self.write("p.yaml", "rules: [minitafl]\n")
        self.assert_fails(1, "p.yaml:1: players: expected models, alphabeta or playouts", "balance", "p.yaml")
        self.write("p.yaml", plan.replace("minitafl", "nobody"))
        self.assert_fails(1, "p.yaml:1: rules: rules 'nobody': neither", "balance", "p.yaml")
        self.write("p.yaml", plan.replace("minitafl", "elsewhere.yaml"))
        self.assert_fails(1, "elsewhere.yaml: .* \\(paths in a plan are relative to where raichi runs\\)", "balance", "p.yaml")
        self.assertFalse((self.folder / "balance").exists(), "an error leaves no folder")

    def test_folders_of_other_work_are_left_alone(self):
        (self.folder / "run/games").mkdir(parents=True)
        self.write("run/config.yaml", "")
        self.assert_fails(1, "run: the folder of a run; choose another --dir", "balance", "minitafl", "--games", "4", "--dir", "run")
        self.assertEqual(sorted(path.name for path in (self.folder / "run").rglob("*")), ["config.yaml", "games"])
        self.balance("minitafl", "--players", "alphabeta:1", "--games", "4", "--dir", "study")
        before = self.files("study")
        self.assert_fails(1, "study: the folder of a study; choose another --dir", "run", ROOT / "configs/runs/smoke.yaml", "--dir", "study")
        self.assertEqual(self.files("study"), before)

    def test_players_of_every_family(self):
        self.balance("minitafl", "--players", "alphabeta:1,playouts:4", "--games", "4", "--dir", "study")
        plan = (self.folder / "study/plan.yaml").read_text()
        self.assertIn("alphabeta:\n    - 1\n", plan)
        self.assertIn("playouts:\n    - 4\n", plan)
        self.assertIn("models: []", plan)

    def test_a_study_keeps_its_plan(self):
        self.write("p.yaml", TINY)
        self.balance("p.yaml", "--dir", "study")
        before = self.files("study")
        self.write("p.yaml", TINY + "seed: 2\n")
        self.assert_fails(1, "study: holds a study with another plan; choose another --dir",
                          "balance", "p.yaml", "--dir", "study")
        self.assertEqual(self.files("study"), before)

    def test_a_study_keeps_its_rules(self):
        rules = self.output("rules", "minitafl")
        yaml = rules[:rules.index("no_moves")] + "no_moves: loss\n"
        mine = self.write("mine.yaml", yaml.replace("name: minitafl", "name: mine"))
        self.balance(mine, "--games", 8, "--dir", "study")
        mine.write_text(mine.read_text().replace("first: attackers", "first: defenders"))
        self.assert_fails(1, "study: rules '.*mine.yaml' changed since the study began; restore it, or choose another --dir",
                          "balance", mine, "--games", 8, "--dir", "study")

    def test_damaged_games_are_named_and_can_be_played_again(self):
        self.balance("minitafl", "--games", 40, "--dir", "q")
        before = self.files("q")
        file = sorted(self.folder.glob("q/games/*/alphabeta-level-setup-3*"))[0]
        good = file.read_bytes()
        for bad in (good[:-3], good[:50] + bytes([good[50] ^ 8]) + good[51:]):
            file.write_bytes(bad)
            for mode in ([], ["--report"]):
                self.assert_fails(1, rf"q/games/.*/{re.escape(file.name)}: .*; delete the file, and the study plays "
                                     "its games again", "balance", "q", *mode)
        file.unlink()
        self.balance("q")
        self.assertEqual(self.files("q"), before)

    def start(self, *arguments):
        work = subprocess.Popen([PROGRAM, "balance", *map(str, arguments)], cwd=self.folder,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(work.communicate)
        self.addCleanup(work.kill)
        return work

    def games_of(self, folder):
        return list(self.folder.glob(f"{folder}/games/*/*.games"))

    def wait_for_games(self, folder):
        for _ in range(1000):
            if self.games_of(folder):
                return
            time.sleep(0.01)
        self.fail("no games")

    def test_a_report_does_not_disturb_those_who_play(self):
        self.write("long.yaml", OF_PLAYOUTS.replace("192", "100000"))
        first = self.start("long.yaml", "--dir", "study", "--workers", 1)
        self.wait_for_games("study")
        self.balance("study", "--report")
        first.send_signal(signal.SIGINT)
        printed, errors = first.communicate(timeout=60)
        self.assertEqual(first.returncode, 1, errors)
        self.assertIn("balance: stopped; the same command continues from here", errors)
        self.assertIn("tables and page: study/", printed)

    def test_a_killed_study_gives_the_same_results(self):
        self.check_kills(OF_PLAYOUTS)

    @needs_libtorch
    def test_a_killed_study_of_networks_gives_the_same_results(self):
        self.output("selfplay", ROOT / "configs/runs/smoke.yaml", "--output", "made", "--games", "1", "seed=7")
        self.check_kills(OF_NETWORKS)

    def check_kills(self, plan):
        self.write("killed.yaml", plan)
        self.balance("killed.yaml", "--dir", "whole", "--workers", 1)
        whole = self.files("whole")
        chance = random.Random(20)
        sizes = set()
        for _ in range(20):
            work = self.start("killed.yaml", "--dir", "killed", "--workers", 2)
            enough = len(self.games_of("killed")) + chance.randint(0, 3)
            while work.poll() is None and len(self.games_of("killed")) < enough:
                time.sleep(0.002)
            time.sleep(chance.uniform(0.001, 0.1))  # into a start, a game or a write
            work.kill()
            work.communicate()
            sizes.add(len(self.games_of("killed")))
        games = sum(name.startswith("games/") for name in whole)
        self.assertGreater(games, 20)
        self.assertGreater(len(sizes - {0, games}), 1, "every kill came too early or too late")
        self.balance("killed.yaml", "--dir", "killed", "--workers", 3)
        killed = self.files("killed")
        self.assertEqual(sorted(killed), sorted(whole))  # no temporary files are left
        for name, data in whole.items():
            self.assertEqual(killed[name], data, name)


if __name__ == "__main__":
    unittest.main()
