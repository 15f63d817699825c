"""The scripts in tools/ that people start."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

from program import PROGRAM, ROOT, ProgramTest


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

    def test_paths_count_from_the_folder_of_the_caller(self):
        program = self.folder / "build/release/tools/raichi"
        for path, text in {program: 'pwd\necho "$@"', self.folder / "tools/setup.sh": 'pwd\necho "$@"', self.folder / "bin/cmake": ""}.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"#!/bin/sh\n{text}\n")
            path.chmod(0o755)
        caller = self.folder / "some where"
        caller.mkdir()
        done = subprocess.run(["bash", "../tools/quickstart.sh", "--torch=torch", "--dir", "mine"], cwd=caller, capture_output=True, text=True,
                              env={**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}"})
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn(f"{caller}\n--torch=torch\n", done.stdout)  # the set-up
        self.assertTrue(done.stdout.endswith(f"{caller}\nrun {self.folder}/configs/runs/quick.yaml --dir mine\n"), done.stdout)

    def test_builds_all_that_is_installed(self):
        """The README installs with `cmake --install` after the quick start, which does not build the tests."""
        build = pathlib.Path(PROGRAM).parents[1]
        if not (build / "build.ninja").exists():
            self.skipTest("the program is not in its build folder")
        targets, = re.findall(r"--target ([\w ]+?) #", (ROOT / "tools/quickstart.sh").read_text())
        commands = subprocess.run(["ninja", "-C", build, "-t", "commands", *targets.split()],
                                  capture_output=True, text=True, check=True).stdout
        installed = set(re.findall(rf'"{re.escape(str(build))}/([^"]+?)/?"', (build / "cmake_install.cmake").read_text()))
        # Without what CMake itself writes when it configures or installs.
        installed = {name for name in installed if not re.search(r"\.cmake$|[$]", name)}
        self.assertIn("made/raichi.bash", installed)
        for name in installed:
            self.assertIn(name, commands)

    def test_help(self):
        done = self.quickstart("--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("usage: tools/quickstart.sh ", done.stdout)


class Web(ProgramTest):
    def setUp(self):
        """Copies the script into repo/, where its tools do nothing; the program notes its folder and its arguments."""
        super().setUp()
        repo = self.folder / "repo"
        for folder in ("tools", "web/page", "bin", "build/web-wasm", "build/release/tools", "models/known"):
            (repo / folder).mkdir(parents=True)
        for name in ("web.sh", "common.sh"):
            shutil.copy(ROOT / "tools" / name, repo / "tools")
        for name in ("web/pack.py", "web/page/index.html", "build/web-wasm/raichi.mjs", "build/web-wasm/raichi.wasm"):
            (repo / name).write_text("")
        for name, text in [("tools/setup.sh", ""), ("bin/emcmake", ""), ("bin/cmake", ""),
                           ("build/release/tools/raichi", 'echo "$PWD $2" >"$4"\n')]:  # export MODEL -o FILE
            (repo / name).write_text("#!/bin/sh\n" + text)
            (repo / name).chmod(0o755)

    def test_paths_count_from_the_callers_folder(self):
        here = self.folder / "here"
        here.mkdir()
        for name in ("a.safetensors", "a.safetensors.json"):
            (here / name).write_text(name)
        environment = {**os.environ, "PATH": f"{self.folder}/repo/bin:{os.environ['PATH']}"}
        for arguments, page, models in [
                (["--output", "site", "runs/x", "a.safetensors"], here / "site",
                 {"x.safetensors": f"{here} runs/x\n", "a.safetensors": "a.safetensors", "a.safetensors.json": "a.safetensors.json"}),
                ([], self.folder / "repo/build/web", {"known.safetensors": f"{self.folder}/repo models/known/\n"})]:
            done = subprocess.run(["bash", "../repo/tools/web.sh", "--build-only", *arguments], cwd=here, env=environment,
                                  capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual({path.name: path.read_text() for path in (page / "models").iterdir()}, models)


class ClusterScripts(ProgramTest):
    def run_script(self, name, *arguments, **variables):
        return subprocess.run([sys.executable if name.endswith(".py") else "bash", ROOT / "tools/cluster" / name, *arguments],
                              cwd=self.folder, env={**os.environ, **variables}, capture_output=True, text=True, timeout=60)

    def write_program(self, text):
        """Writes a program raichi, and returns the PATH with it."""
        (self.folder / "bin").mkdir()
        self.write("bin/raichi", "#!/bin/sh\n" + text).chmod(0o755)
        return f"{self.folder}/bin:/usr/bin:/bin"

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

    def test_folders_that_cannot_work_are_refused_at_once(self):
        (self.folder / "a b").mkdir()
        for name, arguments, variables in [("chaos.sh", ["--folder", "a b"], {}), ("chaos.sh", ["--folder", "a:b"], {}),
                                           ("local.sh", ["start", "--folder", "a b"], {}), ("local.sh", ["run", "true"], {"TMPDIR": "a b"})]:
            done = self.run_script(name, *arguments, **variables)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertRegex(done.stderr, f"^{name}: .*a.b: expected .* blanks .*\n$")
        self.assertEqual([path.name for path in self.folder.rglob("*")], ["a b"])

    def test_a_job_runs_no_other_program_than_the_one_named(self):
        path = self.write_program("echo ran\n")
        done = self.run_script("job.sh", "train", PATH=path, RAICHI="/nonexistent")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (2, "", "job.sh: RAICHI: /nonexistent: expected a program\n"))
        for variables in [{}, {"RAICHI": str(self.folder / "bin/raichi")}]:
            done = self.run_script("job.sh", "train", PATH=path, **variables)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("\nran\n", done.stdout)

    def test_a_job_that_fails_outside_slurm_says_what_to_do(self):
        done = self.run_script("job.sh", "train", PATH=self.write_program("exit 1\n"))
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertIn("start it yourself, or call sbatch with a script of tools/cluster", done.stdout.splitlines()[-1])

    def test_a_batch_script_without_raichi_says_what_to_do(self):
        path = self.write_program("echo ran\n")  # it is not installed
        for name in ("train.sbatch", "selfplay.sbatch", "evaluate.sbatch"):
            done = self.run_script(name, "runs/x", PATH=path)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertRegex(done.stderr, f"^{name}: .*; call sbatch in the repository's root, or install raichi .*\n$")

    def test_missing_modules_are_named(self):
        for script in ("cluster/check_run.py", "read_games.py"):
            done = subprocess.run([sys.executable, "-I", "-S", ROOT / "tools" / script], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertRegex(done.stderr, rf"^{os.path.basename(script)}: No module named '\w+'; expected .*python3-msgpack.*\n$")


if __name__ == "__main__":
    unittest.main()
