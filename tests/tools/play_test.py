"""play, with a human player simulated by piped lines."""

import collections
import json
import os
import pathlib
import random
import re
import shlex
import shutil
import subprocess
import unittest

from program import PROGRAM, ROOT, START, ProgramTest


class Play(ProgramTest):
    def play(self, *lines, arguments=("--opponent", "random", "--seed", "5")):
        return self.output("play", *arguments, input="\n".join(lines) + "\n")

    def test_a_move_and_its_answer(self):
        text = self.play("i4-i3", "quit")
        self.assertIn("Tablut, Linnaeus 1732", text)
        self.assertIn("You play the attackers against random.", text)
        self.assertIn("1. Attackers i4-i3", text)
        self.assertRegex(text, r"2\. Defenders [a-i][1-9]-[a-i][1-9]")
        self.assertIn("  3  .  .  .  .  T  .  .  . [t] 3", text)
        self.assertIn("  4  t  .  .  .  T  .  .  . (.) 4", text)

    def test_without_a_model_the_yardstick_plays(self):
        self.assertIn("against alphabeta:4.", self.output("play", "--rules", "copenhagen-13", input="quit\n"))

    def test_other_side_begins(self):
        text = self.play("quit", arguments=("--opponent", "greedy", "--side", "defenders", "--seed", "1"))
        self.assertRegex(text, r"1\. Attackers ")
        self.assertIn("defenders> ", text)

    def test_what_is_typed_wrongly_is_asked_again(self):
        text = self.play("e1-e9", "hello", "hint x", "save", "undo", "", "i4-i3", "quit")
        self.assertIn("'e1-e9' is not legal", text)
        self.assertIn("hello", text)
        self.assertIn("hint: expected a number", text)
        self.assertIn("save: expected a file name", text)
        self.assertIn("no move of yours to take back", text)
        self.assertIn("1. Attackers i4-i3", text)

    def test_undo(self):
        text = self.play("i4-i3", "undo", "i4-i2", "quit")
        boards = text.split("attackers> ")
        self.assertIn("1. Attackers i4-i3", boards[1])
        self.assertIn("  4  t  .  .  .  T  .  .  .  t  4", boards[2])
        self.assertIn("1. Attackers i4-i2", boards[3])

    def test_hint(self):
        text = self.play("hint 50", "quit")
        self.assertRegex(text, r"attackers to move, +\d+\.\d points")
        self.assertRegex(text, r"[a-i][1-9]-[a-i][1-9] +\d+ visits +\d+\.\d % +\d+\.\d points")
        proven = self.play("hint 50", "quit", arguments=(
            "--opponent", "random", "--position", "9/9/9/9/3tT4/9/6K2/9/t8 d"))
        self.assertIn("wins", proven)

    def test_moves(self):
        text = self.play("moves", "quit")
        self.assertEqual(len(re.findall(r"[a-i][1-9]-[a-i][1-9]", text)), 80)

    def test_raichi_and_tuichu_are_called(self):
        arguments = ("--opponent", "random", "--position", "9/9/9/9/4K4/9/9/4T4/t7t d", "--seed", "1")
        text = self.play("e2-d2", "quit", arguments=arguments)
        self.assertIn("Tuichu!", text)
        arguments = ("--opponent", "random", "--position", "4t4/9/9/9/t3KT2t/9/9/4T4/t7t d", "--seed", "1")
        text = self.play("e2-d2", "quit", arguments=arguments)
        self.assertIn("Raichi!", text)

    def test_win(self):
        arguments = ("--opponent", "random", "--position", "9/9/9/9/3tT4/9/6K2/9/t8 d")
        text = self.play("g3-i3", "g3-g1", "quit", arguments=arguments)
        self.assertIn("Defenders win: king escaped.", text)
        self.assertIn("the game is over: undo, new, save FILE or quit", text)

    def test_resign_and_save(self):
        text = self.play("i4-i3", "resign", "save g.jsonl", "save g.otg", "quit")
        self.assertIn("Defenders win: resigned.", text)
        game = json.loads((self.folder / "g.jsonl").read_text())
        self.assertEqual((game["result"], game["reason"]), ("defenders", "resigned"))
        self.assertEqual((game["attackers"], game["defenders"]), ("person", "random"))
        self.assertTrue(game["moves"].startswith("i4-i3 "))
        self.assertIn("[attackers:person]", (self.folder / "g.otg").read_text())

    def test_a_shard_is_not_replaced(self):
        self.write("g.games", "a shard")
        self.assertIn("g.games: .games is the ending of shards", self.play("i4-i3", "save g.games", "quit"))
        self.assertIn("g.pgn: games are not saved in a format of the ending .pgn; expected .otg", self.play("i4-i3", "save g.pgn", "quit"))
        self.assertFalse((self.folder / "g.pgn").exists())
        self.assertEqual((self.folder / "g.games").read_text(), "a shard")

    def test_a_saved_game_is_resumed(self):
        text = self.play("i4-i3", "save g.jsonl", "save g.otg", "quit")
        board = text.split("attackers> ")[1].split("2. Defenders")[1].split("\n", 1)[1]
        for file in ("g.jsonl", "g.otg"):
            resumed = self.play("quit", arguments=("--resume", file, "--opponent", "random"))
            self.assertIn(board, resumed)
        self.assert_fails(1, "nowhere.jsonl", "play", "--resume", "nowhere.jsonl")

    def test_a_command_that_is_printed_can_be_typed(self):
        self.play("save one of linnaeus.jsonl", "quit")
        file = self.folder / "one of linnaeus.jsonl"
        program = os.path.realpath(PROGRAM)
        bin = self.folder / "bin"
        bin.mkdir()
        (bin / "raichi").symlink_to(program)
        other = self.folder / "other"
        other.mkdir()
        self.write("other/raichi", "another program").chmod(0o755)
        near = os.path.dirname(os.path.dirname(program))
        for folder, path, word in [(other, "/usr/bin:/bin", program), (near, "/usr/bin:/bin", os.path.relpath(program, near)),
                                   (os.path.dirname(program), "/usr/bin:/bin", "./" + os.path.basename(program)),
                                   (near, f"{bin}:/usr/bin", "raichi"), (other, f"{other}:{bin}", program)]:
            environment = {**os.environ, "PATH": path}
            done = subprocess.run([program, "play", "--rules", "brandubh", "--opponent", "random"], cwd=folder, env=environment,
                                  input=f"load {file}\nquit\n", capture_output=True, text=True)
            command = re.search("is a game of linnaeus: `(.*)` plays it", done.stdout + done.stderr)[1]
            self.assertEqual(shlex.split(command), [word, "play", "--resume", str(file)])
            typed = subprocess.run(["/bin/sh", "-c", command], cwd=folder, env=environment, input="quit\n", capture_output=True, text=True)
            self.assertIn("Tablut, Linnaeus 1732", typed.stdout, typed.stderr)

    def test_a_resigned_game_is_over_until_that_is_taken_back(self):
        text = self.play("i4-i3", "resign", "save g.jsonl", "undo", "moves i3", "undo", "moves i4", "quit")
        self.assertIn("i3-i2", text.split("saved to")[1])  # the first `undo` takes back the resignation alone
        self.assertIn("i4-i3", text.split("saved to")[1])
        resumed = self.play("moves", "undo", "moves", "quit", arguments=("--resume", "g.jsonl", "--opponent", "random"))
        self.assertIn("Defenders win: resigned.", resumed)
        self.assertIn("game over> the game is over", resumed)
        self.assertRegex(resumed.split("the game is over")[1], "i3-i2")

    def test_why_there_are_no_moves(self):
        text = self.play("e3", "a1", "e9", "quit")
        self.assertIn("there are no legal moves from e9", text)
        self.assertIn("the defender on e3 does not belong to the attackers, who are to move", text)
        self.assertIn("there is no piece on a1", text)

    def test_sides_and_levels_in_other_words(self):
        self.assertIn("You play the defenders", self.play("quit", arguments=("--side", "white", "--opponent", "random")))
        self.assertIn("You play the attackers", self.play("quit", arguments=("--side", "attacker", "--opponent", "random")))

    def test_a_game_by_the_clock_goes_on_with_it(self):
        self.play("i4-i3", "save g.jsonl", "quit", arguments=("--clock", "30s+1s", "--opponent", "models/linnaeus"))
        game = json.loads((self.folder / "g.jsonl").read_text())
        self.assertEqual(game["defenders"], "models/linnaeus")
        text = self.play("quit", arguments=("--resume", "g.jsonl"))
        self.assertRegex(text, r"against models/linnaeus\.[\s\S]*you 0:\d\d, opponent 0:\d\d, attackers> ")
        self.assertIn("you 1:00, opponent 1:00, ", self.play("quit", arguments=("--resume", "g.jsonl", "--clock", "1m")))
        del game["clock"], game["clock_left_ms"]
        self.write("g.jsonl", json.dumps(game))
        text = self.play("level NOVICE", "quit", arguments=("--resume", "g.jsonl"))
        self.assertIn("against models/linnaeus@200.", text)
        self.assertIn("against models/linnaeus@1 at the level novice.", text)

    def test_a_level_replaces_the_limit_of_a_saved_opponent(self):
        self.play("i4-i3", "save g.jsonl", "quit", arguments=("--opponent", "models/linnaeus@12"))
        for option, name in ((("--level", "skilled"), "10 at the level skilled"), (("--visits", "7"), "7"), (("--move-time", "1"), "1sx16")):
            text = self.play("quit", arguments=("--resume", "g.jsonl", *option))
            self.assertIn(f"against models/linnaeus@{name}. ", text)
            self.assert_fails(2, "--opponent models/linnaeus@12: has a limit or random turns of its own",
                              "play", "--opponent", "models/linnaeus@12", *option)

    def test_a_game_begins_at_a_level_that_a_beginner_may_beat(self):
        self.assertIn("against models/linnaeus@1 at the level casual.", self.play("quit", arguments=("--rules", "linnaeus")))
        self.assertIn("against models/linnaeus@200.", self.play("quit", arguments=("--opponent", "models/linnaeus")))
        self.assertIn("against alphabeta:4.", self.play("quit", arguments=("--rules", "alea-evangelii")))

    def test_a_game_goes_on_at_its_level(self):
        for level in "casual", "strong", "champion":
            self.play("i4-i3", "save g.jsonl", "quit", arguments=("--rules", "linnaeus", "--level", level))
            text = self.play("quit", arguments=("--resume", "g.jsonl"))
            self.assertIn(f" at the level {level}. ", text)
            again = self.play("quit", arguments=("--resume", "g.jsonl", "--level", "strong"))
            self.assertIn("against models/linnaeus@25 at the level strong. ", again)

    def test_a_board_that_is_too_large_is_refused_before_the_game(self):
        self.assert_fails(1, "models/linnaeus.*: is for boards up to 9x9, the rules copenhagen need 11x11",
                          "play", "--opponent", "models/linnaeus", "--rules", "copenhagen", input="f1-e1\n")

    @unittest.skipUnless(shutil.which("strace"), "needs strace")
    def test_each_rule_file_is_opened_once(self):
        """However many models and runs are asked whether they know the rules."""
        for name in map(str, range(3)):
            run = self.folder / "runs" / name
            (run / "models/000001").mkdir(parents=True)
            (run / "games").mkdir()
            self.write(run / "config.yaml", "rules: linnaeus\n")
            shutil.copy(ROOT / "models/linnaeus/model.raichi", run / "models/000001")
        for rules, files, listings in (("york", 1, 0), ("copenhagen-13", 100, 0), ("linnaeus+no_moves=draw", 100, 8)):
            trace = ["strace", "-f", "-qq", "-e", "trace=openat", "-o", "trace", PROGRAM, "play", "--rules", rules]
            subprocess.run(trace, cwd=self.folder, input="quit\n", text=True, check=True, capture_output=True)
            opened = re.findall(r'"([^"]*/configs/rules[^"]*)"', (self.folder / "trace").read_text())
            opened = collections.Counter(pathlib.Path(path).name for path in opened)
            self.assertLessEqual(opened.pop("rules", 0), listings, rules)
            self.assertLessEqual(len(opened), files, rules)
            self.assertEqual(set(opened.values()), {1}, f"{rules}: {opened.most_common(3)}")

    def test_the_ending_of_a_file_may_be_in_capitals(self):
        self.play("i4-i3", "save G.OTG", "quit", arguments=("--opponent", "random"))
        self.assertIn("[attackers:person]", (self.folder / "G.OTG").read_text())
        self.assertIn("i4-i3", self.output("replay", "--input", "G.OTG"))
        self.assertIn("3. Attackers", self.play("i3-i4", arguments=("--resume", "G.OTG", "--opponent", "random")))

    def test_folders_are_not_loaded(self):
        self.assertIn(".: expected a file with a game", self.play("load .", "quit"))

    def test_a_clock(self):
        text = self.play("quit", arguments=("--clock", "1m", "--opponent", "random"))
        self.assertIn("you 1:00, opponent 1:00, attackers> ", text)

    def test_the_end_of_the_input_ends_the_session(self):
        self.assertIn("1. Attackers i4-i3", self.output("play", "--opponent", "random", input="i4-i3"))

    def test_a_whole_game(self):
        """The human player types random legal moves until the game is over."""
        rng = random.Random(7)
        with subprocess.Popen([PROGRAM, "play", "--opponent", "random", "--seed", "5"], cwd=self.folder,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as session:
            answer = self.ask(session, None)
            while not answer.endswith("game over> "):
                moves = re.findall(r"[a-i][1-9]-[a-i][1-9]", self.ask(session, "moves"))
                self.assertGreater(len(moves), 0)
                answer = self.ask(session, rng.choice(moves))
            self.assertRegex(answer, r"(Attackers win|Defenders win|Draw): .*\.\n")
            self.ask(session, "save game.jsonl")
            session.communicate("quit\n", timeout=60)
        self.assertEqual(session.returncode, 0)
        game = json.loads((self.folder / "game.jsonl").read_text())
        self.assertEqual(game["position"], START)
        self.assertIsNotNone(game["result"])
        self.assertIn("1 game agrees", self.output("replay", "--input", "game.jsonl", "--check"))

    def ask(self, session, line):
        """Types a line, if any, and reads up to the next prompt. Returns what it read."""
        if line is not None:
            session.stdin.write(line + "\n")
            session.stdin.flush()
        answer = ""
        while not answer.endswith(("attackers> ", "defenders> ", "game over> ")):
            sign = session.stdout.read(1)
            self.assertNotEqual(sign, "", "the session ended")
            answer += sign
        return answer

    def test_bad_input(self):
        self.assert_fails(2, "player 'x': expected random", "play", "--opponent", "x")
        self.assert_fails(2, "--side: side 'red' is unknown; expected one of attackers, defenders", "play", "--side", "red")
        self.assert_fails(2, "--visits", "play", "--visits", "0")
        self.assert_fails(2, "level 'foo': expected one of beginner, ", "play", "--level", "foo")
        for option, value in (("--level", "casual"), ("--visits", "5"), ("--move-time", "1")):
            self.assert_fails(2, f"{option}: the opponent random is no model", "play", option, value, "--opponent", "random")
        (self.folder / "begun/games").mkdir(parents=True)
        self.write("begun/config.yaml", "")
        self.assert_fails(2, "this run has no model yet", "play", "--opponent", "begun")
        self.assert_fails(2, "player 'greedy:3': greedy has no number", "play", "--opponent", "greedy:3")
        self.assert_fails(2, "there is no such model, did you mean 'models/linnaeus'", "play", "--opponent", "linnaeus")


if __name__ == "__main__":
    unittest.main()
