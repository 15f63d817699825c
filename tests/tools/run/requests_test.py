"""What a phase of a run asks of the file system does not grow with the age of the run."""

import collections
import re
import subprocess
import unittest

from power_failure_test import strace_works
from run_case import PROGRAM, SMOKE, RunCase

MODELS = 36
CALLS = "openat,getdents64,renameat,renameat2,linkat,unlinkat,mkdirat,newfstatat,fsync"


@unittest.skipUnless(strace_works(), "strace cannot run here; tools/setup.sh --test installs it")
class RequestsTest(RunCase):
    def phases_of(self, *arguments):
        """Runs the program, and returns for each model that it makes the calls on files of the run before it: pairs of a call's name
        and the rest of its line."""
        trace = self.folder / "trace"
        done = subprocess.run(["strace", "-f", "-qq", "-y", "-s", "200", "-e", f"trace={CALLS}", "-o", trace, PROGRAM, *arguments],
                              capture_output=True, text=True, timeout=1200, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        phases = [[]]
        for line in trace.read_text(errors="replace").splitlines():
            found = re.match(r"\d+ +(\w+)\((.*)", line)
            if not found or str(self.run_folder) not in line:
                continue
            name, rest = found.groups()
            phases[-1].append((name, rest))
            if name.startswith("rename") and '"newest"' in rest:
                phases.append([])
        return phases[3:-1]  # not the start, which goes on after the first model, nor the first report; nor the end

    def test_an_iteration_of_run(self):
        phases = self.phases_of("run", SMOKE, "rules=[brandubh]", f"budget.games={4 * MODELS}", "workers.workers=1", "evaluation.every=0",
                                "evaluation.final_pairs=0", "--dir", str(self.run_folder))
        self.assertGreater(len(phases), MODELS - 10)
        for model, folders in enumerate(map(self.folders, phases)):
            games = {name for name in folders if re.search(r"/games(/|$)", name)}
            self.assertLessEqual(len(games), 10, f"model {model}: {sorted(games)}")  # the newest eight, one in turn, and the next
            self.assertNotIn(f"{self.run_folder}/games", games)
        counts = [collections.Counter(name for name, _ in phase) for phase in phases]
        middle, last = (self.mean(counts[begin:begin + 10]) for begin in (10, len(counts) - 10))
        for call in set(middle) | set(last):
            self.assertLessEqual(last[call], 1.1 * middle[call] + 2, call)

    @staticmethod
    def folders(phase):
        """The folders that were listed."""
        found = (re.match(r"\d+<([^>]*)>", rest) for name, rest in phase if name == "getdents64")
        return {path[1] for path in found if path}

    @staticmethod
    def mean(counts):
        total = collections.Counter()
        for count in counts:
            total.update(count)
        return collections.Counter({name: number / len(counts) for name, number in total.items()})


if __name__ == "__main__":
    unittest.main()
