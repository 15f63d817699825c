"""analyze: positions and whole games, output as text and as JSON, and pictures."""

import json
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
import xml.etree.ElementTree as xml

from program import PROGRAM, ROOT, START, ProgramTest, needs_libtorch, shown_on_terminal

# The king has an open road to the edge, and the attackers are to move.
RAICHI = "4t4/9/9/9/t3KT2t/9/9/3T5/t7t a"
WON = "9/9/9/9/4t4/2t1K4/9/4t4/3t5 d"
PLAYOUTS = ("--model", "playouts:60")


class AnalyzeTest(ProgramTest):
    def analyze(self, *arguments, input=None, model=PLAYOUTS):
        return self.objects("analyze", *model, *arguments, "--json", input=input)

    def position(self, *arguments, model=PLAYOUTS):
        [analysis] = self.analyze(*arguments, model=model)
        return analysis


class Positions(AnalyzeTest):
    def test_pictures_that_cannot_be_written_are_refused_before_the_work(self):
        for path, why in [("no/where/x.svg", "cannot create: No such file"), (".", "cannot write: Is a directory")]:
            self.assert_fails(1, f"{path}: {why}", "analyze", "--model", "playouts", "--move-time", "3600",
                              "--svg", path)

    @needs_libtorch
    def test_a_model_is_not_trusted_under_rules_it_never_met(self):
        done = self.run_program("analyze", "--model", "models/linnaeus", "--visits", "2", "--rules", "sea-battle-9")
        self.assertEqual(done.stderr, "raichi: warning: models/linnaeus plays sea-battle-9, which it was not trained on\n")

    def test_each_rule_set_has_its_default_model(self):
        self.write("games.jsonl", "".join(f'{{"rules": "{rules}", "moves": "{move}"}}\n' for rules, move in
                                          [("linnaeus", "i4-i3"), ("copenhagen", "a4-b4"), ("linnaeus", "i4-i2")]))
        lines = self.objects("analyze", "games.jsonl", "--visits", "1", "--json")
        players = [(line["game"], line["player"]) for line in lines if line["ply"] == 0]
        self.assertEqual(players, [(1, "models/linnaeus@1"), (2, "models/tafl-11@1"), (3, "models/linnaeus@1")])

    def test_a_terminal_shows_the_progress(self):
        status, text = shown_on_terminal("analyze", "--model", "playouts", "--visits", "2000")
        self.assertEqual(status, 0, text)
        self.assertRegex(text, r"\rplayouts:2000: [\d.k]+ visits.*\x1b\[K")

    def test_numbers(self):
        analysis = self.position("--multipv", "5")
        self.assertEqual((analysis["position"], analysis["rules"]), (START, "linnaeus"))
        self.assertEqual((analysis["to_move"], analysis["raichi"]), ("attackers", 0))
        self.assertEqual((analysis["visits"], analysis["proof"], analysis["plies_to_end"]), (60, None, None))
        self.assertEqual(len(analysis["lines"]), 5)
        self.assertEqual(analysis["player"], "playouts:60")
        for numbers in [analysis, *analysis["lines"]]:
            self.assertAlmostEqual(sum(numbers["wdl"]), 1, delta=3e-4)
            self.assertAlmostEqual(numbers["wdl"][0] - numbers["wdl"][2], numbers["value"], delta=3e-4)
            self.assertGreater(numbers["moves_left"], 1)
        visits = [line["visits"] for line in analysis["lines"]]
        self.assertEqual(visits, sorted(visits, reverse=True))

    def test_lines_can_be_played(self):
        for line in self.position("--rules", "brandubh", "--multipv", "4")["lines"]:
            self.assertEqual(line["pv"][0], line["move"])
            self.output("replay", "--rules", "brandubh", "--moves", " ".join(line["pv"]))

    def test_a_proof(self):
        analysis = self.position("--position", WON)
        self.assertEqual((analysis["proof"], analysis["plies_to_end"], analysis["value"]), ("win", 1, 1))
        self.assertEqual(analysis["wdl"], [1, 0, 0])
        [line] = analysis["lines"]
        self.assertEqual((line["proof"], line["pv"]), ("win", [line["move"]]))
        text = self.output("analyze", *PLAYOUTS, "--position", WON)
        self.assertIn("proven: the defenders win in 1 ply\n", text)
        self.assertTrue(text.endswith("\nanalysed by playouts:60\n"), text)
        self.assertRegex(text, line["move"] + r" +\d+ visits? .* 100\.0 points  wins in 1 +" + line["move"])

    def test_text(self):
        text = self.output("analyze", *PLAYOUTS, "--moves", "e2-f2 e3-c3", "--multipv", "2")
        self.assertIn("  3  .  . [T] . (.) ", text)
        self.assertIn("\nattackers to move.\n", text)
        self.assertRegex(text, r"\nattackers \d+\.\d points, defenders \d+\.\d: attackers win \d+\.\d %, "
                               r"draw \d+\.\d %, defenders win \d+\.\d %; about \d+ plies left\n")
        self.assertEqual(text.count(" visits "), 2)

    def test_raichi_is_called(self):
        analysis = self.position("--position", RAICHI)
        self.assertEqual(analysis["raichi"], 1)
        self.assertIn("attackers to move. Raichi! The king sees an open road.",
                      self.output("analyze", *PLAYOUTS, "--position", RAICHI))

    def test_the_history_counts(self):
        """The third occurrence of a position is a draw, whatever value the position has otherwise."""
        there_and_back = "e2-f2 e3-f3 f2-e2 f3-e3 " * 2
        with_history = self.position("--moves", there_and_back[:-7], "--multipv", "100",
                                     model=("--model", "playouts:400"))
        [back] = [line for line in with_history["lines"] if line["move"] == "f3-e3"]
        self.assertEqual((back["proof"], back["value"]), ("draw", 0))

    def test_many_positions(self):
        positions = [WON, RAICHI, START, WON]
        text = "".join(json.dumps({"position": position}) + "\n" for position in positions)
        found = self.analyze("-", input=text)
        self.assertEqual([analysis["position"] for analysis in found], positions)
        self.assertEqual(found[0], found[3])

    def test_lines_name_their_rules(self):
        text = '{"moves":"","rules":"brandubh"}\n{"moves":""}\n'
        self.assertEqual([a["rules"] for a in self.analyze("-", input=text)], ["brandubh", "linnaeus"])
        text = '{"moves":"","rules":"linnaeus"}\n'
        self.assertEqual(self.analyze("-", "--rules", "saami", input=text)[0]["rules"], "saami")

    def test_by_the_clock(self):
        analysis = self.position("--move-time", "0.05", model=("--model", "playouts"))
        self.assertGreater(analysis["visits"], 0)

    def test_without_a_model_playouts_judge(self):
        rules = (ROOT / "configs/rules/copenhagen-13.yaml").read_text().replace("name: copenhagen-13", "name: mine")
        arguments = ("--rules", self.write("mine.yaml", rules), "--visits", "30")
        analysis = self.position(*arguments, model=("--model", "playouts"))
        self.assertEqual((analysis["rules"], analysis["visits"]), ("mine", 30))
        self.assertEqual(self.analyze(*arguments, model=()), [analysis])

    def test_bad_input(self):
        self.assert_fails(2, "does not search", "analyze", "--model", "random")
        self.assert_fails(2, "expected random", "analyze", "--model", "nobody")
        self.assert_fails(2, "sets a number of visits", "analyze", *PLAYOUTS, "--move-time", "1")
        self.assert_fails(2, "--move-time", "analyze", "--move-time", "1", "--visits", "5")
        self.assert_fails(2, "--precision", "analyze", "--precision", "f8")
        self.assert_fails(2, "--multipv", "analyze", "--multipv", "0")
        self.assert_fails(2, "--position", "analyze", "x.games", "--position", START)
        self.assert_fails(2, "--all", "analyze", "--all")
        self.assert_fails(2, "--rules: the games of x.games have their own", "analyze", "x.games", "--rules", "brandubh")
        self.assert_fails(1, "ply 2: move 'e1-e9' is not legal", "analyze", *PLAYOUTS, "--moves", "e2-f2 e1-e9")
        self.assert_fails(1, "nowhere.games", "analyze", *PLAYOUTS, "nowhere.games")
        self.assert_fails(1, "nowhere.jsonl: cannot open", "analyze", *PLAYOUTS, "nowhere.jsonl")
        for line, message in [('{"moves":"e1-e9"}', "input:1: ply 1"), ('{"position":"9/9 a"}', "input:1: "),
                              ("[]", "input:1: expected a JSON object"), ("{}", 'with "moves" or "position"'),
                              ('{"moves":3}', 'input:1: expected a text for "moves"'),
                              ('{"moves":"","rules":"chess"}', "input:1: .*chess")]:
            self.assert_fails(1, message, "analyze", *PLAYOUTS, "-", input=line)
        self.assert_fails(1, "the game is over", "analyze", *PLAYOUTS, "--position", WON, "--moves", "e4-i4")
        self.assert_fails(1, "nowhere", "analyze", *PLAYOUTS, "--svg", "nowhere/x.svg")


