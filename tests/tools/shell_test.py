"""completion, manual and version: what the program tells shells and readers of itself."""

import collections
import os
import pty
import re
import shutil
import subprocess
import unittest

from program import PROGRAM, ROOT, ProgramTest


class CommandsCase(ProgramTest):
    def commands(self):
        return re.findall(r"^  ([a-z]+)  +[A-Z]", self.output("help"), re.MULTILINE)

    def names_of(self, command):
        """Returns the letter (perhaps empty), the long name and the word for the value of each option."""
        text = self.output("help", command)
        return re.findall(r"^  (-\w)?,?(--[a-z-]+)(?: (\S+(?: \S+)*))?", text, re.MULTILINE)

    def options_of(self, command):
        return {name for _, name, _ in self.names_of(command)}


class Help(CommandsCase):
    # The options with several meanings.
    EXCEPTIONS = {
        "--check": {"", "FILE"},         # the file, unless the command has it already
        "--model": {"MODEL", "PLAYER"},  # any player where it need not be a network
        "--output": {"FILE", "DIR"},     # a folder if there are several files
    }

    def test_options_have_one_meaning(self):
        meanings = collections.defaultdict(set)
        for command in self.commands():
            for letter, name, value in self.names_of(command):
                meanings[name].add(re.sub(r",?…?( \.\.\.)?$", "", value))  # a list has values of one kind
                if letter:
                    meanings[letter].add(name)
        self.assertEqual({option: words for option, words in meanings.items() if len(words) > 1}, self.EXCEPTIONS)

    def test_every_command_has_examples(self):
        for command in self.commands():
            with self.subTest(command):
                help_text = self.output("help", command)
                heading, text = re.search(r"^(Examples?):\n((?:  .*\n)+)", help_text, re.MULTILINE).groups()
                lines = text.splitlines()
                self.assertEqual(heading, "Example" if len(lines) == 1 else "Examples")
                options = {name for names in self.names_of(command) for name in names[:2]}
                for line in lines:
                    self.assertRegex(line, rf"^  (source <\()?raichi {command}\b")
                    own = re.split(r" [#|>] ", line)[0]
                    self.assertLessEqual(set(re.findall(r" (--?[a-z-]+)", own)), options)
                    for path in re.findall(r"(?:configs|models|tests)/\S+", line):
                        self.assertTrue((ROOT / path).exists(), line)


