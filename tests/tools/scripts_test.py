"""The scripts in tools/ that people start."""

import re
import shutil
import subprocess
import sys
import unittest

from program import ROOT, ProgramTest


class Quickstart(ProgramTest):
    def setUp(self):
        """Copies the script beside a set-up that installs nothing and ends it."""
        super().setUp()
        tools = self.folder / "tools"
        tools.mkdir()
        for name in ("quickstart.sh", "common.sh"):
            shutil.copy(ROOT / "tools" / name, tools)
        (self.folder / "docs").mkdir()
        shutil.copy(ROOT / "docs/configuration.md", self.folder / "docs")
        setup = tools / "setup.sh"
        setup.write_text("#!/bin/sh\nexit 3\n")
        setup.chmod(0o755)

    def quickstart(self, *arguments):
        return subprocess.run(["bash", "tools/quickstart.sh", *arguments], cwd=self.folder, capture_output=True, text=True)

    def options_of(self, command):
        """Returns the options of a command, each with a value if it has one."""
        pairs = re.findall(r"^  (?:(-\w),)?(--[a-z-]+)( [A-Z]+)?", self.output("help", command), re.MULTILINE)
        return [[name, "1"] if value else [name] for *names, value in pairs for name in names
                if name and "--help" not in names]

    def test_what_nobody_knows_is_refused_before_set_up(self):
        for arguments in [["--nope"], ["nope"], [""], ["--torch"], ["--json", "--play"], ["--json", "nope"], ["--dir"],
                          ["budget.minute=5"], ["selfplay.full_visit=3", "seed=1"], ["nope=1"], [".*=1"],
                          ["--rules", "linnaeus"], ["--play", "linnaeus"], ["--play", "seed=2"], ["--play", "--json"],
                          ["--play", "--visits", "5", "nope"], ["--play", "-r"]]:
            with self.subTest(arguments):
                done = self.quickstart(*arguments)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertRegex(done.stderr, "^quickstart.sh: .*: expected .*\n$")

    def test_what_raichi_takes_is_passed_on(self):
        for first, arguments in [([], []), (["--torch=pip"], ["seed=2", "selfplay.search={root: gumbel}", "selfplay.search.cpuct=2"]),
                                 ([], ["--dir=x"]), (["--play"], ["--rules=brandubh"])]:
            for option in [[], *self.options_of("play" if first == ["--play"] else "run")]:
                with self.subTest(first, option=option):
                    done = self.quickstart(*first, *option, *arguments)
                    self.assertEqual((done.returncode, done.stdout, done.stderr), (3, "==> set up\n", ""))

    def test_help(self):
        done = self.quickstart("--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("usage: tools/quickstart.sh ", done.stdout)


class ClusterScripts(ProgramTest):
    def run_script(self, name, *arguments):
        return subprocess.run([sys.executable if name.endswith(".py") else "bash", ROOT / "tools/cluster" / name, *arguments],
                              cwd=self.folder, capture_output=True, text=True)

    def test_wrong_words_are_refused_by_name(self):
        self.write("mine.log", "")
        for name, *arguments in [("capacity.py", "--nodes", "1"), ("capacity.py", "--batch", "0"), ("scaling.py", "--players", "0"),
                                 ("staleness.py", "foo"), ("check_run.py", "check", "."), ("chaos.sh", "foo"),
                                 ("local.sh", "start", "--folder", ".")]:
            with self.subTest(name):
                done = self.run_script(name, *arguments)
                self.assertNotEqual(done.returncode, 0)
                self.assertRegex(done.stderr, rf"{name}: .*\n$")
                self.assertNotIn("Traceback", done.stderr)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["mine.log"])


if __name__ == "__main__":
    unittest.main()
