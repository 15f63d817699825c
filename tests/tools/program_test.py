"""What all commands have in common: help, exit statuses, errors of one line."""

import os
import re
import subprocess
import unittest

from program import PROGRAM, START, ProgramTest


class Help(ProgramTest):
    def commands(self):
        text = self.output("help")
        return re.findall(r"^  ([a-z]+)  ", text.split("Subcommands:")[1], re.MULTILINE)

    def test_lists_the_commands(self):
        for name in ["run", "match", "rate", "play", "engine", "games", "rules", "perft", "moves", "replay",
                     "bench", "help"]:
            self.assertIn(name, self.commands())

    def test_every_command_explains_itself(self):
        for name in self.commands():
            with self.subTest(name):
                text = self.output("help", name)
                self.assertIn(f"Usage: raichi {name}", text)
                self.assertEqual(self.output(name, "--help"), text)

    def test_without_a_command(self):
        done = self.run_program()
        self.assertEqual(done.returncode, 2)
        self.assertIn("Subcommands:", done.stderr)

    def test_version(self):
        self.assertRegex(self.output("--version"), r"^raichi \d+\.\d+\.\d+\n$")


class Errors(ProgramTest):
    def test_wrong_use_is_status_2(self):
        self.assert_fails(2, "foo", "foo")
        self.assert_fails(2, "no command 'foo'", "help", "foo")
        for command in ["rules", "perft", "moves", "replay", "play", "bench", "rate", "help"]:
            self.assert_fails(2, "--bar.*raichi " + command + " --help", command, "--bar")
        self.assert_fails(2, "required", "match")
        self.assert_fails(2, "required", "games")
        self.assert_fails(2, "--rules", "moves", "--rules")

    def test_bad_values_are_status_1(self):
        self.assert_fails(1, "rules 'nope'", "moves", "--rules", "nope")
        for position in ["zz", START + "x", START.replace("K", "T"), START.replace("9", "8"),
                         START[:-1] + "x", "9/9/9/9/9/9/9/9/K8 a", START.replace("3ttt3/4t4", "4ttt3/4t4")]:
            if position == START:
                continue
            with self.subTest(position):
                self.assert_fails(1, "position", "moves", "--position", position)

    def test_a_full_disk_is_an_error(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        with open("/dev/full", "w") as full:
            done = subprocess.run([PROGRAM, "rules"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual((done.returncode, done.stderr), (1, "raichi: standard output: cannot write\n"))


if __name__ == "__main__":
    unittest.main()
