"""solve: exact values of small games, their table files and the errors."""

import random
import signal
import subprocess
import time
import unittest

from program import PROGRAM, ROOT, ProgramTest

SMALL = str(ROOT / "configs/small/k1v5.yaml")
TINY = SMALL + "+board.setup=t3t/5/1TK2/5/5"


class Solve(ProgramTest):
    def test_the_setup(self):
        [solved] = self.objects("solve", TINY, "--json")
        self.assertEqual((solved["result"], solved["plies"], solved["endless"]), ("defenders", 4, False))
        counts = [solved[key]["positions"] for key in ("attackers", "defenders", "draws")]
        self.assertEqual(sum(counts), solved["reachable"])
        self.assertAlmostEqual(sum(solved[key]["share"] for key in ("attackers", "defenders", "draws")), 1)
        text = self.output("solve", TINY)
        self.assertIn("defenders win in 4 plies\n", text)
        self.assertRegex(text, rf"reachable +{solved['reachable']} ")

    def test_needs_are_told_before_the_work(self):
        done = self.run_program("solve", TINY)
        self.assertRegex(done.stderr, r"about \d+ positions, \d+ MB of memory, \d+ threads?")

    def test_positions_and_their_moves(self):
        [value, *moves] = self.objects("solve", TINY, "--json", "--position", "2t1t/5/1T3/5/2K2 d")
        self.assertEqual((value["result"], value["plies"]), ("defenders", 1))
        self.assertEqual(moves[0], {"move": "c1-a1", "result": "defenders", "plies": 1, "endless": False})
        legal = self.lines("moves", "--rules", TINY, "--position", "2t1t/5/1T3/5/2K2 d")
        self.assertEqual(len(moves), len(legal))
        self.assertEqual(self.lines("solve", TINY, "--position", "2t1t/5/1T3/5/2K2 d")[0], "defenders win in 1 ply")
        self.assert_fails(1, r"cannot be reached.*\+board.setup=ttt2/5/1TK2/5/5\+first=attackers after their name",
                          "solve", TINY, "--position", "ttt2/5/1TK2/5/5 a", "--log-level", "error")

    def test_a_position_after_the_end_is_over(self):
        self.assert_fails(1, r"position '5/5/5/5/2K2 a': [^;]*(win|won|over)", "solve", TINY, "--position", "5/5/5/5/2K2 a", "--log-level", "error")

    def test_samples(self):
        sample = self.objects("solve", TINY, "--sample", 50, "--seed", 4, "--json")
        self.assertEqual(len({line["position"] for line in sample}), 50)
        self.assertEqual(sample, self.objects("solve", TINY, "--sample", 50, "--seed", 4, "--json"))
        for line in self.objects("solve", TINY, "--sample", 20, "--min-plies", 3, "--json"):
            self.assertGreaterEqual(line["plies"], 3)
        for line in self.objects("solve", TINY, "--sample", 20, "--opening-plies", 2, "--json"):
            self.assertTrue(0 <= line["mean_score"] <= 1, line)
        self.assertRegex(self.output("solve", TINY, "--sample", 1, "--opening-plies", 1), r", attackers \d+\.\d %$")
        done = self.run_program("solve", TINY, "--sample", 10**6)
        self.assertEqual((done.returncode, f"only {len(done.stdout.splitlines())} positions can be drawn" in done.stderr), (0, True), done.stderr)
        self.assert_fails(1, "every position is won in fewer than 100 plies", "solve", TINY, "--sample", 10, "--min-plies", 100, "--log-level", "error")
        line = sample[0]
        [again, *_] = self.objects("solve", TINY, "--position", line["position"], "--json")
        self.assertEqual(again, line)

    def test_threads_make_no_difference(self):
        for threads in (1, 3):
            self.output("solve", TINY, "--workers", threads, "--table", f"{threads}.table")
        self.assertEqual((self.folder / "1.table").read_bytes(), (self.folder / "3.table").read_bytes())

    def test_a_full_disk_does_not_cost_the_answer(self):
        done = self.run_on_full_disk("solve", TINY, "--table", "t.table")
        self.assertEqual(done.returncode, 1)
        self.assertIn("defenders win in 4 plies\n", done.stdout)
        self.assertRegex(done.stderr, r"raichi: t\.table: cannot write: File too large\n$")

    def test_a_table_is_read_again(self):
        [first] = self.objects("solve", TINY, "--table", "t.table", "--json")
        [again] = self.objects("solve", "--table", "t.table", "--json")
        self.assertEqual({**first, "seconds": 0}, {**again, "seconds": 0})
        self.assert_fails(1, "t.table: a table of .*not of.*name another file",
                          "solve", TINY + "+king.armed=none", "--table", "t.table")

    def test_a_link_to_a_table_stays(self):
        link = self.folder / "link.table"
        link.symlink_to("t.table")
        self.output("solve", TINY, "--table", "link.table")
        self.assertTrue(link.is_symlink())
        self.output("solve", TINY, "--table", "plain.table")
        self.assertEqual((self.folder / "t.table").read_bytes(), (self.folder / "plain.table").read_bytes())

    def test_damaged_tables_are_refused(self):
        self.output("solve", TINY, "--table", "t.table")
        table = self.folder / "t.table"
        good = table.read_bytes()
        table.write_bytes(good[:-1])
        self.assert_fails(1, "t.table: damaged table: truncated or lengthened; remove the file and solve again",
                          "solve", "--table", "t.table")
        table.write_bytes(good[:-9] + bytes([good[-9] ^ 1]) + good[-8:])
        self.assert_fails(1, "t.table: damaged table: wrong checksum", "solve", "--table", "t.table")

    def test_work_that_was_stopped_continues(self):
        command = [PROGRAM, "solve", SMALL, "--table", "t.table", "--workers", "1"]
        work = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertIn("about", work.stderr.readline())
        time.sleep(0.5)
        work.send_signal(signal.SIGINT)
        _, errors = work.communicate(timeout=120)
        self.assertEqual(work.returncode, 1, errors)
        self.assertIn("stopped; the same command continues from here", errors)
        self.assertTrue((self.folder / "t.table").exists())
        done = self.run_program("solve", "--table", "t.table", "--json")
        self.assertIn("t.table: goes on at K+", done.stderr)
        [whole] = self.objects("solve", SMALL, "--table", "whole.table", "--json")
        self.assertEqual(whole["reachable"], 1309082)
        self.assertEqual((self.folder / "t.table").read_bytes(), (self.folder / "whole.table").read_bytes())

    def test_unfinished_tables_are_written(self):
        command = [PROGRAM, "solve", SMALL, "--table", "t.table", "--workers", "1", "--save-every", "0.1"]
        work = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while work.poll() is None and not (self.folder / "t.table").exists():
            time.sleep(0.01)
        work.kill()
        work.communicate()
        self.assertEqual(work.returncode, -signal.SIGKILL, "it was done before it was killed")
        done = self.run_program(*command[1:], "--json")  # however long its steps take
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("t.table: goes on at K+", done.stderr)

    def test_a_killed_solver_gives_the_same_table(self):
        began = time.monotonic()
        self.output("solve", SMALL, "--table", "whole.table")
        whole_time = time.monotonic() - began
        chance = random.Random(20)
        unfinished = 0
        for kill in range(20):
            work = subprocess.Popen([PROGRAM, "solve", SMALL, "--table", "t.table", "--save-every", "0.1"], cwd=self.folder,
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            time.sleep(chance.uniform(0.02, 0.2) * whole_time)
            work.send_signal(signal.SIGKILL if kill % 4 else signal.SIGINT)
            work.communicate(timeout=600)
            unfinished += work.returncode != 0
        self.assertGreater(unfinished, 2, "every kill came too late")
        self.output("solve", SMALL, "--table", "t.table")
        self.assertEqual((self.folder / "t.table").read_bytes(), (self.folder / "whole.table").read_bytes())
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["t.table", "whole.table"])

    def test_refusals(self):
        self.assert_fails(1, "brandubh: has about .* positions, which need .* TB of memory", "solve", "brandubh")
        self.assert_fails(1, "linnaeus: a board of 9x9 is too large", "solve", "linnaeus")
        self.assert_fails(1, r"solve it with \+quiet_limit=0 after its name", "solve", TINY + "+quiet_limit=9")
        self.assert_fails(1, "at most 1 MB may be used", "solve", SMALL, "--max-memory", "0.001")
        self.assert_fails(2, "expected the name of a rule set or --table FILE", "solve")
        self.assert_fails(2, "no.table: no such table", "solve", "--table", "no.table")
        self.assert_fails(1, "nowhere/t.table: cannot create", "solve", TINY, "--table", "nowhere/t.table")


if __name__ == "__main__":
    unittest.main()
