"""Behaviour that all commands share: help, exit statuses, one-line errors."""

import os
import re
import shutil
import subprocess
import unittest

from program import PROGRAM, ROOT, START, ProgramTest, needs_libtorch, shown_on_terminal


class Help(ProgramTest):
    def commands(self):
        text = self.output("help")
        return re.findall(r"^  ([a-z]+)  +[A-Z]", text, re.MULTILINE)

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
        self.assertIn("\nLearn:\n", done.stderr)

    def test_version(self):
        self.assertRegex(self.output("--version"), r"^raichi \d+\.\d+\.\d+\n$")


class Log(ProgramTest):
    def test_the_level_stands_before_or_behind_the_command(self):
        for arguments in [["--log-level", "error", "rules", "cyningstan", "--opentafl"],
                          ["rules", "cyningstan", "--opentafl", "--log-level", "error"]]:
            done = self.run_program(*arguments)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("raichi: warning: ", self.run_program("rules", "cyningstan", "--opentafl").stderr)
        self.assert_fails(2, "--log-level: expected debug, info, warning or error", "rules", "--log-level", "loud")

    def test_errors_are_shown_at_every_level(self):
        self.assert_fails(2, "rules 'nope'", "--log-level", "error", "rules", "nope")

    def test_control_characters_do_not_reach_the_terminal(self):
        done = self.run_program("rules", "\x1b[31mred")
        self.assertNotIn("\x1b", done.stderr)

    @needs_libtorch
    def test_runs_keep_a_log(self):
        done = self.run_program("run", ROOT / "configs/runs/smoke.yaml", "--dir", "r", "--log-level", "error")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex((self.folder / "r/logs/raichi.log").read_text(), r"^\d{4}-\d\d-\d\d .* info ")
        # An output that is not a regular file is written to rather than replaced.
        page = self.output("report", "r", "-o", "/dev/stdout")
        self.assertRegex(page, "(?is)^<!doctype html>.*</html>\\s*$")
        (self.folder / "link.html").symlink_to("page.html")
        self.output("report", "r", "-o", "link.html")
        self.assertTrue((self.folder / "link.html").is_symlink())
        self.assertIn("</html>", (self.folder / "page.html").read_text())


class Outputs(ProgramTest):
    def test_files_in_folders_are_written_through_links(self):
        self.output("match", "random", "greedy", "--pairs", "1", "--records", "m.games")
        for name, command in {"000000000000.otg": ["games", "m.games", "--id", "0", "--otg", "folder"],
                              "000.svg": ["analyze", "--moves", "e2-f2", "--all", "--model", "playouts:4", "--svg", "folder"],
                              "raichi.1": ["manual", "-o", "folder"]}.items():
            with self.subTest(name):
                (self.folder / "folder").mkdir(exist_ok=True)
                (self.folder / "folder" / name).symlink_to(self.folder / f"real {name}")
                self.output(*command)
                self.assertTrue((self.folder / "folder" / name).is_symlink())
                self.assertGreater((self.folder / f"real {name}").stat().st_size, 100)


