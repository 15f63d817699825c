"""The scripts in tools/ that people start."""

import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import threading
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
        shutil.copy(ROOT / "docs/keys.md", self.folder / "docs")
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
        self.assertIn(f"\n==> {program} run {self.folder}/configs/runs/quick.yaml --dir mine\n", done.stdout)  # can be typed there
        self.assertTrue(done.stdout.endswith(f"{caller}\nrun {self.folder}/configs/runs/quick.yaml --dir mine\n"), done.stdout)

    def test_to_play_it_builds_only_what_plays(self):
        """Unless the whole program is configured already."""
        for preset in ("game", "release"):
            program = self.folder / f"build/{preset}/tools/raichi"
            for path, text in {program: "echo", self.folder / "tools/setup.sh": 'echo set-up "$@"',
                               self.folder / "bin/cmake": 'echo cmake "$@"'}.items():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(f"#!/bin/sh\n{text}\n")
                path.chmod(0o755)
            done = subprocess.run(["bash", "tools/quickstart.sh", "--play"], cwd=self.folder, capture_output=True, text=True,
                                  env={**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}"})
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual("set-up --game\n" in done.stdout, preset == "game")
            self.assertIn(f"cmake --build build/{preset} ", done.stdout)
            self.assertIn(f"==> build/{preset}/tools/raichi play", done.stdout)
            (self.folder / "build/release").mkdir(parents=True, exist_ok=True)
            (self.folder / "build/release/CMakeCache.txt").touch()

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


class Setup(ProgramTest):
    LOCKED = "E: Could not get lock {}. It is held by process 7 (unattended-upgr)"

    def setup_with(self, *answers):
        """Runs a copy of the script where nothing is installed and apt-get gives these answers, the first to its first call."""
        for name in ("tools", "bin", "answers"):
            (self.folder / name).mkdir()
        for name in ("setup.sh", "common.sh"):
            shutil.copy(ROOT / "tools" / name, self.folder / "tools")
        for number, answer in enumerate(answers):
            self.write(f"answers/{number}", answer)
        for name, text in {"dpkg-query": "exit 1", "apt-cache": "exit 0", "sleep": "exit 0", "sudo": 'exec "$@"',
                           "apt-get": f"""cd {self.folder}/answers
                               number=$(ls *.called 2>/dev/null | wc -l)
                               echo "$1" >$number.called
                               cat $number
                               [ ! -s $number ]"""}.items():
            self.write(f"bin/{name}", f"#!/bin/sh\n{text}\n").chmod(0o755)
        done = subprocess.run(["bash", "tools/setup.sh"], cwd=self.folder, capture_output=True, text=True, timeout=60,
                              env={**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}"})
        return done, [path.read_text().strip() for path in sorted(self.folder.glob("answers/*.called"))]

    def test_waits_while_another_program_installs_packages(self):
        lists, frontend = (self.LOCKED.format(path) for path in ("/var/lib/apt/lists/lock", "/var/lib/dpkg/lock-frontend"))
        done, calls = self.setup_with(lists, lists, "", frontend, "E: Unable to locate package ccache\n")
        self.assertEqual((done.returncode, calls), (1, ["update", "update", "update", "install", "install"]))
        first, installing, second = done.stdout.splitlines()
        self.assertEqual(first, "waiting until another program has installed its packages: " + lists[3:])
        self.assertRegex(installing, "^installing .* ccache ")
        self.assertEqual(second, "waiting until another program has installed its packages: " + frontend[3:])
        self.assertRegex(done.stderr, "^E: Unable to locate package ccache\nsetup.sh: apt-get could not install: .*\n$")

    def test_does_not_wait_for_what_does_not_end_by_itself(self):
        done, calls = self.setup_with("E: Could not open lock file /var/lib/apt/lists/lock - open (30: Read-only file system)\n")
        self.assertEqual((done.returncode, done.stdout, calls), (1, "", ["update"]))
        self.assertRegex(done.stderr, "^E: .*Read-only file system.*\nsetup.sh: apt-get update failed; expected .*\n$")


class Requirements(ProgramTest):
    """What the scripts install with pip."""

    def test_each_package_has_one_version_and_hashes(self):
        files = sorted((ROOT / "tools/requirements").glob("*.txt"))
        self.assertEqual([file.stem for file in files], ["cuda", "onnx", "python", "release", "torch"])
        for file in files:
            packages = [text.split() for text in re.sub(r"^#.*", "", file.read_text(), flags=re.MULTILINE).replace("\\\n", "").splitlines() if text]
            self.assertGreater(len(packages), 2)
            for name, *words in packages:
                self.assertRegex(name, r"^[a-z0-9-]+==[0-9.]+$")
                hashes = [word for word in words if word.startswith("--hash=")]
                self.assertTrue(hashes, name)
                for text in hashes:
                    self.assertRegex(text, "^--hash=sha256:[0-9a-f]{64}$")

    def test_pip_checks_them(self):
        for script in ROOT.glob("tools/**/*.sh"):
            for line in script.read_text().splitlines():
                if re.search(r"pip\"? install ", line) and not line.lstrip().startswith("#"):
                    self.assertRegex(line, r"only-binary=:all:|--no-deps \$folder/wheels|no uv here|note: |die ", script.name)

    def test_the_build_of_the_python_package_is_pinned(self):
        text = (ROOT / "python/pyproject.toml").read_text()
        requires = re.search(r"^requires = \[(.*)\]$", text, re.MULTILINE)[1].split(", ")
        listed = (ROOT / "tools/requirements/python.txt").read_text()
        for package in requires:
            self.assertIn(f"\n{json.loads(package)} ", listed)


class Web(ProgramTest):
    def setUp(self):
        """Copies the script into repo/, where its tools do nothing; the program notes its folder and its arguments."""
        super().setUp()
        repo = self.folder / "repo"
        for folder in ("tools", "web/page", "web/npm", "bin", "build/web-wasm", "build/release/tools", "models/known"):
            (repo / folder).mkdir(parents=True)
        for name in ("web.sh", "common.sh"):
            shutil.copy(ROOT / "tools" / name, repo / "tools")
        for name in ("web/page/index.html", "web/npm/package.json", "build/web-wasm/raichi.mjs", "build/web-wasm/raichi.wasm"):
            (repo / name).write_text("")
        (repo / "web/pack.py").write_text("import sys\nfor name in 'rules', 'files': open(f'{sys.argv[2]}/{name}.json', 'w')\n")
        for name, text in [("tools/setup.sh", ""), ("bin/emcmake", ""), ("bin/cmake", ""),
                           ("build/release/tools/raichi", 'echo "$PWD $2" >"$4"\n')]:  # export MODEL -o FILE
            (repo / name).write_text("#!/bin/sh\n" + text)
            (repo / name).chmod(0o755)

    def test_paths_count_from_the_callers_folder(self):
        here = self.folder / "here"
        here.mkdir()
        for name in ("a.safetensors", "a.safetensors.json"):
            (here / name).write_text(name)
        for arguments, page, models in [
                (["--output", "site", "runs/x", "a.safetensors"], here / "site",
                 {"x.safetensors": f"{here} runs/x\n", "a.safetensors": "a.safetensors", "a.safetensors.json": "a.safetensors.json"}),
                ([], self.folder / "repo/build/web", {"known.safetensors": f"{self.folder}/repo models/known/\n"})]:
            done = self.build(here, *arguments)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual({path.name: path.read_text() for path in (page / "models").iterdir()}, models)

    def build(self, here, *arguments):
        environment = {**os.environ, "PATH": f"{self.folder}/repo/bin:{os.environ['PATH']}"}
        return subprocess.run(["bash", self.folder / "repo/tools/web.sh", "--build-only", *arguments], cwd=here, env=environment,
                              capture_output=True, text=True)

    def test_a_package_has_the_module_and_a_network(self):
        package = self.folder / "package"
        self.assertIn("expected the model linnaeus", self.build(self.folder, "--npm", "package").stderr)
        self.assertFalse(package.exists())
        (self.folder / "repo/models/linnaeus").mkdir()
        for _ in range(2):  # it replaces its own
            self.assertEqual(self.build(self.folder, "--npm", "package").returncode, 0)
            files = sorted(path.relative_to(package).as_posix() for path in package.rglob("*") if path.is_file())
            self.assertEqual(files, ["models/linnaeus.safetensors", "package.json", "raichi.mjs", "raichi.wasm", "rules.json"])
        (package / "raichi.wasm").unlink()
        self.assertIn("expected a new or empty folder", self.build(self.folder, "--npm", "package").stderr)


class PageServer(ProgramTest):
    def test_a_silent_client_is_left(self):
        sys.path.insert(0, str(ROOT / "web"))
        import serve

        self.assertLessEqual(serve.Handler.timeout, 60)
        with serve.server(self.folder, 0, type("Hasty", (serve.Handler,), {"timeout": 0.1})) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            with socket.create_connection(server.server_address, timeout=60) as silent:
                self.assertEqual(silent.recv(1), b"")
            server.shutdown()


class ClusterScripts(ProgramTest):
    def run_script(self, name, *arguments, **variables):
        folder = "tests/cluster" if name in ("chaos.sh", "check_run.py", "scaling.py") else "tools/cluster"
        return subprocess.run([sys.executable if name.endswith(".py") else "bash", ROOT / folder / name, *arguments],
                              cwd=self.folder, env={**os.environ, **variables}, capture_output=True, text=True, timeout=60)

    def write_program(self, text):
        """Writes a program raichi, and returns the PATH with it."""
        (self.folder / "bin").mkdir()
        self.write("bin/raichi", "#!/bin/sh\n" + text).chmod(0o755)
        return f"{self.folder}/bin:/usr/bin:/bin"

    def test_wrong_words_are_refused_by_name(self):
        self.write("mine.log", "")
        for name, *arguments in [("scaling.py", "--players", "0"), ("check_run.py", "check", "."), ("chaos.sh", "foo"),
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
        for name in ("train.sbatch", "selfplay.sbatch", "evaluate.sbatch", "work.sbatch"):
            done = self.run_script(name, "runs/x", PATH=path)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertRegex(done.stderr, f"^{name}: .*; call sbatch in the repository's root, or install raichi .*\n$")

    def test_missing_modules_are_named(self):
        for script in ("tests/cluster/check_run.py", "tools/read_games.py"):
            done = subprocess.run([sys.executable, "-I", "-S", ROOT / script], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertRegex(done.stderr, rf"^{os.path.basename(script)}: No module named '\w+'; expected .*python3-msgpack.*\n$")


if __name__ == "__main__":
    unittest.main()
