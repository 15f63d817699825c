"""One call of a small run to the file system fails, whichever it is and with any error"""

import collections
import errno
import os
import shutil
import subprocess
import unittest

from run_case import PROGRAM, ROOT, SMOKE, RunCase

GAMES = 8
ERRORS = [errno.EIO, errno.ENOSPC, errno.ESTALE, errno.EACCES, errno.EMFILE]


@unittest.skipUnless(shutil.which("cc"), "no C compiler here")
class FailingCallsTest(RunCase):
    def setUp(self):
        super().setUp()
        self.calls = self.folder / "calls"
        self.library = self.folder / "faults.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", self.library, ROOT / "tests/cluster/faults.c"], check=True)

    def run_with_failure(self, number, error, **more):
        """Runs GAMES games in the run folder; the call of this number fails, of those on files of the run. Returns the names of
        all these calls. `more` changes what faults.c reads."""
        self.calls.unlink(missing_ok=True)
        faults = {"LD_PRELOAD": str(self.library), "FAULTS_FOLDER": str(self.run_folder), "FAULTS_AT": str(number),
                  "FAULTS_ERROR": str(error), "FAULTS_COUNT": str(self.calls), **more}
        self.done = subprocess.run([PROGRAM, "run", SMOKE, f"budget.games={GAMES}", "--dir", self.run_folder], capture_output=True,
                                   text=True, timeout=300, env={**os.environ, **faults})
        return self.calls.read_text().split()

    def try_failure(self, number, error):
        """Fails if the run crashes, explains nothing, calls it wrong use, or loses something by the failure."""
        name = self.run_with_failure(number, error)[number - 1:number]
        message = f"{name}: {self.done.stderr}"
        self.assertIn(self.done.returncode, [0, 1], message)
        if self.done.returncode == 1:
            errors = [line for line in self.done.stderr.splitlines() if line.startswith("raichi: ") and "warning:" not in line]
            self.assertEqual(len(errors), 1, message)
            self.assertIn(os.strerror(error), errors[0], message)
        before = self.results() if self.run_folder.exists() else collections.Counter()
        again = self.run_smoke(f"budget.games={GAMES}")
        self.assertEqual(again.returncode, 0, f"{message}\n{again.stderr}")
        self.assertEqual(before - self.results(), collections.Counter(), message)
        self.assertEqual([path for path in self.run_folder.rglob("*") if ".bad" in path.name or path.name == "backups"], [], message)
        iterations = self.check_whole(GAMES)
        self.check_evaluated(iterations)
        self.check_ledger()
        return name

    def test_a_lock_that_is_stale_for_a_moment_keeps_no_model_from_its_evaluation(self):
        self.assertEqual(self.run_with_failure(1, errno.ESTALE, FAULTS_NAME=".evaluate.lock")[0], "openat")
        self.assertEqual(self.done.returncode, 0, self.done.stderr)
        self.check_evaluated(self.check_whole(GAMES))

    def test_a_failure_loses_nothing_and_is_explained(self):
        """Tries RAICHI_FAILURES of all calls (8 by default), evenly spread over the run."""
        calls = len(self.run_with_failure(10**9, 0))
        self.assertGreater(calls, 500)
        count = min(int(os.environ.get("RAICHI_FAILURES", 8)), calls)
        tried = collections.Counter()
        for i in range(count):
            shutil.rmtree(self.run_folder)
            number, error = 1 + (2 * i + 1) * calls // (2 * count), ERRORS[i % len(ERRORS)]
            with self.subTest(call=number, error=errno.errorcode[error]):
                tried.update(self.try_failure(number, error))
        print("calls that failed:", ", ".join(f"{name} {times}" for name, times in sorted(tried.items())))


if __name__ == "__main__":
    unittest.main()