class Games(AnalyzeTest):
    @classmethod
    def setUpClass(cls):
        cls.home = pathlib.Path(tempfile.mkdtemp(prefix="raichi-analyze-"))
        cls.addClassCleanup(shutil.rmtree, cls.home)
        for name, pairs in [("m.games", 3), ("many.games", 100)]:
            subprocess.run([PROGRAM, "match", "greedy", "random", "--pairs", str(pairs), "--records", cls.home / name],
                           check=True, capture_output=True)

    def setUp(self):
        super().setUp()
        for shard in self.home.iterdir():
            (self.folder / shard.name).symlink_to(shard)
        self.games = self.objects("games", "m.games", "--json")

    def test_every_position_of_every_game(self):
        found = self.analyze("m.games")
        places = [(game["id"], ply) for game in self.games for ply in range(game["plies"])]
        self.assertEqual([(a["game"], a["ply"]) for a in found], places)
        played = [move.split("x")[0] for game in self.games for move in game["moves"].split()]
        self.assertEqual([a["played"] for a in found], played)
        self.write("m.jsonl", self.output("games", "m.games", "--json"))
        self.assertEqual(self.analyze("m.jsonl"), found)
        self.assertEqual(self.analyze("m.games", "--workers", "1"), found)

    def test_losses(self):
        game = self.games[0]
        found = [a for a in self.analyze("m.games") if a["game"] == game["id"]]
        ends = {"draw": 0, found[-1]["to_move"]: 1}
        values = [a["value"] for a in found[1:]] + [-ends.get(game["result"], -1)]
        for analysis, after in zip(found, values):
            lost = 0 if analysis["played"] == analysis["lines"][0]["move"] else max(0, analysis["value"] + after)
            self.assertAlmostEqual(analysis["loss"], lost, delta=2e-4)

    def test_a_position_is_worth_what_it_is_worth_alone(self):
        game = self.games[1]
        whole = self.analyze("--moves", game["moves"], "--position", game["position"], "--all")
        self.assertEqual(len(whole), game["plies"])
        ply = game["plies"] // 2
        moves = " ".join(game["moves"].split()[:ply])
        [alone] = self.analyze("--moves", moves, "--position", game["position"])
        self.assertEqual({key: whole[ply][key] for key in alone}, alone)

    def test_games_that_go_on(self):
        found = self.analyze("--moves", "e2-f2 e3-c3", "--all")
        self.assertEqual([(a["ply"], a["played"]) for a in found], [(0, "e2-f2"), (1, "e3-c3"), (2, None)])
        self.assertIsNone(found[2]["loss"])

    def test_table(self):
        text = self.output("analyze", *PLAYOUTS, "m.games")
        for game in self.games:
            self.assertRegex(text, rf"(?m)^game {game['id']}: {game['attackers']} - {game['defenders']}, "
                                   rf"{game['result']}: {game['reason']}, {game['plies']} plies, linnaeus$")
            self.assertRegex(text, rf"(?m)^ +{game['plies']}  {game['moves'].split()[-1]} +\?{{0,2}} +\d+\.\d")
        self.assertEqual(text.count("points lost a move"), 2 * len(self.games))
        [blundered, *_] = [a for a in self.analyze("m.games") if a["loss"] >= 0.4]
        self.assertRegex(text, rf"(?m)^ +{blundered['ply'] + 1}  {blundered['played']}\S* +\?\? ")

    def test_stopped(self):
        """Games that are finished before the interrupt are printed completely."""
        with subprocess.Popen([PROGRAM, "analyze", "many.games", "--model", "playouts:400", "--json"],
                              cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            first = process.stdout.readline()
            process.send_signal(signal.SIGINT)
            rest, errors = process.stdout.read(), process.stderr.read()
        self.assertEqual(process.returncode, 1)
        self.assertRegex(errors, r"analyze: stopped: \d+ of 200 games")
        found = [json.loads(line) for line in (first + rest).splitlines()]
        games = {game["id"]: game["plies"] for game in self.objects("games", "many.games", "--json")}
        last = found[-1]
        self.assertEqual(last["ply"] + 1, games[last["game"]])

    def test_a_stopped_position_shows_what_was_found(self):
        with subprocess.Popen([PROGRAM, "analyze", "--model", "playouts", "--visits", "10000000", "--json"], cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            while not re.search(r"^SigBlk:\s*0*[1-9a-f]", pathlib.Path(f"/proc/{process.pid}/status").read_text(), re.M):
                time.sleep(0.05)  # it does not wait for signals yet
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            found, errors = process.communicate()
        self.assertEqual(process.returncode, 1)
        self.assertIn("analyze: stopped: the search was not finished", errors)
        self.assertGreater(json.loads(found)["visits"], 0)

    def test_damaged_records(self):
        data = (self.folder / "m.games").read_bytes()
        (self.folder / "bad.games").write_bytes(data[:-1])
        self.assert_fails(1, "bad.games", "analyze", *PLAYOUTS, "bad.games")


@needs_libtorch
class Models(AnalyzeTest):
    @classmethod
    def setUpClass(cls):
        cls.home = pathlib.Path(tempfile.mkdtemp(prefix="raichi-analyze-"))
        cls.addClassCleanup(shutil.rmtree, cls.home)
        subprocess.run([PROGRAM, "run", ROOT / "configs/runs/smoke.yaml", "--dir", cls.home / "runs" / "small"],
                       check=True, capture_output=True)

    def setUp(self):
        super().setUp()
        (self.folder / "runs").symlink_to(self.home / "runs")

    def test_the_newest_model_is_the_default_where_none_is_published(self):
        with self.without_published_models():
            newest = self.analyze("--visits", "20", model=())
        self.assertEqual(newest, self.analyze(model=("--model", "runs/small@20")))
        [other] = self.analyze(model=("--model", "runs/small/models/000000@20"))
        self.assertNotEqual(newest[0]["value"], other["value"])

    def test_batches_do_not_change_what_is_found(self):
        shard = next((self.home / "runs/small/games").glob("*/*.games"))
        model = ("--model", "runs/small@12", "--precision", "f32")
        found = self.analyze(shard, model=model)
        self.assertEqual(self.analyze(shard, "--workers", "1", model=model), found)
        [game, *_] = self.objects("games", shard, "--json")
        moves = " ".join(game["moves"].split()[:9])
        [alone] = self.analyze("--moves", moves, "--position", game["position"], "--in-flight", "1", model=model)
        [same] = [a for a in found if a["game"] == game["id"] and a["ply"] == 9]
        self.assertEqual({key: same[key] for key in alone}, alone)

    def test_a_board_that_is_too_large(self):
        self.assert_fails(1, "fetlar", "analyze", "--model", "runs/small", "--rules", "fetlar")


class Pictures(AnalyzeTest):
    def picture(self, path):
        """Returns the number of elements of a picture by class."""
        root = xml.parse(self.folder / path).getroot()
        self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
        counts = {}
        for element in root.iter():
            counts[element.get("class")] = counts.get(element.get("class"), 0) + 1
        return counts

    def test_a_position(self):
        self.output("analyze", *PLAYOUTS, "--moves", "e2-f2", "--svg", "x.svg")
        counts = self.picture("x.svg")
        self.assertEqual((counts["attacker"], counts["defender"], counts["king"]), (16, 8, 1))
        self.assertEqual(counts["grid marked"], 2)
        self.assertEqual((counts["arrow best"], counts["arrow"]), (1, 2))
        self.assertEqual(counts["attackers-bar"], 1)
        self.assertIn("1. e2-f2", (self.folder / "x.svg").read_text())

    def test_a_game(self):
        king_forgotten = ("--position", "9/7T1/9/9/9/6t2/6K2/9/6t2 d", "--moves", "h8-h7 g1-g2")
        self.output("analyze", *PLAYOUTS, *king_forgotten, "--all", "--svg", "game")
        names = sorted(path.name for path in (self.folder / "game").iterdir())
        self.assertEqual(names, ["000.svg", "001.svg", "002.svg", "values.svg"])
        self.assertNotIn("arrow", self.picture("game/002.svg"))
        self.assertIn("attackers win: king captured", (self.folder / "game/002.svg").read_text())
        values = self.picture("game/values.svg")
        self.assertEqual((values["curve"], values["blunder"]), (1, 1))
        self.assertIn("1. h8-h7 ??", (self.folder / "game/001.svg").read_text())

    def test_many(self):
        lines = [{"moves": "e2-f2", "id": 7}, {"moves": "", "id": 7}, {"position": START}]
        self.output("analyze", *PLAYOUTS, "-", "--svg", "all", input="".join(json.dumps(line) + "\n" for line in lines))
        names = sorted(str(path.relative_to(self.folder / "all")) for path in (self.folder / "all").rglob("*.svg"))
        self.assertEqual(names, ["3.svg", "7-2/000.svg", "7-2/values.svg", "7/000.svg", "7/001.svg", "7/values.svg"])


if __name__ == "__main__":
    unittest.main()
