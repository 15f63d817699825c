"""Run folders that several people may write, one of whom means harm, and runs that change hands."""

import hashlib
import os
import re
import signal
import stat
import subprocess
import unittest

from run_case import PROGRAM, SMOKE, RunCase, raichi

SECRET = "what nobody else may read or change\n"


def contents(folder, without=("logs", "status")):
    """Returns a checksum of each file of a run, except those that every process may write."""
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.rglob("*"))
            if path.is_file() and path.relative_to(folder).parts[0] not in without}


class LinksTest(RunCase):
    """Somebody who can write in a run's folder puts links there to files of the one who goes on with the run."""

    FILES = ("config.yaml", "ledger.jsonl", "state.json", "metrics/progress.jsonl", "metrics/matches.jsonl", "metrics/bench.jsonl",
             "metrics/events.out.tfevents.raichi", "logs/raichi.log", "report.html", "models/newest", ".train.lock", ".matches.lock",
             "optimizer/000002", "models/000002/model.raichi", "pinned_rules/linnaeus.yaml")
    FOLDERS = ("metrics", "models", "games", "logs", "status", "optimizer", "pinned_rules")

    def setUp(self):
        super().setUp()
        self.private = self.folder / "private"
        self.private.mkdir()
        self.secret = self.private / "secret"
        self.secret.write_text(SECRET)
        result = self.run_smoke("budget.games=8", "evaluation.final_pairs=0")
        self.assertEqual(result.returncode, 0, result.stderr)

    def go_on(self, what):
        result = self.run_smoke("budget.games=12", "evaluation.final_pairs=0")
        self.assertEqual(sorted(path.name for path in self.private.iterdir()), ["secret"], what)
        self.assertEqual(self.secret.read_text(), SECRET, what)
        for path in self.run_folder.rglob("*"):
            if path.is_file() and not path.is_symlink():
                self.assertNotIn(SECRET.strip().encode(), path.read_bytes(), f"{what}: {path}")
        self.assertNotIn(SECRET.strip(), result.stdout + result.stderr, what)
        return result

    def test_a_link_to_a_file_is_not_followed(self):
        said = 0
        for name in self.FILES:
            path = self.run_folder / name
            kept = self.folder / "kept"
            if path.exists():
                path.rename(kept)
            path.symlink_to(self.secret)
            result = self.go_on(name)
            said += "symbolic link" in result.stderr
            self.assertIn(result.returncode, (0, 1), name)
            if path.is_symlink():
                path.unlink()
            if kept.exists() and not path.exists():
                kept.rename(path)
            kept.unlink(missing_ok=True)
        self.assertGreater(said, len(self.FILES) // 2)

    def test_a_link_to_a_folder_is_not_followed(self):
        for name in self.FOLDERS:
            path = self.run_folder / name
            path.rename(self.folder / "kept")
            path.symlink_to(self.private)
            result = self.go_on(name)
            self.assertIn("symbolic link", result.stderr, name)
            path.unlink()
            (self.folder / "kept").rename(path)
        self.assertEqual(self.run_smoke("budget.games=12", "evaluation.final_pairs=0").returncode, 0)

    def test_the_run_itself_may_be_a_link(self):
        (self.folder / "elsewhere").mkdir()
        self.run_folder.rename(self.folder / "elsewhere/run")
        self.run_folder.symlink_to(self.folder / "elsewhere/run")
        result = self.run_smoke("budget.games=12", "evaluation.final_pairs=0")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(raichi("status", self.run_folder).returncode, 0)


class SharedFolderTest(RunCase):
    def modes(self):
        return {str(path.relative_to(self.folder)): stat.S_IMODE(path.lstat().st_mode) for path in self.run_folder.rglob("*")}

    def test_all_files_are_as_open_as_the_umask_says(self):
        for umask, file, folder in ((0o002, 0o664, 0o775), (0o077, 0o600, 0o700)):
            self.run_folder = self.folder / f"run{umask:o}"
            done = subprocess.run([PROGRAM, "run", SMOKE, "budget.games=4", "--dir", str(self.run_folder)], capture_output=True, text=True,
                                  timeout=600, umask=umask)
            self.assertEqual(done.returncode, 0, done.stderr)
            for name, mode in self.modes().items():
                self.assertEqual(mode, folder if (self.folder / name).is_dir() else file, f"{name}: {mode:o}")

    def test_a_process_that_lost_the_run_changes_nothing_more(self):
        first = self.start_run("budget.games=1000000", "evaluation.every=0")
        self.addCleanup(first.wait)
        self.addCleanup(first.kill)
        self.wait_for_model(2, first)
        first.send_signal(signal.SIGSTOP)
        for lock in self.run_folder.glob(".*.lock"):
            lock.unlink()  # as if a server had lost the locks
        second = self.run_smoke("evaluation.every=0", "budget.games=40")
        self.assertEqual(second.returncode, 0, second.stderr)
        before = contents(self.run_folder)
        first.send_signal(signal.SIGCONT)
        _, errors = first.communicate(timeout=120)
        self.assertEqual(first.returncode, 3, errors)
        self.assertRegex(errors.splitlines()[-1], f"raichi: {re.escape(str(self.run_folder))}: another process owns this run")
        self.assertEqual(contents(self.run_folder), before)
        third = self.run_smoke("evaluation.every=0", "budget.games=48")
        self.assertEqual(third.returncode, 0, third.stderr)
        self.assertNotRegex(third.stderr, "set aside|left out|set back")
        self.check_ledger()


if __name__ == "__main__":
    unittest.main()
