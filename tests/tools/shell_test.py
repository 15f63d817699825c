"""completion, manual and version: what the program tells shells and readers of itself."""

import os
import re
import shutil
import subprocess
import unittest

from program import PROGRAM, ROOT, ProgramTest


class Shell(ProgramTest):
    def commands(self):
        return re.findall(r"^  ([a-z]+)  +[A-Z]", self.output("help"), re.MULTILINE)

    def options_of(self, command):
        return set(re.findall(r"^  (?:-\w,)?(--[a-z-]+)", self.output("help", command), re.MULTILINE))

    def run_shell(self, *command, text):
        path = f"{os.path.dirname(PROGRAM)}:/usr/bin:/bin"
        done = subprocess.run(command, input=text, text=True, capture_output=True, cwd=self.folder, env={"PATH": path})
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.split("\n")[:-1]

    def bash(self, *words):
        """Returns what bash offers for the last word."""
        quoted = " ".join(f"'{word}'" for word in ("raichi", *words))
        script = self.output("completion", "bash")
        return self.run_shell("bash", "--norc", text=f"{script}\nCOMP_WORDS=({quoted}) COMP_CWORD={len(words)}\n_raichi\n"
                                                    'printf "%s\\n" "${COMPREPLY[@]}"\n')

    def test_bash_completes_commands_and_options(self):
        self.assertEqual(set(self.bash("")), set(self.commands()))
        self.assertEqual(self.bash("mat"), ["match"])
        self.assertEqual(self.bash("--log-level", "error", "mat"), ["match"])
        for command in self.commands():
            self.assertLessEqual(self.options_of(command), set(self.bash(command, "--")), command)
        self.assertEqual(self.bash("help", "upg"), ["upgrade"])

    def test_bash_completes_values(self):
        self.assertEqual(self.bash("play", "--side", "att"), ["attackers"])
        self.assertEqual(self.bash("play", "--rules", "brandubh-t"),
                         ["brandubh-throneless", "brandubh-throneless-circle", "brandubh-throneless-line"])
        self.assertEqual(self.bash("rules", "ashton"), ["ashton-bologna"])
        self.assertEqual(self.bash("run", "--log-level", "err"), ["error"])
        (self.folder / "games with space").mkdir()
        self.assertEqual(self.bash("games", "ga"), ["games with space"])
        self.assertEqual(self.bash("match", "a", "b", "--pairs", ""), [""])

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish_completes(self):
        def fish(line):
            text = self.output("completion", "fish") + f"complete -C '{line}'\n"
            return [offer.split("\t")[0] for offer in self.run_shell("fish", "--no-config", text=text)]

        self.assertEqual(set(fish("raichi ")), set(self.commands()))
        self.assertEqual(fish("raichi play --side att"), ["attackers"])
        self.assertIn("ashton-bologna", fish("raichi play --rules ash"))
        for command in self.commands():
            self.assertLessEqual(self.options_of(command), set(fish(f"raichi {command} --")), command)

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_reads_the_script(self):
        script = self.folder / "_raichi"
        script.write_text(self.output("completion", "zsh"))
        self.run_shell("zsh", "-n", str(script), text="")
        for command in self.commands():
            self.assertIn(f"    {command}) _arguments ", script.read_text())

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

    def test_help_is_grouped(self):
        text = self.output("help")
        for heading in ["Learn", "Play and analyse", "Measure", "Rules and positions", "Models and records", "This program"]:
            self.assertIn(f"\n{heading}:\n", text)
        self.assertEqual(self.lines("rules", "--names"),
                         sorted(path.stem for path in (ROOT / "configs/rules").glob("*.yaml")))


if __name__ == "__main__":
    unittest.main()
