"""engine --protocol otep: games against a host that plays OpenTafl's side of the protocol."""

import configparser
import os
import random
import re
import subprocess
import unittest

from engine_case import PATIENCE, EngineCase
from program import PROGRAM, ROOT
from tafl_judge import Judge

# OpenTafl's own Tablut.
TABLUT = ("dim:9 name:Tablut esc:e atkf:y ks:c nj:n cor: cens: cenh: "
          "start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/")
SIDES = {"a": "attackers", "d": "defenders"}
MOVE = r"[a-i][1-9]-[a-i][1-9]"


def record(judge):
    """Returns the board in OpenTafl's format: a1 first, with a slash at the start and the end."""
    return "/" + "/".join(reversed(judge.squares().split("/"))) + "/"


class Host:
    """Plays one game as OpenTafl does, with the engine on one side and random moves on the other."""

    def __init__(self, engine, own, seed, clock=None):
        self.engine, self.own, self.clock = engine, own, clock
        self.judge = Judge(camps=False)
        self.rng = random.Random(seed)

    def play(self, plies=400):
        self.engine.send(f"rules {TABLUT}", "start")
        judge, opponent = self.judge, ""
        while judge.result is None and len(judge.played) < plies:
            if judge.to_move == self.own:
                judge.play(self.ask(opponent))
                self.engine.send(f"move {record(judge)}")
            else:
                opponent = self.rng.choice(judge.moves())
                judge.play(opponent)
        self.engine.send("finish " + {None: "0", "draw": "1", "attackers": "2", "defenders": "3"}[judge.result])

    def ask(self, opponent):
        """Asks for the engine's move as OpenTafl does and returns it."""
        if opponent:
            self.engine.send(f"opponent-move {opponent} {record(self.judge)}")
        if self.clock:
            self.engine.send(f"clock {self.clock} ")
        return self.engine.ask(f"play {SIDES[self.own]}", "move ").split()[1]