class Errors(ProgramTest):
    def test_wrong_use_is_status_2(self):
        self.assert_fails(2, r"there is no command 'foo' \(raichi help lists them\)$", "foo")
        self.assert_fails(2, r"there is no command 'mach'.*did you mean 'match'\?", "mach", "a", "b")
        self.assert_fails(2, "no command 'foo'", "help", "foo")
        for words in (["mach", "--help"], ["--help", "mach"], ["mach", "--version"], ["help", "mach"], ["manual", "mach"]):
            self.assert_fails(2, r"there is no command 'mach'.*did you mean 'match'\?", *words)
        self.assert_fails(2, r"unknown option '--modle', did you mean '--model'\? \(see raichi analyze --help\)$",
                          "analyze", "--modle=x", "f")
        self.assert_fails(2, r"unknown option '-m' \(see raichi engine --help\)$", "engine", "--protocol", "uci", "-m", "runs/x")
        self.assert_fails(2, r"unknown option '--log-levl', did you mean '--log-level'\?", "moves", "--log-levl", "error")
        self.assert_fails(2, r"--pairs: expected only once \(see raichi match --help\)$",
                          "match", "greedy", "random", "--pairs", "2", "--pairs", "2")
        self.assert_fails(2, r"unexpected argument 'b'", "rules", "--", "a", "b")
        self.assert_fails(2, r"unexpected argument 'x' \(see raichi moves --help\)$", "moves", "x")
        self.assert_fails(2, r"missing argument: MODEL: A model, or a run folder .* \(see raichi export --help\)$", "export")
        for command in ["rules", "perft", "moves", "replay", "play", "bench", "rate", "help"]:
            self.assert_fails(2, "--bar.*raichi " + command + " --help", command, "--bar")
        self.assert_fails(2, r"expected a command \(raichi help lists them\)$", "--log-level", "error")
        self.assert_fails(2, "missing argument: PLAYER: Player: random, greedy, ", "match")
        self.assert_fails(2, "missing argument: ", "games")
        self.assert_fails(2, r"--rules needs a value: --rules RULES \(see raichi moves --help\)$", "moves", "--rules")
        self.assert_fails(2, "--diff needs a value: --diff RULES", "rules", "linnaeus", "--diff")

    def test_values_are_not_empty(self):
        for command in (["match", "random", "random", "--records", ""], ["run", "smoke", "--dir", ""], ["moves", "--position", ""],
                        ["analyze", ""]):
            self.assert_fails(2, "expected a value that is not empty", *command)

    def test_names_that_no_file_can_have(self):
        """Every command that takes a path says in one line of its own what is wrong with it."""
        (self.folder / "circle").symlink_to("circle")
        self.write("text", "Not a model, not rules, not games.")
        self.output("match", "random", "greedy", "--pairs", "1", "--rules", "brandubh", "--records", "m.games")
        names = ["x" * 256, "y/" * 3000 + "z", "circle", "circle/x", "text/x", "/dev/null/x", "models/" + "z" * 300]
        uses = [
            ["run", "NAME"], ["run", "smoke", "--dir", "NAME"], ["run", "smoke", "--dir", "new", "--from", "NAME"],
            ["selfplay", "NAME"], ["selfplay", "smoke", "--dir", "new", "--games", "1", "--output", "NAME"],
            ["selfplay", "smoke", "--dir", "new", "--games", "1", "--output", "new", "--model", "NAME"],
            ["train", "NAME"], ["status", "NAME"], ["ablate", "NAME", "--vary", "train.learning_rate=1"],
            ["ablate", "smoke", "--fork", "NAME", "--vary", "train.learning_rate=1"], ["report", "NAME"], ["play", "--rules", "NAME"],
            ["play", "--resume", "NAME"], ["play", "--opponent", "NAME"], ["analyze", "NAME"], ["analyze", "--rules", "NAME"],
            ["analyze", "--model", "NAME"], ["engine", "--protocol", "uci", "--rules", "NAME"], ["engine", "--protocol", "uci", "--model", "NAME"],
            ["match", "NAME", "random"], ["match", "random", "NAME"], ["match", "random", "greedy", "--rules", "NAME"],
            ["match", "random", "greedy", "--pairs", "1", "--records", "NAME"], ["rate", "random", "NAME"],
            ["rate", "random", "greedy", "--pairs", "1", "--results", "NAME"], ["balance", "NAME"], ["balance", "linnaeus", "--players", "NAME"],
            ["balance", "linnaeus", "--games", "2", "--players", "random", "--dir", "NAME"], ["bench", "network", "--model", "NAME"],
            ["rules", "NAME"], ["rules", "--check", "NAME"], ["rules", "linnaeus", "--diff", "NAME"], ["moves", "--rules", "NAME"],
            ["replay", "--input", "NAME"], ["replay", "--rules", "NAME"], ["perft", "--input", "NAME"], ["perft", "--rules", "NAME"],
            ["solve", "NAME"], ["solve", "brandubh", "--table", "NAME"], ["games", "NAME"], ["games", "m.games", "--otg", "NAME"],
            ["export", "NAME"], ["export", "models/linnaeus", "-o", "NAME"], ["export", "models/linnaeus", "-o", "x.onnx", "--rules", "NAME"],
            ["verify", "NAME"], ["verify", "text", "--card", "NAME"],
            ["encode", "--rules", "NAME"], ["manual", "-o", "NAME"]]
        foreign = re.compile(r"filesystem error|basic_string|std::|terminate|json\.exception|\x1b")
        for use in uses:
            for name in names:
                if name == "circle" and use[use.index("NAME") - 1] in ("-o", "--records", "--results"):
                    continue  # such a link is replaced
                words = [name if word == "NAME" else word for word in use]
                done = subprocess.run([PROGRAM, *words], cwd=self.folder, input=b"", capture_output=True, timeout=60)
                said = done.stderr.decode(errors="replace")
                with self.subTest(words=words, said=said):
                    self.assertIn(done.returncode, (1, 2))
                    self.assertEqual(len([line for line in said.splitlines() if line.startswith("raichi: ") and "warning:" not in line]), 1)
                    self.assertIsNone(foreign.search(said))

    def test_a_file_that_may_not_grow_is_an_error(self):
        limited = f"ulimit -f 8; exec {PROGRAM} match random random --pairs 400 --records m.games"
        done = subprocess.run(["bash", "-c", limited], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("m.games: cannot write: File too large", done.stderr)

    def test_numbers_are_finite(self):
        for number in ["nan", "inf", "-inf", "1e400", "1s", ""]:
            for command in [["match", "a", "b", "--move-time"], ["analyze", "--move-time"], ["bench", "--seconds"],
                            ["engine", "--protocol", "uci", "--move-time"],
                            ["engine", "--protocol", "bologna", "--timeout"]]:
                with self.subTest(number, command=command):
                    self.assert_fails(2, f"{command[-1]}: expected a number from .*, got '{number}'",
                                      *command, number)
        for number in ["nan", "0x10", "1.5", "-4", "99999999999999999999"]:
            self.assert_fails(2, f"--games: expected a whole number of at least 0, got '{number}'",
                              "selfplay", "x", "--games", number)
        self.assert_fails(2, "--seed: expected a whole number of at least 0, got '-1'", "match", "random", "greedy", "--seed", "-1")
        self.assert_fails(2, "--sprt: expected", "match", "random", "random", "--sprt", "0,nan")
        self.assert_fails(2, "--sprt: expected", "match", "random", "random", "--sprt", "0,inf")

    @needs_libtorch
    def test_what_names_nothing_is_wrong_use(self):
        self.assert_fails(2, "rules 'nope'", "moves", "--rules", "nope")
        self.assert_fails(2, "nope: expected the folder of a run, with a config.yaml$", "status", "nope")
        self.assert_fails(2, "nope: expected the folder of a run, with a config.yaml$", "report", "nope")
        (self.folder / "abl").mkdir()
        for file in ("ablation.json", "config.yaml"):
            self.write(f"abl/{file}", "{}")
        self.assert_fails(2, "abl: expected the folder of a run, found that of an ablation$", "report", "abl")
        self.assert_fails(1, "abl/ablation.json: lacks `plan`$", "status", "abl")
        smoke = ROOT / "configs/runs/smoke.yaml"
        self.assert_fails(2, "nope=1: nope: unknown key; a configuration has ", "run", smoke, "nope=1", "--dir", "r")
        self.assert_fails(2, "sede=1: sede: unknown key; did you mean seed[?] .'raichi keys' explains all.$", "run", smoke, "sede=1", "--dir", "r")
        self.assert_fails(2, "train.batch=x: train.batch: expected", "run", smoke, "train.batch=x", "--dir", "r")
        self.write("bad.yaml", "nope: 1\n")
        self.assert_fails(1, "bad.yaml:1: nope: unknown key", "run", "bad.yaml", "--dir", "r")

    def test_words_are_listed(self):
        self.assert_fails(2, "--format: expected onnx or safetensors, got 'x'", "export", "m", "--format", "x")

    def test_bad_values_are_status_1(self):
        for position in ["zz", START + "x", START.replace("K", "T"), START.replace("9", "8"),
                         START[:-1] + "x", "9/9/9/9/9/9/9/9/K8 a", START.replace("3ttt3/4t4", "4ttt3/4t4")]:
            if position == START:
                continue
            with self.subTest(position):
                self.assert_fails(1, "position", "moves", "--position", position)

    def test_faults_of_json_are_told_in_plain_words(self):
        header = b"no JSON!"
        (self.folder / "m.raichi").write_bytes(len(header).to_bytes(8, "little") + header)
        self.write("m.jsonl", '{"a":1}\n')
        self.write("m.onnx", "")
        self.write("card.json", "{}")
        for words, command in [
                ("m.raichi: .*its header is not JSON$", ["match", "m.raichi", "random"]),
                ("m.jsonl:1: the match result has a number where a text is expected$", ["rate", "--results", "m.jsonl"]),
                ("card.json: .* it lacks `format`$", ["verify", "m.onnx", "--card", "card.json"])]:
            with self.subTest(command):
                self.assert_fails(1, words, *command)
                self.assertNotIn("json.exception", self.run_program(*command).stderr)
        self.write("nul.jsonl", r'{"moves":"a4-a3\u0000 f5-f6"}')
        self.assert_fails(1, 'nul.jsonl:1: expected a text without control characters for "moves"$',
                          "replay", "--input", "nul.jsonl")

    @needs_libtorch
    def test_progress_shows_no_control_characters_of_names(self):
        folder = self.folder / "\x1b[31mred"
        self.output("selfplay", ROOT / "configs/runs/smoke.yaml", "--games", "1", "--output", folder)
        status, text = shown_on_terminal("match", folder / "model.raichi", "random", "--pairs", "20")
        self.assertEqual(status, 0)
        self.assertIn("red", text)
        self.assertNotIn("\x1b[31m", text)

    def test_a_full_disk_is_an_error(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        with open("/dev/full", "w") as full:
            done = subprocess.run([PROGRAM, "rules"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual((done.returncode, done.stderr), (1, "raichi: standard output: cannot write\n"))


if __name__ == "__main__":
    unittest.main()
