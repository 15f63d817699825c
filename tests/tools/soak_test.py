"""soak.py, which is meant for hours, in half a minute"""

import json
import os
import subprocess
import sys
import time
import unittest

from program import PROGRAM, ROOT, ProgramTest, needs_libtorch


@needs_libtorch
class Soak(ProgramTest):
    def command(self, hours):
        return [sys.executable, "-B", ROOT / "tests/tools/soak.py", "soak", "--hours", hours, "--pace", "0.2", "--sample", "1",
                "--minutes-between-kills", "0.2", "0.3", "--page", ROOT / "web/page"]

    def soak(self, program, hours):
        return subprocess.run(self.command(hours), cwd=self.folder, capture_output=True, text=True,
                              env={**os.environ, "RAICHI_PROGRAM": program})

    def kill_a_soak(self):
        """Begins a soak and kills it once it has noted a use. Returns the uses that it had noted."""
        uses = self.folder / "soak/uses.json"
        with subprocess.Popen(self.command("1"), cwd=self.folder, env={**os.environ, "RAICHI_PROGRAM": PROGRAM}) as soak:
            while soak.poll() is None and not (uses.exists() and json.loads(uses.read_text())["counts"].get("engine moves")
                                               and (self.folder / "soak/run/state.json").exists()):
                time.sleep(0.5)
            soak.kill()
        return json.loads(uses.read_text())

    def good(self, hours):
        """The result of a soak that goes on until this hour."""
        done = self.soak(PROGRAM, hours)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        result = json.loads((self.folder / "soak/soak.json").read_text())
        self.assertEqual(result, json.loads(done.stdout.splitlines()[-1]))
        self.assertTrue(result["good"])
        return result

    def test_every_part_is_used_and_what_it_did_is_counted_over_all_starts(self):
        first = self.kill_a_soak()
        self.assertEqual(first["starts"], 1)
        hours = first["seconds"] / 3600
        counts = ["engine moves", "page requests", "report requests"]
        for more in 0.012, 0.04, 0.1:  # a busy machine needs longer to come to the report and to the end of a game
            result = self.good(str(hours + more))
            if result["run"]["games"] > 0 and all(result["counts"].get(count, 0) > 0 for count in counts):
                break
        self.assertGreater(result["starts"], 1)
        self.assertGreaterEqual(result["hours"], round(hours + 0.012, 3))
        for count in counts:
            self.assertGreater(result["counts"].get(count, 0), first["counts"].get(count, 0), count)
        self.assertGreater(sum(n for name, n in result["counts"].items() if name.startswith("run ended")), 1)
        self.assertGreater(result["run"]["games"], 0)
        self.assertEqual([part for part in ("engine", "page") if part in result["memory"]], ["engine", "page"])

    def test_only_a_soak_goes_on(self):
        (self.folder / "soak").mkdir()
        (self.folder / "soak/notes").write_text("mine")
        done = self.soak(PROGRAM, "0.001")
        self.assertEqual(done.returncode, 2)
        self.assertIn("expected a new or empty folder, or that of a soak", done.stderr)

    def test_a_program_that_fails_is_noticed(self):
        done = self.soak("/bin/false", "0.001")
        self.assertEqual(done.returncode, 1)
        result = json.loads(done.stdout.splitlines()[-1])
        self.assertFalse(result["good"])
        self.assertTrue(any(failure.startswith("engine:") for failure in result["failures"]))
        self.assertTrue(any("ended by itself" in failure for failure in result["failures"]))


if __name__ == "__main__":
    unittest.main()
