"""prove: proofs, their certificates, tables that continue, and the errors."""

import pathlib
import signal
import subprocess
import time
import unittest

from program import PROGRAM, ROOT, ProgramTest

SMALL = str(ROOT / "configs/small/k1v5.yaml")


class Prove(ProgramTest):
    def test_either_side_is_tried(self):
        self.assertIn("minitafl: defenders win within ", self.output("prove", "minitafl"))
        [proof] = self.objects("prove", "ard-ri", "--json")
        self.assertEqual((proof["side"], proof["wins"], proof["certificate"]["claim"]), ("attackers", True, "wins"))
        self.assertEqual(proof["certificate"]["plies"] % 2, 1)

    def test_a_side_that_cannot_win_leaves_a_hold(self):
        text = self.output("prove", "minitafl", "--side", "attackers")
        self.assertIn("defenders hold: they never lose", text)
        self.assertIn("attackers cannot force a win", text)

    def test_one_thread_gives_the_same_certificate_each_time(self):
        for name in ("a", "b"):
            self.output("prove", "ard-ri", "--side", "attackers", "--workers", 1, "-o", self.folder / name)
        self.assertEqual((self.folder / "a").read_bytes(), (self.folder / "b").read_bytes())

    def test_certificates_are_checked(self):
        file = self.folder / "x.proof"
        self.output("prove", "ard-ri", "-m", "c1-c2", "-o", file)
        [checked] = self.objects("prove", "--check", file, "--json")
        self.assertEqual((checked["owner"], checked["plies"] % 2), ("attackers", 0))
        slow = pathlib.Path(PROGRAM).parent.parent / "tests/slow_check"
        if slow.exists():
            subprocess.run([slow, file], check=True, stdout=subprocess.DEVNULL)
        file.write_bytes(file.read_bytes()[:-1])
        self.assert_fails(1, "x.proof: damaged certificate: truncated", "prove", "--check", file)
        shipped = sorted((ROOT / "configs/proofs").glob("*.proof"))
        checked = self.objects("prove", "--check", *shipped, "--json")
        self.assertEqual([line["rules"] for line in checked], [file.stem for file in shipped])

    def test_time_ends_a_search_and_a_table_continues_it(self):
        table = self.folder / "x.table"
        run = ("prove", "ballinderry-8", "--side", "attackers", "--workers", 1, "--table", table, "--json")
        [first] = self.objects(*run, "--time", 0.2)
        self.assertEqual((first["wins"], first["certificate"]), (None, None))
        [second] = self.objects(*run)
        self.assertTrue(second["wins"])
        self.assertGreater(second["nodes"], first["nodes"])
        self.assert_fails(1, "a table of other rules or of the other side", "prove", "ard-ri", "--side", "attackers", "--table", table)

    def test_an_interrupt_keeps_the_table(self):
        table = self.folder / "x.table"
        process = subprocess.Popen([PROGRAM, "prove", "brandubh", "--side", "attackers", "--table", table, "--max-memory", "0.1"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1)
        self.assertIn("not proven that attackers win; proof number", out)
        self.assertIn("the same command continues from here", err)
        self.assertTrue(table.exists())

    def test_positions_without_history(self):
        [proof] = self.objects("prove", SMALL, "-p", "2t1t/5/1T3/5/2K2 d", "--side", "defenders", "--json")
        self.assertEqual((proof["wins"], proof["certificate"]["plies"]), (True, 1))

    def test_errors_say_what_to_do(self):
        self.assert_fails(2, "expected the name of one rule set, or --check and certificates", "prove")
        self.assert_fails(2, "--table: expected --side too", "prove", "ard-ri", "--table", "x")
        self.assert_fails(2, "side 'x' is unknown", "prove", "ard-ri", "--side", "x")
        self.assert_fails(1, "x: cannot open", "prove", "--check", "x")
        self.assert_fails(1, "/nowhere/x.proof: cannot create", "prove", "ard-ri", "-o", "/nowhere/x.proof")


if __name__ == "__main__":
    unittest.main()