class Shell(CommandsCase):
    def run_shell(self, *command, text):
        path = f"{os.path.dirname(PROGRAM)}:/usr/bin:/bin"
        done = subprocess.run(command, input=text, text=True, capture_output=True, cwd=self.folder, env={"PATH": path})
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.split("\n")[:-1]

    def bash(self, *words):
        """Returns what bash offers for the last word, or for its end, because bash splits words at `:` and `=` too."""
        line = " ".join(("raichi", *words))
        parts = [part for word in ("raichi", *words) for part in re.findall("[:=]+|[^:=]+", word) or [""]]
        quoted = " ".join(f"'{part}'" for part in parts)
        script = self.output("completion", "bash")
        return self.run_shell("bash", "--norc", text=f"{script}\nCOMP_WORDS=({quoted}) COMP_CWORD={len(parts) - 1}\n"
                                                    f"COMP_LINE='{line}' COMP_POINT={len(line)}\n_raichi\n"
                                                    'printf "%s\\n" "${COMPREPLY[@]}"\n')

    def typed(self, shell, start, line):
        """Types a line and a tab at the prompt of a shell that begins with these commands. Returns the words of the line then."""
        for name in ("bashrc", ".zshrc"):
            self.write(name, start + "\nshow() { printf 'words:'; printf '<%s>' \"$@\"; exit; }\nPS1='ready '\n")
        command = {"bash": ["bash", "--noprofile", "--rcfile", "bashrc", "-i"], "zsh": ["zsh", "-d", "-i"]}[shell]
        terminal, end = pty.openpty()
        environment = {"PATH": f"{os.path.dirname(PROGRAM)}:{os.environ['PATH']}", "TERM": "dumb", "INPUTRC": "/dev/null",
                       "HOME": str(self.folder), "ZDOTDIR": str(self.folder)}
        done = subprocess.Popen(command, stdin=end, stdout=end, stderr=end, cwd=self.folder, env=environment, start_new_session=True)
        os.close(end)
        text = b""
        try:
            while data := os.read(terminal, 4096):
                text += data
                if b"ready " in text and line:
                    os.write(terminal, f"{line}\t\x01show \n".encode())
                    line = ""
        except OSError:  # the shell has ended
            pass
        os.close(terminal)
        done.wait(timeout=60)
        [words] = re.findall(r"words:(<.*>)", text.decode())
        return words[1:-1].split("><")

    def test_bash_completes_commands_and_options(self):
        self.assertEqual(set(self.bash("")), set(self.commands()))
        self.assertEqual(self.bash("mat"), ["match"])
        self.assertEqual(self.bash("--log-level", "error", "mat"), ["match"])
        for command in self.commands():
            self.assertLessEqual(self.options_of(command), set(self.bash(command, "--")), command)
        self.assertEqual(self.bash("help", "verif"), ["verify"])

    def test_bash_completes_values(self):
        self.assertEqual(self.bash("play", "--side", "att"), ["attackers"])
        self.assertEqual(self.bash("play", "--rules", "brandubh-t"),
                         ["brandubh-throneless", "brandubh-throneless-circle", "brandubh-throneless-line"])
        self.assertEqual(self.bash("rules", "ashton"), ["ashton-bologna"])
        self.assertEqual(self.bash("balance", "ashton"), ["ashton-bologna"])
        self.assertEqual(self.bash("run", "--log-level", "err"), ["error"])
        self.assertEqual(self.bash("play", "--level", "cl"), ["club"])
        self.assertEqual(self.bash("play", "--opponent", "gre"), ["greedy"])
        self.assertEqual(self.bash("export", "models/lin"), ["models/linnaeus"])
        self.assertEqual(self.bash("match", "ran"), ["random"])
        self.assertEqual(self.bash("export", "ran"), [""])
        self.assert_fails(2, "expected a shell", "completion")
        (self.folder / "games with space").mkdir()
        self.assertEqual(self.bash("games", "ga"), ["games with space"])
        self.assertEqual(self.bash("match", "a", "b", "--pairs", ""), [""])

    def test_bash_completes_behind_colons_and_equals_signs(self):
        self.write("my.yaml", "")
        self.assertEqual(self.bash("match", "alpha"), ["alphabeta:1", "alphabeta:2", "alphabeta:4", "alphabeta:6"])
        self.assertEqual(self.bash("match", "alphabeta:"), ["1", "2", "4", "6"])
        self.assertEqual(self.bash("match", "playouts:10"), ["100", "1000"])
        self.assertEqual(self.bash("moves", "--rules=linn"), ["linnaeus", "linnaeus-salmi"])
        self.assertEqual(self.bash("analyze", "--model=playouts:100"), ["100", "1000"])
        self.assertEqual(self.bash("match", "--visits="), [""])
        self.assertEqual(self.bash("match", "--nope=m"), [""])
        self.assertEqual(self.bash("--log-level=warning", "match", "--vis"), ["--visits"])
        self.assertEqual(self.bash("match", "--log-level=err"), ["error"])
        for words in [["--rules", "my"], ["--rules=my"]]:
            self.assertEqual(self.bash("moves", *words), ["my.yaml"])

    def test_files_complete_only_values_that_are_files(self):
        (self.folder / "site").mkdir()
        for words in [["run", "x", "--dir"], ["export", "-o"], ["ablate", "--fork"], ["analyze", "--svg"], ["status"]]:
            self.assertEqual(self.bash(*words, "si"), ["site"])
        self.assertEqual(self.bash("balance", "si"), ["simple-tyr", "site"])  # rules, or the folder of a study
        for words in [["selfplay", "--stream"], ["selfplay", "--pretend-network"], ["match", "--device"], ["engine", "--host"],
                      ["play", "--clock"], ["ablate", "--budget"], ["engine", "--overhead"], ["ablate", "--set"], ["ablate", "--vary"],
                      ["ablate", "--variant"], ["bench", "--network"], ["bench", "--precision"]]:
            self.assertEqual(self.bash(*words, "si"), [""], words)

    def test_what_bash_makes_of_a_typed_line(self):
        (self.folder / "games with space").mkdir()
        script = self.output("completion", "bash")
        for line, words in [("match alpha", ["match", "alphabeta:"]), ("match alphabeta:", ["match", "alphabeta:"]),
                            ("moves --rules=linn", ["moves", "--rules=linnaeus"]), ("games ga", ["games", "games with space/"]),
                            ("run x --dir=ga", ["run", "x", "--dir=games with space/"]), ("match --log-level=w", ["match", "--log-level=warning"]),
                            ("export models/lin", ["export", "models/linnaeus"]), ("match models/linnaeus@", ["match", "models/linnaeus@"])]:
            self.assertEqual(self.typed("bash", script, f"raichi {line}"), ["raichi", *words])

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish_completes(self):
        def fish(line):
            text = self.output("completion", "fish") + f"complete -C '{line}'\n"
            return [offer.split("\t")[0] for offer in self.run_shell("fish", "--no-config", text=text)]

        self.assertEqual(set(fish("raichi ")), set(self.commands()))
        self.assertEqual(fish("raichi play --side att"), ["attackers"])
        self.assertIn("ashton-bologna", fish("raichi play --rules ash"))
        self.assertEqual(fish("raichi match alphabeta:"), ["alphabeta:1", "alphabeta:2", "alphabeta:4", "alphabeta:6"])
        for options in ["--log-level info", "--log-level=info"]:
            self.assertEqual(fish(f"raichi {options} ma"), ["manual", "match"])
        self.assertNotIn("--dir", fish("raichi status run --"))
        self.assertIn("--interval", fish("raichi status run --"))
        self.write("my.yaml", "")
        self.assertEqual(fish("raichi moves --rules my"), ["my.yaml"])
        self.assertEqual(fish("raichi run x --dir my"), ["my.yaml"])
        self.assertEqual(fish("raichi run my"), ["my.yaml"])
        self.assertEqual(fish("raichi match --device my"), [])
        for command in self.commands():
            self.assertLessEqual(self.options_of(command), set(fish(f"raichi {command} --")), command)

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_reads_the_script(self):
        script = self.folder / "_raichi"
        script.write_text(self.output("completion", "zsh"))
        self.run_shell("zsh", "-n", str(script), text="")
        for command in self.commands():
            self.assertRegex(script.read_text(), rf"\n    {command}\) _arguments .*--log-level\[")

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_what_zsh_makes_of_a_typed_line(self):
        (self.folder / "site").mkdir()
        self.write("_raichi", self.output("completion", "zsh"))
        start = "fpath=($PWD $fpath)\nautoload -U compinit\ncompinit -u"
        for line, words in [("match --log", ["match", "--log-level"]), ("match --log-level w", ["match", "--log-level", "warning"]),
                            ("--log-level info matc", ["--log-level", "info", "match"]), ("match alpha", ["match", "alphabeta:"]),
                            ("run x --dir si", ["run", "x", "--dir", "site"]), ("match --device si", ["match", "--device", "si"])]:
            self.assertEqual(self.typed("zsh", start, f"raichi {line}"), ["raichi", *words])

    def test_the_manual_has_every_option(self):
        self.output("manual", "-o", "man")
        pages = {path.name: path.read_text() for path in (self.folder / "man").iterdir()}
        self.assertEqual(set(pages), {"raichi.1"} | {f"raichi-{command}.1" for command in self.commands()})
        for command in self.commands():
            page = pages[f"raichi-{command}.1"]
            self.assertEqual(page, self.output("manual", command))
            self.assertIn(f"raichi\\-{command} (1)", pages["raichi.1"])
            for option in self.options_of(command) | {"--log-level"}:
                self.assertIn(option.replace("-", "\\-"), page)
            usage = re.search(r"Usage: (.*)", self.output(command, "--help"))[1].replace("[OPTIONS]", "[options]")
            synopsis = re.search(r"SYNOPSIS\n(.*)", page)[1].replace("\\-", "-").replace(" ...", "...")
            self.assertTrue(synopsis.startswith(usage), f"{synopsis}: expected {usage}")

    @unittest.skipUnless(shutil.which("groff"), "groff is not installed")
    def test_the_manual_is_free_of_mistakes(self):
        for command in ["", *self.commands()]:
            page = self.output("manual", *([command] if command else []))
            done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z", "-k"], input=page, text=True, capture_output=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""), command)

    def test_version(self):
        [version] = self.objects("version", "--json")
        self.assertEqual(self.lines("version")[0], f"raichi {version['version']}")
        self.assertEqual(version["rules"], str(ROOT / "configs/rules"))
        self.assert_fails(2, "shell: expected bash, fish or zsh", "completion", "csh")
        self.assert_fails(2, "there is no command 'foo'", "manual", "foo")

    def test_help_is_aligned(self):
        """What follows the names of options begins in one column, also after characters of several bytes."""
        text = self.output("ablate", "--help")
        for beginning in ("  --set KEY=VALUE ...         Changes for all variants", "  --vary KEY=VALUE,… ...      A key and its values",
                          '  --variant "NAME: KEY=VALUE …" ...\n                              A named variant'):
            self.assertIn("\n" + beginning, text)

    def test_help_is_grouped(self):
        text = self.output("help")
        for heading in ["Learn", "Play and analyse", "Measure", "Rules and positions", "Models and records", "This program"]:
            self.assertIn(f"\n{heading}:\n", text)
        for command in ("play", "analyze", "engine", "match", "rate"):
            for heading in ("Options", "Search", "Machine"):
                self.assertIn(f"\n{heading}:\n  -", self.output("help", command), command)
        self.assertEqual(self.lines("rules", "--names"),
                         sorted(path.stem for path in (ROOT / "configs/rules").glob("*.yaml")))


if __name__ == "__main__":
    unittest.main()
