"""Work that processes share: studies, matches, ratings, ablations and proofs, of which some processes are killed."""

import json
import os
import shutil
import signal
import subprocess
import time
import unittest

from program import PROGRAM, ROOT, ProgramTest, needs_libtorch

PLAN = """\
rules: [brandubh, minitafl]
changes: {base: brandubh, one_at_a_time: {unarmed: king.armed=none}}
openings: {setup: 64, random4: 32, first_moves: 2}
stop: {half_width: 0.001, equivalence: 0, games: 192}
players: {playouts: [4, 8]}
"""


class SharedWork(ProgramTest):
    def start(self, *arguments):
        work = subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(work.communicate)
        self.addCleanup(work.kill)
        return work

    def wait_for(self, pattern, count=1):
        for _ in range(3000):
            if len(list(self.folder.glob(pattern))) >= count:
                return
            time.sleep(0.01)
        self.fail(f"no {pattern}")

    def files(self, folder, *names):
        base = self.folder / folder
        return {str(path.relative_to(base)): path.read_bytes() for path in sorted(base.rglob("*"))
                if path.is_file() and not path.name.startswith(".") and (not names or path.name in names)}

    def share(self, pattern, *command):
        """Starts three processes, and kills one when there is a file of this pattern. Returns what the others print."""
        processes = [self.start(*command) for _ in range(3)]
        self.wait_for(pattern)
        processes[0].kill()
        processes[0].communicate()
        printed = []
        for process in processes[1:]:
            out, errors = process.communicate(timeout=300)
            self.assertEqual(process.returncode, 0, errors)
            printed.append(out)
        return printed

    def status(self, folder):
        [status] = self.objects("status", folder, "--json")
        return status

    def assert_no_claims(self, folder):
        self.assertEqual(list((self.folder / folder / "claims").iterdir()), [])

    def test_a_study(self):
        self.write("p.yaml", PLAN)
        alone = self.output("balance", "p.yaml", "--dir", "alone", "--workers", 1)
        one, two = self.share("shared/games/*/*.games", "balance", "p.yaml", "--dir", "shared", "--workers", 1)
        self.assertEqual(self.files("shared"), self.files("alone"))
        self.assertEqual(one, two)
        self.assertEqual(one.replace("shared/", "alone/"), alone)
        self.assert_no_claims("shared")
        status = self.status("shared")
        self.assertEqual((status["kind"], status["state"], status["missing"], status["in_work"]), ("study", "finished", 0, []))
        self.assertEqual(status["done"], len(list(self.folder.glob("shared/games/*/*.games"))))
        shutil.rmtree(self.folder / "shared/games")  # games.zst says what was played
        self.assertEqual(self.status("shared"), status)
        self.assert_fails(1, "shared: the folder of a study; choose another --dir", "match", "greedy", "random", "--dir", "shared")

    def test_the_results_of_a_study_come_after_its_tables(self):
        """Who finds balance.json written by another process takes all files for written."""
        (self.folder / "study/report.html/x").mkdir(parents=True)
        self.assert_fails(1, "report.html: cannot write", "balance", "minitafl", "--players", "alphabeta:1", "--games", 4, "--dir", "study")
        self.assertEqual(sorted(path.name for path in self.folder.glob("study/balance.*")), ["balance.csv"])

    def test_the_status_of_a_study(self):
        self.write("p.yaml", PLAN.replace("192", "100000"))
        process = self.start("balance", "p.yaml", "--dir", "study", "--workers", 1)
        self.wait_for("study/games/*/*.games", 2)
        for _ in range(100):  # a process may be between two blocks
            status = self.status("study")
            if status["in_work"]:
                break
        [block] = status["in_work"]
        self.assertRegex(block["holder"], rf":{process.pid}$")
        self.assertRegex(block["block"], r"^games,.*\.games$")
        self.assertEqual((status["folder"], status["state"]), ("study", "running"))
        self.assertGreaterEqual(status["done"], 2)
        self.assertGreater(status["missing"], 0)
        text = self.output("status", "study")
        self.assertIn("study: study, ", text)
        process.kill()
        process.communicate()
        self.assertEqual(self.status("study")["state"], "nobody is at work")
        self.assert_fails(2, "--watch: expected the folder of a run", "status", "study", "--watch")

    def test_a_stopped_process_leaves_its_blocks_to_the_others(self):
        self.write("p.yaml", PLAN)
        first, second = (self.start("balance", "p.yaml", "--dir", "study", "--workers", 1) for _ in range(2))
        self.wait_for("study/games/*/*.games")
        first.send_signal(signal.SIGINT)
        _, errors = first.communicate(timeout=60)
        self.assertEqual(first.returncode, 1)
        self.assertIn("balance: stopped; the same command continues from here", errors)
        _, errors = second.communicate(timeout=300)
        self.assertEqual(second.returncode, 0, errors)
        self.output("balance", "p.yaml", "--dir", "alone")
        self.assertEqual(self.files("study"), self.files("alone"))

    def test_a_match(self):
        match = ["match", "playouts:30", "playouts:20", "-n", 60, "--rules", "brandubh", "--json"]
        alone = self.output(*match)
        self.assertEqual(self.output(*match, "--dir", "one"), alone)  # the same as without a folder
        one, two = self.share("shared/matches/*/*.games", *match, "--dir", "shared", "--workers", 1)
        self.assertEqual([one, two], [alone, alone])
        self.assertEqual(self.files("shared"), self.files("one"))
        self.assertEqual(self.status("shared")["done"], 8)  # 7 blocks of 8 pairs, and one of 4
        # Other games are never mixed with these.
        self.output(*match, "--dir", "shared", "--seed", 2)
        self.assertEqual(self.output(*match, "--dir", "shared"), alone)
        self.assertEqual(len(list((self.folder / "shared/matches").iterdir())), 2)

    def test_a_sequential_test_stops_all(self):
        match = ["match", "greedy", "random", "-n", 4000, "--rules", "brandubh", "--sprt", "0,20", "--json"]
        alone = json.loads(self.output(*match))
        shared = [json.loads(out) for out in self.share("shared/matches/*/*.games", *match, "--dir", "shared", "--workers", 1)]
        self.assertEqual(shared, [alone, alone])
        self.assertLess(len(list(self.folder.glob("shared/matches/*/*.games"))), 400)

    def test_a_damaged_block(self):
        match = ["match", "greedy", "random", "-n", 20, "--rules", "brandubh", "--json", "--dir", "m"]
        whole = self.output(*match)
        block = sorted(self.folder.glob("m/matches/*/*.games"))[1]
        good = block.read_bytes()
        for bad in (good[:-3], good[:60] + bytes([good[60] ^ 8]) + good[61:], sorted(self.folder.glob("m/matches/*/*.games"))[0].read_bytes()):
            block.write_bytes(bad)
            self.assert_fails(1, rf"{block.name}: .*; delete the file, and its games are played again", *match)
        block.unlink()
        self.assertEqual(self.output(*match), whole)
        self.assertEqual(block.read_bytes(), good)

    def test_what_cannot_be_shared_is_refused(self):
        self.assert_fails(2, "--dir: .*linnaeus@0.1s thinks by the clock, so its games are never the same; give it visits",
                          "match", ROOT / "models/linnaeus@0.1s", "random", "-n", 1, "--dir", "m")
        self.output("balance", "minitafl", "--players", "alphabeta:1", "--games", 4, "--dir", "study")
        self.assert_fails(1, "study: the folder of a study; choose another --dir", "match", "greedy", "random", "--dir", "study")
        self.assert_fails(2, "--dir excludes --records|--records excludes --dir", "match", "greedy", "random", "--dir", "x", "--records", "y")

    def test_ratings(self):
        rate = ["rate", "random", "greedy", "alphabeta:1", "playouts:20", "-n", 20, "--rules", "brandubh", "--json"]
        alone = self.output(*rate, "--results", "alone.jsonl")
        one, two = self.share("shared/matches/*/*.games", *rate, "--dir", "shared", "--workers", 1)
        self.assertEqual([one, two], [alone, alone])
        self.assertEqual((self.folder / "shared/results.jsonl").read_bytes(), (self.folder / "alone.jsonl").read_bytes())
        # More pairs continue where these end; a player more plays only its own games.
        more = [*rate[:5], *rate[5:]]
        more[more.index(20)] = 24
        self.assertEqual(self.output(*more, "--dir", "shared"), self.output(*more, "--results", "alone.jsonl"))
        self.assertEqual((self.folder / "shared/results.jsonl").read_bytes(), (self.folder / "alone.jsonl").read_bytes())
        self.assert_fails(2, "--dir: expected players", "rate", "--dir", "shared")

    @needs_libtorch
    def test_an_ablation(self):
        def command(folder):
            return ["ablate", ROOT / "configs/runs/smoke.yaml", "--dir", folder, "budget.games=8", "evaluation.visits=2", "--opponents", "random,greedy",
                    "--vary", "selfplay.full_visits=4,6", "--seeds", 2, "--pairs", 9, "--at-once", 1, "--json"]
        one, two = self.share("shared/*/seed-1/models/0*", *command("shared"))
        self.assertEqual(one, two)
        self.assertEqual(self.output(*command("shared")), one)
        # Training is not the same each time, but matches of these models are.
        results = self.files("shared", "matches.jsonl")
        matches = len(results["matches.jsonl"].splitlines())
        (self.folder / "shared/matches.jsonl").unlink()
        status = self.status("shared")  # its runs are finished, its matches are not
        self.assertEqual((status["state"], status["missing"], status["note"]), ("nobody is at work", matches, "4 of 4 runs finished"))
        self.assertEqual(self.output(*command("shared"), "--rate-only"), one)
        self.assertEqual(self.files("shared", "matches.jsonl"), results)
        for run in self.folder.glob("shared/full*/seed-*"):
            self.assertTrue(json.loads((run / "state.json").read_text())["finished"])
        status = self.status("shared")
        self.assertEqual((status["kind"], status["state"], status["note"]), ("ablation", "finished", "4 of 4 runs finished"))
        others = [json.loads(line) for line in results["matches.jsonl"].splitlines()]  # of runs that were trained again since
        self.write("shared/matches.jsonl", "".join(json.dumps({key: value for key, value in line.items() if key != "sum"} | {"a_weights": "0" * 16}) + "\n"
                                                   for line in others))
        self.assertEqual(self.status("shared")["missing"], matches)

    def test_a_proof(self):
        def command(folder):
            return ["prove", "ard-ri", "--side", "attackers", "--dir", folder, "--piece-nodes", 1000, "--workers", 1]
        one, two = self.share("shared/pieces/*.json", *command("shared"), "-o", "x.proof")
        self.assertRegex(one, r"ard-ri: attackers win within \d+ plies\n")
        self.assertEqual(one.splitlines()[:3], two.splitlines()[:3])  # not the times
        [checked] = self.objects("prove", "--check", "x.proof", "--json")
        self.assertEqual((checked["claim"], checked["owner"]), ("wins", "attackers"))
        slow = os.path.join(os.path.dirname(PROGRAM), "../tests/slow_check")
        if os.path.exists(slow):
            subprocess.run([slow, self.folder / "x.proof"], check=True, stdout=subprocess.DEVNULL)
        self.assertGreater(len(list(self.folder.glob("shared/pieces/*.proof"))), 1)  # it was divided
        status = self.status("shared")
        self.assertEqual((status["kind"], status["state"], status["note"]), ("proof", "finished", "attackers win: proven"))
        self.assert_fails(1, "shared: holds another proof; choose another --dir", "prove", "ard-ri", "--side", "defenders", "--dir", "shared")
        self.assert_fails(2, "--dir: expected --side too", "prove", "ard-ri", "--dir", "x")

    def test_a_disproof_that_is_shared(self):
        text = self.output("prove", "minitafl", "--side", "attackers", "--dir", "d", "--piece-nodes", 1000)
        self.assertIn("attackers cannot force a win", text)

    def test_a_damaged_piece(self):
        self.output("prove", "ard-ri", "--side", "attackers", "--dir", "d", "--piece-nodes", 1000, "--workers", 1)
        piece = sorted(self.folder.glob("d/pieces/*.json"))[0]
        piece.write_bytes(piece.read_bytes().replace(b'"nodes":', b'"nodes":1'))
        self.assert_fails(1, rf"{piece.name}: delete the file, and the piece is searched again", "prove", "ard-ri", "--side", "attackers", "--dir", "d")


if __name__ == "__main__":
    unittest.main()
