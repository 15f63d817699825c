"""truth and bench truth: the making of truth sets, their figures and the errors."""

import re
import unittest

from program import ROOT, ProgramTest

SHIPPED = ROOT / "configs/truth/tafl-9.truth"
PROOFS = ROOT / "configs/truth/proofs.truth"


def positions(text):
    """The lines of positions, each after the name of its rules."""
    rules = None
    for line in text.splitlines()[1:]:
        if line.startswith("rules "):
            rules = line.split()[1]
        elif not line.startswith("#"):
            yield (rules, *line.split(" ", 5))


class Truth(ProgramTest):
    def make(self, name, *arguments):
        file = self.folder / name
        self.output("truth", "-o", file, "--rules", "brandubh", "--own-games", 4, "--plies", 4, "--easy", 0, *arguments)
        return file

    def test_the_same_options_give_the_same_file_on_any_number_of_threads(self):
        one = self.make("one.truth", "--workers", 1).read_text()
        self.assertGreater(len(list(positions(one))), 1)
        self.assertEqual(one, self.make("two.truth", "--workers", 2).read_text())
        self.assertNotEqual(one, self.make("other.truth", "--seed", 9).read_text())

    def test_a_made_file_is_proven_again(self):
        file = self.make("x.truth")
        count = len(list(positions(file.read_text())))
        self.assertEqual(self.objects("bench", "truth", "--check", "--truth", file, "--json"),
                         [{"positions": count, "proven": count}])

    def test_positions_of_a_proof(self):
        def make(name, *arguments):
            file = self.folder / name
            self.output("truth", "-o", file, "--proof", ROOT / "configs/proofs/minitafl.proof", "--nodes", 20000, "--per-class", 2, *arguments)
            return file
        file = make("proof.truth")
        lines = list(positions(file.read_text()))
        self.assertEqual({line[0] for line in lines}, {"minitafl"})
        self.assertTrue(any(int(line[2][3:]) >= 10 for line in lines if line[2].startswith("-<=")))
        self.assertEqual(file.read_text(), make("again.truth").read_text())
        self.assertEqual(self.objects("bench", "truth", "--check", "--truth", file, "--json"), [{"positions": len(lines), "proven": len(lines)}])

    def test_the_shipped_positions_of_proofs(self):
        lines = list(positions(PROOFS.read_text()))
        self.assertLess(PROOFS.stat().st_size, 300_000)
        self.assertEqual({line[0] for line in lines}, {file.stem for file in (ROOT / "configs/proofs").glob("*.proof")})
        halves = [line[1] for line in lines]
        self.assertGreater(min(halves.count("c"), halves.count("h")), len(lines) / 3)
        self.assertGreater(sum(int(re.sub(r"\D", "", line[2])) >= 25 for line in lines), 10)
        checked = self.objects("bench", "truth", "--check", "--truth", PROOFS, "--positions", 10, "--json")[0]
        self.assertEqual(checked, {"positions": 10, "proven": 10})

    def test_the_shipped_file_is_balanced_and_some_of_it_is_proven_again(self):
        lines = list(positions(SHIPPED.read_text()))
        self.assertLess(SHIPPED.stat().st_size, 300_000)
        halves = [line[1] for line in lines]
        self.assertGreater(min(halves.count("c"), halves.count("h")), len(lines) / 3)
        defenders = sum(line[6].split()[1] == ("d" if line[2][0] == "+" else "a") for line in lines)
        self.assertGreater(min(defenders, len(lines) - defenders), len(lines) / 5)
        self.assertEqual(self.objects("bench", "truth", "--check", "--positions", 20, "--json")[0]["positions"], 20)

    def test_the_figures_of_a_model(self):
        arguments = ["bench", "truth", "models/tafl-9", "--visits", "1,20"]
        lines = self.objects(*arguments, "--json")
        self.assertEqual([line["visits"] for line in lines[-2:]], [1, 20])
        for line in lines[-2:]:
            self.assertEqual((line["name"], line["part"], line["distance"]), ("truth", "choice", "all"))
            for key in ["signs", "kept", "lost"]:
                share = line[key]
                self.assertAlmostEqual(share["share"], share["right"] / share["all"])
                self.assertTrue(share["low"] <= share["share"] <= share["high"])
            self.assertGreater(line["signs"]["share"], 0.6)
        for key in ["signs", "kept", "lost"]:
            self.assertEqual(sum(line[key]["right"] for line in lines[:-2]), sum(line[key]["right"] for line in lines[-2:]))
        rules = {line["rules"] for line in self.objects(*arguments, "--json", "--by-rules", "--held-out")}
        self.assertEqual(rules, {"all", *(line.split()[1] for line in SHIPPED.read_text().splitlines() if line.startswith("rules "))})
        head, *table = self.lines(*arguments, "--rules", "brandubh", "--positions", 30)
        self.assertEqual(head, "models/tafl-9: 30 positions of the part choice")
        self.assertRegex("\n".join(table), r"(?m)^all +30( +\d+\.\d %){2} +\d+( +\d+\.\d %){2}$")

    def test_bad_input(self):
        self.assert_fails(2, "expected a model", "bench", "truth")
        self.assert_fails(2, "expected the model after --model", "bench", "rules", "models/linnaeus")
        self.assert_fails(2, "expected the model without --model", "bench", "truth", "--model", "models/linnaeus")
        self.assert_fails(2, "bench truth: does not obey --predict", "bench", "truth", "models/linnaeus", "--predict", "x")
        self.assert_fails(2, "bench prediction: does not obey --rules", "bench", "prediction", "x", "--predict", "x", "--rules", "linnaeus")
        self.assert_fails(2, "bench rules: does not obey --truth", "bench", "rules", "--truth", SHIPPED)
        self.assert_fails(2, "--check", "bench", "truth", "--check", "--held-out")
        self.assert_fails(2, "--visits: 1 is named twice", "bench", "truth", "models/linnaeus", "--visits", "1,2,1")
        self.assert_fails(2, "--visits x: expected a number", "bench", "truth", "models/linnaeus", "--visits", "x")
        self.assert_fails(2, "--rules copenhagen: not in this half of the truth set", "bench", "truth", "models/linnaeus", "--rules", "copenhagen")
        self.assert_fails(2, "expected the name of a shipped rule set", "truth", "-o", self.folder / "x", "--rules", "nothing")
        # Before anything is solved.
        self.assert_fails(1, "nothing: cannot open", "truth", "-o", self.folder / "x", "--solve", "configs/small/k1v5.yaml", "nothing")
        self.assert_fails(1, "nothing.proof", "truth", "-o", self.folder / "x", "--proof", "nothing.proof")
        half = self.make("half.truth")
        half.write_text("".join(line for line in half.read_text().splitlines(True) if line[:2] != "h " and line[0] != "#"))
        self.assert_fails(1, "no positions of this half; the other one is taken without --held-out",
                          "bench", "truth", "models/tafl-9", "--held-out", "--truth", half)
        damaged = self.folder / "damaged.truth"
        damaged.write_text(SHIPPED.read_text().replace(" +3 ", " +5 ", 1))
        self.assert_fails(1, "damaged.truth: has a wrong sum", "bench", "truth", "--check", "--truth", damaged)


if __name__ == "__main__":
    unittest.main()