class Otep(EngineCase):
    def otep(self, *arguments):
        engine = self.drive("otep", "--model", self.model, *arguments)
        engine.until("hello")
        return engine

    def start(self, *lines, visits=8):
        """Returns an engine that has been given a game to play."""
        engine = self.otep("--visits", visits)
        engine.send(f"rules {TABLUT}", *lines)
        return engine

    def check_game(self, judge):
        self.write("tablut.yaml", self.output("rules", "--from-opentafl", TABLUT))
        last = self.objects("replay", "--rules", "tablut.yaml", "--moves", " ".join(judge.played), "--json")[-1]
        self.assertEqual((last["result"], last["position"]), (judge.result, f"{judge.squares()} {judge.to_move}"))

    def test_whole_games_of_both_sides(self):
        engine = self.otep("--visits", "8")
        for own in "ad":
            host = Host(engine, own, seed=5)
            host.play()
            self.assertIsNotNone(host.judge.result)
            self.check_game(host.judge)
        status, rest = engine.quit("goodbye")
        self.assertEqual(status, 0)
        self.assertEqual([line for line in rest if line.startswith("error")], [])

    def test_a_whole_game_while_it_ponders(self):
        host = Host(self.otep("--visits", "8", "--ponder"), "d", seed=6)
        host.play()
        self.assertIsNotNone(host.judge.result)

    def test_time_trouble(self):
        for clock in ["200 200 0 0 0", "0 0 0 0 0", "150* 150* 1 1 1", "-1 30* 30 2 2"]:
            host = Host(self.otep(), "d", seed=7, clock=clock)
            host.play(plies=12)
            self.assertGreaterEqual(len(host.judge.played), 5)

    def test_a_clock_that_comes_after_play(self):
        engine = self.otep("--move-time", "3600")
        engine.send(f"rules {TABLUT}", "play attackers")
        self.assertRegex(engine.ask("clock 100* 100* 1 1 1", "move "), f"^move {MOVE}$")

    def test_a_refused_move_is_not_sent_again(self):
        engine = self.start()
        moves = [engine.ask("play attackers", "move ")]
        for _ in range(5):
            engine.send("error 2", f"opponent-move e1-e2 {record(Judge(camps=False))}")
            moves.append(engine.ask("play attackers", "move "))
        self.assertEqual(len(set(moves)), 6, moves)

    def test_an_error_that_is_about_no_move_is_passed_over(self):
        engine = self.start("error 3 what")
        self.assertEqual(engine.until("status ignored")[-1],
                         "status ignored, because it does not concern our last move: error 3 what")
        self.assertRegex(engine.ask("play attackers", "move "), f"^move {MOVE}$")

    def test_the_host_is_right_about_the_board(self):
        """If the host plays a move that Raichi considers illegal, the game goes on from the host's board."""
        judge = Judge(camps=False)
        engine = self.start()
        judge.play(engine.ask("play attackers", "move ").split()[1])
        del judge.board[(5, 7)]
        engine.send(f"opponent-move e7-e8 {record(judge)}")
        judge.to_move = "a"
        self.assertIn(engine.ask("play attackers", "move ").split()[1], judge.moves())

    def test_a_side_that_changes_while_it_thinks(self):
        engine = self.otep("--move-time", "3600")
        engine.send(f"rules {TABLUT}", "play attackers", "side defenders", "clock 100 100 1 1 1")
        self.assertRegex(engine.ask("play defenders", "move "), f"^move {MOVE}$")
        self.assertEqual(engine.quit("goodbye")[0], 0)

    def test_opponents_moves_without_a_position(self):
        judge = Judge(camps=False)
        engine = self.start("opponent-move i4-i3")
        judge.play("i4-i3")
        self.assertIn(engine.ask("play defenders", "move ").split()[1], judge.moves())
        self.assertIn("not legal", engine.ask("opponent-move a9-a8", "error 0"))

    def test_analysis(self):
        engine = self.start(visits=64)
        answer = engine.ask("analyze 4 20", "analysis ")
        self.assertRegex(answer, rf"^analysis 4( {MOVE}(\|{MOVE})* -?\d+){{4}}$")
        judge = Judge(camps=False)
        judge.board = {(1, 1): "t", (4, 5): "t", (7, 3): "K", (5, 5): "T"}
        engine.send(f"position {record(judge)}", "side defenders")
        self.assertRegex(engine.ask("analyze 3 20", "analysis "), "^analysis 1 g3-(a3|i3|g1|g9) -5000$")
        self.assertRegex(self.start().ask("analyze 3 0", "analysis "), rf"^analysis 1 {MOVE} 0$")

    def test_rules_that_are_not_ours_are_refused(self):
        engine = self.otep()
        for extra, why in [("ber:m", "ber: "), ("kj:y", "kj: "), ("nonsense:3", "nonsense: unknown key"),
                           ("dim:4", "dim:4: expected a board size"), ("bogus:1", "bogus: unknown key"),
                           ("esc:x", "esc")]:
            answer = engine.ask(f"rules {extra} {TABLUT}" if "dim" not in extra else "rules dim:4", "error ")
            self.assertRegex(answer, f"^error -1 rules.*{why}")
            self.assertRegex(engine.ask("play attackers", "error"), "^error 0 play: no playable rules")
        self.assertRegex(engine.ask("rules bogus:1", "error"), r"dim:\(none\): expected a board size")
        self.assertRegex(engine.ask("rules dim:11 start:" + "/11" * 5 + "/5K5" + "/11" * 5 + "/", "error"), "^error -1")
        engine.send(f"rules tfr:w {TABLUT}")
        self.assertIn("tfr", engine.until("status rules: ")[-1])
        self.assertRegex(engine.ask("clock 0 0 0 0 0\nplay attackers", "move "), f"^move {MOVE}$")

    def test_what_is_wrong_is_named(self):
        engine = self.start()
        for line, what in [("what", "unknown command 'what'"), ("play us", "'us'"), ("side", "''"),
                           ("clock soon later", "'soon'"), ("analyze 0 3", "analyze '0 3'"), ("analyze", "analyze ''"),
                           ("position /9/", "ranks"), ("position x", "position"), ("opponent-move", "move"),
                           ("opponent-move i4-i3 /8/", "ranks")]:
            self.assertIn(what, engine.ask(line, "error 0 "))
        self.assertRegex(engine.ask("play attackers", "move "), f"^move {MOVE}$")

    def test_it_survives_nonsense(self):
        engine = self.start()
        words = ["rules", TABLUT, "position", "/9/9/", record(Judge(camps=False)), "side", "attackers", "clock", "play",
                 "move", "opponent-move", "error", "finish", "start", "hello", "analyze 1"]
        engine.send(*self.nonsense(words), "finish 0", f"rules {TABLUT}")
        engine.until("error")
        self.assertRegex(engine.ask("clock -1 -1 0 0 0\nplay attackers", "move "), f"^move {MOVE}$")
        self.assertEqual(engine.quit("goodbye")[0], 0)

    def test_finish_and_the_end_of_the_input_end_thinking(self):
        engine = self.otep("--move-time", "3600")
        engine.send(f"rules {TABLUT}", "play attackers", "finish 0", "goodbye")
        status, rest = engine.quit()
        self.assertEqual((status, [line for line in rest if re.match("move|error", line)]), (0, []))
        engine = self.otep("--visits", "8", "--ponder")
        engine.send(f"rules {TABLUT}", "play attackers")
        self.assertEqual(engine.quit()[0], 0)

    def test_the_sample_ini_starts_it(self):
        ini = configparser.ConfigParser()
        ini.read(ROOT / "configs/engines/opentafl.ini")
        engine = ini["engine"]
        self.assertEqual((engine["filename"], engine["command"]), ("build/release/tools/raichi",) * 2)
        lines = self.lines(*engine["arguments"].split(), input="goodbye\n")
        self.assertEqual(lines[0], "hello")
        self.assertRegex(lines[1], r"^status \S+ plays linnaeus$")
        self.assertEqual(len(lines), 2)

    def test_without_a_model_the_one_of_the_nearest_rules_plays(self):
        eleven = "name:Eleven dim:11 esc:e atkf:y start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/"
        engine = self.drive("otep", "--visits", "8")
        engine.until("status")
        for rules, news in [(eleven, "alphabeta:32 plays Eleven"),
                            (TABLUT.replace("atkf:y", "atkf:n"), "alphabeta:32 plays Tablut"),
                            (TABLUT, "models/tafl-9 plays tablut-opentafl"),
                            (TABLUT.replace("cens:", "cens: cenp:"), "models/tafl-9 plays Tablut; it was trained on cartier, the nearest rules")]:
            self.assertEqual(engine.ask(f"rules {rules}", "status"), f"status {news}")
        self.assertRegex(engine.ask("play attackers", "move "), f"^move {MOVE}$")

    def test_what_does_not_search_does_not_ponder(self):
        engine = self.drive("otep", "--model", "alphabeta:30", "--move-time", "0.1", "--ponder")
        engine.send(f"rules {TABLUT}")
        self.assertRegex(engine.ask("play attackers", "move "), f"^move {MOVE}$")
        self.assertEqual(engine.quit("goodbye")[0], 0)

    def test_a_host_that_is_gone(self):
        unread, output = os.pipe()
        engine = subprocess.Popen([PROGRAM, "engine", "--protocol", "otep", "--model", "random"], text=True,
                                  cwd=self.folder, stdin=subprocess.PIPE, stdout=output, stderr=subprocess.PIPE)
        os.close(unread)
        os.close(output)
        _, err = engine.communicate("what\n" * 3, timeout=PATIENCE)
        self.assertEqual((engine.returncode, err), (1, "raichi: standard output: cannot write\n"))


if __name__ == "__main__":
    unittest.main()
