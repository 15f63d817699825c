"""engine --protocol uci: whole games, options, limits and invalid commands."""

import random
import re
import time
import unittest

from engine_case import EngineCase
from program import START
from tafl_judge import Judge

# Of a model that was not taught the moves left.
INFO = re.compile(
    r"info depth \d+ multipv (\d+) nodes (\d+) nps \d+ time \d+ score (?:cp|mate) -?\d+ wdl (\d+) (\d+) (\d+) "
    r"value -?\d\.\d{3} pv ([a-i][1-9]-[a-i][1-9])( [a-i][1-9]-[a-i][1-9])*$")


NEWS = re.compile(r"info string \S+ plays \S+(, which it was not trained on)?$")


class Uci(EngineCase):
    def uci(self, *arguments):
        return self.drive("uci", "--model", self.model, *arguments)

    def script(self, *lines, model=None):
        """Returns the answers to a script of commands without the lines that report which player is playing."""
        return [line for line in self.lines("engine", "--protocol", "uci", "--model", model or self.model,
                                            input="\n".join(lines) + "\n")
                if not NEWS.match(line)]

    def test_it_says_what_it_is(self):
        lines = self.script("uci")
        self.assertRegex(lines[0], r"^id name Raichi \d+\.\d+\.\d+$")
        for option in ["Rules type string default linnaeus", "Model type string default ", "MultiPV type spin",
                       "Visits type spin", "Threads type spin", "MoveOverhead type spin default 100",
                       "Ponder type check default false"]:
            self.assertTrue(any(line.startswith("option name " + option) for line in lines), option)
        self.assertEqual(lines[-1], "uciok")

    def play_game(self, engine, judge, own, rng, go="go nodes 8", plies=400):
        """Plays a game with the engine on the sides in `own` and random moves on the others."""
        engine.ask("isready", "readyok")
        while judge.result is None and len(judge.played) < plies:
            if judge.to_move in own:
                engine.send("position startpos" + (" moves " if judge.played else "") + " ".join(judge.played))
                judge.play(engine.ask(go, "bestmove ").split()[1])
            else:
                judge.play(rng.choice(judge.moves()))

    def check_game(self, judge, rules):
        """Checks that the program agrees with the judge about the game."""
        last = self.objects("replay", "--rules", rules, "--moves", " ".join(judge.played), "--json")[-1]
        self.assertEqual(last["result"], judge.result)
        self.assertEqual(last["position"], f"{judge.squares()} {judge.to_move}")

    def test_whole_games_of_both_sides(self):
        engine = self.uci("--rules", "ashton-bologna")
        for own in ("a", "d"):
            judge = Judge(camps=True)
            engine.send("ucinewgame")
            self.play_game(engine, judge, own, random.Random(3))
            self.assertIsNotNone(judge.result)
            self.check_game(judge, "ashton-bologna")
        self.assertEqual(engine.quit("quit"), (0, []))

    def test_a_whole_game_against_itself_in_time_trouble(self):
        engine = self.uci("--rules", "ashton-bologna")
        judge = Judge(camps=True)
        self.play_game(engine, judge, "ad", None, go="go wtime 20 btime 5 winc 0 binc 0", plies=150)
        self.assertGreater(len(judge.played), 3)

    def test_a_clock_that_has_run_out_still_gets_a_move(self):
        for go in ["go wtime 0 btime 0", "go btime -50 wtime 1", "go movetime 0", "go movetime 1"]:
            self.assertRegex(self.script("position startpos", go)[-1], "^bestmove [a-i][1-9]-[a-i][1-9]")

    def test_a_win_at_once_is_found_without_time(self):
        lines = self.script("position fen 9/9/9/9/3tT4/9/6K2/9/t8 d", "go wtime 0 btime 0")
        self.assertRegex(lines[-1], "^bestmove g3-(a3|i3|g1|g9)$")

    def test_who_plays(self):
        lines = self.lines("engine", "--protocol", "uci", "--model", self.model, input="\n".join([
            "isready", "setoption name Threads value 1", "go nodes 2", "setoption name Model value random", "setoption name Rules value brandubh",
            "isready", "setoption name Model value", "setoption name Rules value fetlar-13", "isready", "isready"]))
        self.assertEqual([line for line in lines if NEWS.match(line)], [
            f"info string {self.model} plays linnaeus, which it was not trained on",
            "info string random plays brandubh", "info string alphabeta:32 plays fetlar-13"])

    def test_info(self):
        lines = self.script("setoption name MultiPV value 3", "go nodes 60")
        found = [INFO.match(line) for line in lines[:-1]]
        self.assertEqual([match and match[1] for match in found], ["1", "2", "3"])
        for match in found:
            self.assertEqual(match[2], "60")
            self.assertEqual(sum(int(match[i]) for i in (3, 4, 5)), 1000)
        self.assertEqual(len({match[6] for match in found}), 3)
        self.assertTrue(lines[-1].startswith("bestmove " + found[0][6]))

    def test_an_engine_that_cannot_play_still_answers(self):
        lines = self.lines("engine", "--protocol", "uci", "--model", self.model, "--rules", "copenhagen", input="go nodes 2\nquit\n")
        self.assertIn("bestmove none", lines)
        self.assertTrue(any("is for boards up to" in line for line in lines), lines)

    def test_control_characters_are_not_sent_back(self):
        self.assertNotIn("\x1b", "".join(self.lines("engine", "--protocol", "uci", input="\x1b[31m\nquit\n")))

    def test_case_of_names_does_not_matter(self):
        lines = self.script("setoption name multipv value 3", "go nodes 60")
        self.assertEqual(sum("multipv 3" in line for line in lines), 1)

    def test_proven_wins_are_mates(self):
        lines = self.script("position fen 9/9/9/9/3tT4/9/6K2/9/t8 d", "go nodes 50")
        self.assertIn("score mate 1 wdl 1000 0 0 value 1.000", lines[0])

    def test_who_asks_whether_it_is_ready_is_answered(self):
        """Holds even if the model cannot play the rules because it is for smaller boards."""
        lines = self.script("setoption name Rules value copenhagen", "isready",
                            "setoption name Rules value linnaeus", "isready")
        self.assertEqual(lines[1:], ["readyok", "readyok"])
        self.assertRegex(lines[0], "^info string error: .* copenhagen need 11x11$")

    def test_stop_ends_what_has_no_end(self):
        engine = self.uci()
        engine.send("go infinite")
        engine.until("info depth")  # the engine reports while it thinks
        self.assertEqual(engine.ask("isready", "readyok"), "readyok")
        self.assertIn("stop first", engine.ask("position startpos", "info string error"))
        self.assertRegex(engine.ask("stop", "bestmove"), "^bestmove [a-i][1-9]-[a-i][1-9] ponder ")
        self.assertEqual(engine.quit("stop")[0], 0)

    def test_a_proven_position_waits_for_stop(self):
        engine = self.uci()
        engine.send("position fen 9/9/9/9/3tT4/9/6K2/9/t8 d", "go infinite")
        self.assertEqual(engine.ask("isready", "readyok"), "readyok")
        self.assertRegex(engine.ask("stop", "bestmove"), "^bestmove g3-")

    def test_without_a_model_it_searches_until_its_time_is_over(self):
        engine = self.drive("uci", "--rules", "fetlar-13", "--move-time", "0.2")
        engine.ask("isready", "readyok")
        engine.send("position startpos")
        for go, least in (("go nodes 9", 0.1), ("go movetime 2000", 1), ("go", 0.1)):
            start = time.monotonic()
            self.assertRegex(engine.ask(go, "bestmove"), "^bestmove [a-m]")
            self.assertGreater(time.monotonic() - start, least)
        for end in ("stop", "ponderhit"):
            engine.send("go ponder movetime 300")
            self.assertRegex(engine.ask(end, "bestmove"), "^bestmove [a-m]")
        engine.send("go infinite")
        engine.ask("isready", "readyok")
        self.assertEqual(engine.quit("stop")[0], 0)

    def test_pondering_ends_by_ponderhit(self):
        engine = self.uci()
        engine.send("position startpos moves i4-i3 e7-g7", "go ponder nodes 20")
        engine.until("info depth")
        engine.send("ponderhit")
        self.assertRegex(engine.until("bestmove")[-1], "^bestmove [a-i][1-9]-[a-i][1-9]")

    def test_movetime_is_kept(self):
        engine = self.uci()
        engine.ask("isready", "readyok")
        start = time.monotonic()
        engine.ask("go movetime 2000", "bestmove")
        self.assertGreater(time.monotonic() - start, 0.3)

    def test_rules_are_an_option(self):
        lines = self.script("setoption name Rules value brandubh", "go nodes 4", "position startpos moves d1-c1",
                            "setoption name Rules value nope", "setoption name Rules value tawlbwrdd", "go nodes 4")
        self.assertRegex(lines[1], "^bestmove [a-g][1-7]-[a-g][1-7]")
        self.assertTrue(any("rules 'nope'" in line for line in lines), lines)
        self.assertRegex(lines[-2], "^info string error: .*is for boards up to 9x9")
        self.assertEqual(lines[-1], "bestmove none")

    def test_a_large_board_may_have_the_name_of_a_small_one(self):
        [shown] = self.objects("rules", "alea-evangelii+first=attackers", "--json")
        file = self.write("large.yaml", re.sub("^name: .*", "name: linnaeus", shown["yaml"], flags=re.MULTILINE))
        for option, command in (["--rules", file], "isready"), ([], f"setoption name Rules value {file}"):
            lines = self.lines("engine", "--protocol", "uci", *option, input=f"{command}\ngo movetime 100\n")
            [news] = [line for line in lines if NEWS.match(line)]
            self.assertRegex(news, "^info string alphabeta:32 plays linnaeus-[0-9a-f]{8}$")
            self.assertRegex(lines[-1], r"^bestmove [a-s]\d+-[a-s]\d+")

    def test_players_that_do_not_search(self):
        for model in ["random", "greedy", "alphabeta:2", "playouts:20"]:
            lines = self.script(f"setoption name Model value {model}", "go movetime 20000")
            self.assertRegex(lines[-1], "^bestmove [a-i][1-9]-[a-i][1-9]")

    def test_a_deep_yardstick_keeps_to_its_time(self):
        """A search to its full depth would take hours."""
        lines = self.script("go movetime 300", model="alphabeta:30")
        self.assertRegex(lines[-1], "^bestmove [a-i][1-9]-[a-i][1-9]")
        lines = self.script("go movetime 300", "go movetime 300", "quit", model="alphabeta:30")
        self.assertEqual(len([line for line in lines if line.startswith("bestmove")]), 1)
        engine = self.drive("uci", "--model", "alphabeta:30")
        engine.send("go infinite")
        self.assertRegex(engine.ask("stop", "bestmove"), "^bestmove [a-i][1-9]-[a-i][1-9]")

    def test_what_is_wrong_is_named_and_changes_nothing(self):
        wrong = {
            "position startpos moves e1-e9": "'e1-e9' is not legal",
            "position startpos moves i4-i3 zz": "'zz'",
            "position fen 9/9 a": "ranks",
            "position": "expected startpos or fen",
            "position startpos move i4-i3": "expected moves",
            "setoption name Nope value 3": "unknown option 'Nope'",
            "setoption MultiPV": "expected name NAME value VALUE",
            "setoption name MultiPV value 0": "expected a number from 1",
            "setoption name Ponder value yes": "expected true or false",
            "setoption name Model value nowhere": "player 'nowhere'",
            "go nodes x": "expected a number",
            "go movetime": "expected a number",
            "hello": "unknown command 'hello'",
            "x" * 1_500_000: "a line of more than a megabyte",
            "\0\1\2": "unknown command",
        }
        lines = self.script("position startpos moves i4-i3", *wrong, "d", "position startpos moves i4-i3", "go nodes 4")
        self.assertIn(f"position fen {START} moves i4-i3", lines)
        errors = [line for line in lines if line.startswith("info string error")]
        self.assertEqual(len(errors), len(wrong), errors)
        for line, what in zip(errors, wrong.values()):
            self.assertIn(what, line)
        moves = self.lines("moves", "--position", START.replace("t3T3t/4T4", "t3T4/4T3t")[:-1] + "d")
        self.assertIn(lines[-1].split()[1], [move.split("x")[0] for move in moves])

    def test_each_go_is_answered_by_a_move(self):
        """Even if its limits are wrong: the other side would wait for ever."""
        engine = self.uci("--visits", "2", "--move-time", "0.05")
        for go in ("go nodes 0", "go nodes x", "go movetime", "go wtime x btime 1.5", "go movestogo -1", "go nodes -3 nodes 2"):
            self.assertRegex(engine.ask(go, "bestmove"), "^bestmove [a-i][1-9]-[a-i][1-9]", go)

    def test_names_of_models_that_no_file_can_have(self):
        """A circle of links, a name that is too long, a folder that may not be entered."""
        (self.folder / "circle").symlink_to("circle")
        (self.folder / "closed/model").mkdir(parents=True)
        (self.folder / "closed").chmod(0)
        self.addCleanup((self.folder / "closed").chmod, 0o700)
        names = ["circle", "x" * 256, "y/" * 3000, "models/" + "z" * 300, "circle/model", "/dev/null/model", "closed/model", "\x01",
                 "configs/" + "w" * 300, "x" * 256 + "@20"]
        lines = self.script(*[f"setoption name {option} value {name}" for name in names for option in ("Model", "Rules")], "go nodes 2")
        self.assertEqual(sum(line.startswith("info string error: ") for line in lines), 2 * len(names), lines)
        self.assertRegex(lines[-1], "^bestmove [a-i][1-9]-[a-i][1-9]")

    def test_it_survives_nonsense(self):
        engine = self.uci("--visits", "2")
        words = ["go", "nodes", "movetime", "wtime", "binc", "movestogo", "position", "startpos", "fen", "moves", START,
                 "setoption", "name", "value", "MultiPV", "Ponder", "Visits", "Rules", "stop", "ponderhit", "ucinewgame"]
        engine.send(*self.nonsense(words), "stop", "position startpos")
        self.assertRegex(engine.ask("isready", "readyok"), "readyok")
        self.assertRegex(engine.ask("go nodes 2", "bestmove"), "^bestmove [a-i][1-9]-[a-i][1-9]")

    def test_unknown_limits_are_passed_over(self):
        lines = self.script("go depth 4 nodes 5")
        self.assertEqual(lines[0], "info string error: go: 'depth' is ignored")
        self.assertEqual([line for line in lines if "error" in line], lines[:1])  # the value belongs to the limit
        self.assertTrue(lines[-1].startswith("bestmove "))
        lines = self.script("go searchmoves a4-b4 a4-c4 nodes 5")
        self.assertEqual([line for line in lines if "error" in line], ["info string error: go: 'searchmoves' is ignored"])
        self.assertRegex(lines[-2], r"\bnodes 5\b")

    def test_it_does_not_play_from_a_position_before_a_refused_one(self):
        refused = ["position startpos moves i4-i3", "position startpos moves zz", "go nodes 4"]
        self.assertEqual(self.script(*refused)[1:], ["info string error: go: the last position was refused", "bestmove none"])
        for good in "position startpos", "ucinewgame", "setoption name Rules value brandubh":
            self.assertRegex(self.script(*refused, good, "go nodes 4")[-1], "^bestmove [a-i][1-9]-[a-i][1-9]", good)

    def test_what_it_says_of_the_position(self):
        end = "9/9/9/9/3tT4/9/6K2/9/t8"
        lines = self.script("result", "moves", f"position fen {end} d moves g3-i3", "d", "moves", "result")
        self.assertEqual(lines[0], "result ongoing")
        moves = self.lines("moves")
        self.assertEqual(sorted(lines[1].split()[1:]), sorted(move.split("x")[0] for move in moves))
        self.assertEqual(lines[2:], [f"position fen {end} d moves g3-i3", "info string now 9/9/9/9/3tT4/9/8K/9/t8 a",
                                     "moves", "result defenders", "info string defenders win: king escaped"])

    def test_a_game_that_is_over(self):
        lines = self.script("position fen 9/9/9/9/3tT4/9/6K2/9/t8 d moves g3-i3", "go nodes 5")
        self.assertEqual(lines, ["info string the game is over: defenders win: king escaped", "bestmove none"])

    def test_the_end_of_the_input_ends_it(self):
        engine = self.uci()
        engine.send("go infinite")
        status, rest = engine.quit()
        self.assertEqual(status, 0)
        self.assertTrue(rest[-1].startswith("bestmove "))

    def test_bad_use(self):
        self.assert_fails(2, "--protocol", "engine")
        self.assert_fails(2, "--protocol", "engine", "--protocol", "xboard")
        self.assert_fails(2, "player 'x'", "engine", "--protocol", "uci", "--model", "x")
        self.assert_fails(2, "--port is only for --protocol bologna", "engine", "--protocol", "uci", "--port", "80")
        self.assert_fails(2, "--ponder is only for --protocol otep or bologna", "engine", "--protocol", "uci", "--ponder")
        self.assert_fails(2, "--overhead is only for --protocol uci or otep", "engine", "--protocol", "bologna", "--side", "white", "--overhead", "5")
        self.assert_fails(2, "rules 'x'", "engine", "--protocol", "uci", "--rules", "x")


if __name__ == "__main__":
    unittest.main()
