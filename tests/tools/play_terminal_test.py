"""play on a terminal: editing, history, completion and the unfinished game."""

import ctypes
import json
import os
import pty
import re
import select
import signal
import termios
import time
import unittest

from program import PROGRAM, ProgramTest

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]")
LIMIT = 60  # seconds for an answer


def has_libedit():
    try:
        ctypes.CDLL("libedit.so.2")
        return True
    except OSError:
        return False


class Terminal:
    """`raichi play` on a pseudo-terminal."""

    def __init__(self, test, *arguments):
        self.test = test
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            os.chdir(test.folder)
            environment = {**os.environ, "TERM": "xterm", "XDG_STATE_HOME": str(test.folder / "state"),
                           "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
            os.execve(PROGRAM, [PROGRAM, "play", *arguments], environment)
        test.addCleanup(self.end)

    def end(self):
        if self.process:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
            self.process = 0
        os.close(self.descriptor)

    def edits(self):
        """Says whether the program reads single keys, where libedit makes it do so."""
        return not has_libedit() or not termios.tcgetattr(self.descriptor)[3] & termios.ICANON

    def type(self, text):
        """Types as soon as the program reads keys: libedit writes its prompt earlier, and Ctrl-D would be lost."""
        end = time.monotonic() + LIMIT
        while not self.edits():
            self.test.assertLess(time.monotonic(), end, "the program does not read keys")
            time.sleep(0.001)
        os.write(self.descriptor, text.encode())

    def read(self, pattern):
        """Reads up to the first match of the pattern and returns everything read."""
        text, end = "", time.monotonic() + LIMIT
        while not re.search(pattern, text):
            ready, _, _ = select.select([self.descriptor], [], [], max(0, end - time.monotonic()))
            if not ready:
                self.test.fail(f"expected {pattern!r} in {text!r}")
            try:
                text += ESCAPES.sub("", os.read(self.descriptor, 65536).decode(errors="replace"))
            except OSError:
                self.test.fail(f"expected {pattern!r} in {text!r}, and the program ended")
        return text

    def wait(self):
        """Waits for the end of the program and returns its status, as os.waitpid gives it. `rest` is what it printed."""
        end, self.rest = time.monotonic() + LIMIT, ""
        while time.monotonic() < end:
            try:
                if select.select([self.descriptor], [], [], 0.1)[0]:
                    self.rest += os.read(self.descriptor, 65536).decode(errors="replace")
            except OSError:
                pass
            process, status = os.waitpid(self.process, os.WNOHANG)
            if process:
                self.process = 0
                return status
        self.test.fail("the program did not end")


class PlayTerminal(ProgramTest):
    def play(self, *arguments):
        return Terminal(self, "--opponent", "random", "--seed", "5", *arguments)

    def leave_a_game(self, last_words):
        """Plays a turn against `random`, then ends the program by typing `last_words`."""
        play = self.play()
        play.read("attackers> $")
        play.type("i4-i3\r")
        play.read(r"2\. Defenders[\s\S]*attackers> $")
        play.type(last_words)
        self.assertEqual(play.wait(), 0)

    @unittest.skipUnless(has_libedit(), "libedit is not installed")
    def test_lines_are_edited_and_remembered(self):
        play = self.play()
        play.read("attackers> $")
        play.type("i4-i2\x7f3\r")  # backspace, then 3
        play.read(r"1\. Attackers i4-i3[\s\S]*attackers> $")
        play.type("undo\r")
        play.read("attackers> $")
        play.type("\x1b[A\x1b[A\r")  # up twice: the line before the last
        play.read(r"1\. Attackers i4-i3")

    @unittest.skipUnless(has_libedit(), "libedit is not installed")
    def test_tab_completes_words_and_moves(self):
        play = self.play()
        play.read("attackers> $")
        play.type("i4-i\t")
        play.type("2\t\r")
        play.read(r"1\. Attackers i4-i2[\s\S]*attackers> $")
        play.type("res\t\r")
        play.read("Defenders win: resigned")

    def test_an_unfinished_game_is_offered_again(self):
        play = self.play()
        play.read("attackers> $")
        play.type("i4-i3\r")
        play.read(r"2\. Defenders[\s\S]*attackers> $")
        play.type("quit\r")
        play.read("The game is kept; the next `raichi play` offers to go on with it")
        self.assertEqual(play.wait(), 0)
        self.assertNotIn("Go on", Terminal(self, "--opponent", "runs/nope").read("there is no such model"))
        kept = json.loads((self.folder / "state/raichi/unfinished.jsonl").read_text())
        self.assertTrue(kept["moves"].startswith("i4-i3 "))
        again = Terminal(self, "--side", "defenders")
        again.read(r"Your game of linnaeus against random is unfinished after 2 moves\. You would play the defenders\.")
        again.type("\r")
        again.read(r"against random[\s\S]*defenders> $")
        again.type("resign\r")
        again.read("game over> $")
        again.type("quit\r")
        self.assertEqual(again.wait(), 0)
        self.assertFalse((self.folder / "state/raichi/unfinished.jsonl").exists())

    def test_a_declined_game_is_forgotten(self):
        self.leave_a_game("\x04")
        again = Terminal(self, "--opponent", "greedy", "--side", "attackers")
        again.read(r"unfinished after 2 moves\. It would go on against greedy\.[\s\S]*\(n deletes it\)\? \[Y/n\] $")
        again.type("maybe\r")  # asks again
        again.read(r"\(n deletes it\)\? \[Y/n\] $")
        again.type("n\r")
        again.read(r"attackers> $")
        self.assertFalse((self.folder / "state/raichi/unfinished.jsonl").exists())

    def test_another_game_does_not_replace_the_unfinished_one(self):
        self.leave_a_game("quit\r")
        unfinished, aside = (self.folder / "state/raichi" / name for name in ("unfinished.jsonl", "unfinished-1.jsonl"))
        game = unfinished.read_text()
        wrong = Terminal(self, "--rules", "brandubh", "--opponent", "runs/nope")
        wrong.read("there is no such model")
        again = Terminal(self, "--resume", str(unfinished), "--opponent", "random")
        again.read("attackers> $")
        again.type("\x04")
        self.assertEqual(again.wait(), 0)
        self.assertEqual(unfinished.read_text(), game)
        other = Terminal(self, "--rules", "brandubh", "--opponent", "random", "--side", "attackers")
        other.read(r"set aside; --resume \S*unfinished-1\.jsonl goes on with it[\s\S]*attackers> $")
        self.assertEqual(aside.read_text(), game)
        self.assertFalse(unfinished.exists())

    def test_only_a_game_that_was_written_is_said_to_be_kept(self):
        self.write("game.jsonl", '{"rules": "linnaeus", "moves": "i4-i3"}\n')
        play = self.play("--resume", "game.jsonl", "--side", "defenders")
        play.read("defenders> $")
        play.type("quit\r")
        self.assertEqual(play.wait(), 0)
        self.assertIn("quit", play.rest)
        self.assertNotIn("kept", play.rest)
        self.assertFalse((self.folder / "state/raichi/unfinished.jsonl").exists())

    def test_a_level_keeps_the_precision(self):
        play = Terminal(self, "--opponent", "models/linnaeus@2/f32", "--side", "attackers")
        play.read("attackers> $")
        play.type("level beginner\r")
        play.read("attackers> $")
        play.type("i4-i3\r")
        play.read(r"2\. Defenders[\s\S]*attackers> $")
        play.type("quit\r")
        self.assertEqual(play.wait(), 0)
        kept = json.loads((self.folder / "state/raichi/unfinished.jsonl").read_text())
        self.assertRegex(kept["defenders"], r"^careless:55,models/linnaeus@1/f32$")

    def test_long_searches_show_that_they_go_on(self):
        play = self.play()
        play.read("attackers> $")
        play.type("hint 10000000\r")
        play.read(r"the search of the hint thinks, 0:0\d")
        play = Terminal(self, "--opponent", "playouts:1000000", "--side", "defenders")
        play.read(r"playouts:1000000 thinks, 0:0\d")

    def test_control_c_leaves_a_usable_terminal(self):
        play = self.play()
        play.read("attackers> $")
        play.type("\x03")
        status = play.wait()
        self.assertEqual(os.WTERMSIG(status), signal.SIGINT)
        self.assertTrue(termios.tcgetattr(play.descriptor)[3] & termios.ECHO)
        self.assertNotIn("kept", play.rest)

    def test_control_c_says_that_the_game_is_kept(self):
        play = self.play()
        play.read("attackers> $")
        play.type("i4-i3\r")
        play.read(r"2\. Defenders[\s\S]*attackers> $")
        play.type("\x03")
        self.assertEqual(os.WTERMSIG(play.wait()), signal.SIGINT)
        self.assertIn("The unfinished game is kept; the next `raichi play` offers to go on with it.", play.rest)
        self.assertTrue((self.folder / "state/raichi/unfinished.jsonl").exists())

    def test_lines_are_broken_between_words(self):
        play = self.play()
        play.type("help\r")
        text = play.read(r"remain unique\.")
        lines = text.splitlines()
        self.assertLessEqual(max(map(len, lines)), 80)
        self.assertTrue(any(line.startswith(" " * 18) for line in lines), text)


if __name__ == "__main__":
    unittest.main()
