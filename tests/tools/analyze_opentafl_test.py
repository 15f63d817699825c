"""analyze on OpenTafl's game records: records by Raichi, records by other programs, and faulty records."""

import unittest

from program import START, ProgramTest

PLAYOUTS = ("--model", "playouts:60")


class OpenTaflGames(ProgramTest):
    def analyze(self, *arguments):
        return self.objects("analyze", *PLAYOUTS, *arguments, "--json")

    def test_games_of_opentafl(self):
        """Records that `games` writes for OpenTafl are read back as the same positions and moves."""
        self.output("match", "greedy", "random", "--rules", "brandubh", "--pairs", "1", "--records", "m.games")
        self.output("games", "m.games", "--otg", "out")
        files = sorted((self.folder / "out").iterdir())
        self.assertEqual(len(files), 2)
        same = ["position", "to_move", "ply", "played", "raichi"]
        of = lambda *names: [[line[key] for key in same] for line in self.analyze(*names)]
        self.assertEqual(of("m.games"), of(*files))
        self.assertIn("greedy", self.output("analyze", *PLAYOUTS, files[0]))

    def test_a_record_of_opentafl_that_it_wrote(self):
        tags = "[result:1]\n[attackers:Tim]\n[rules:dim:9 name:Tablut esc:e atkf:y ks:c nj:n cor: cens: cenh: tfr:w " \
               "start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/]\n\n"
        self.write("none.otg", tags)
        [position] = self.analyze("none.otg")
        self.assertEqual(position["position"], START)
        self.write("game.otg", tags + "1. i4-i3 Te4-g4\n[Well: begun.|]\n\n2. a4-a3\n")
        lines = self.analyze("game.otg")
        self.assertEqual([line["played"] for line in lines], ["i4-i3", "e4-g4", "a4-a3", None])
        done = self.run_program("analyze", *PLAYOUTS, "game.otg")
        self.assertIn("game.otg: tfr: ", done.stderr)
        self.assertIn("Tim - , attackers, 3 plies", done.stdout)
        self.write("esc.otg", tags.replace("Tim", "\x1b[31mTim") + "1. i4-i3\n")
        self.assertIn(r"\x1B[31mTim - , ", self.output("analyze", *PLAYOUTS, "esc.otg"))
        self.write("bad.otg", tags + "1. i4-i3 e4-e9\n")
        self.assert_fails(1, "bad.otg: ply 2: move 'e4-e9' is not legal", "analyze", *PLAYOUTS, "bad.otg")
        self.write("berserk.otg", tags.replace("tfr:w", "ber:m"))
        self.assert_fails(1, "berserk.otg: rules not supported: ber: .*--rules", "analyze", *PLAYOUTS, "berserk.otg")
        self.assertEqual(len(self.analyze("berserk.otg", "--rules", "linnaeus")), 1)
        self.assert_fails(1, "missing.otg: cannot open", "analyze", *PLAYOUTS, "missing.otg")

    def test_variations_and_resignations(self):
        """OpenTafl writes variations between the turns; its specification ends a game by ---."""
        rules = "[result:?]\n[termination:Black resigns]\n[rules:dim:9 name:Tablut esc:e atkf:y ks:c nj:n cor: cens: cenh: " \
                "start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/]\n[start-comment:Two\n\nlines]\n\n"
        line = "1. i4-i3 Te4-g4\n[Well: begun.|]\n\n1a.1.1a. i4-i2 e4-h4\n[|]\n1b.1.1a. ..... e4-f4\n\n2. a4-a3\n\n"
        self.write("line.otg", rules + line)
        self.assertEqual([each["played"] for each in self.analyze("line.otg")], ["i4-i3", "e4-g4", "a4-a3", None])
        self.write("gone.otg", rules + line + "[|]\n\n3. .....")
        self.assertEqual(len(self.analyze("gone.otg")), 4)
        self.write("resigned.otg", rules + line.replace("a4-a3", "a4-a3 ---"))
        done = self.run_program("play", "--resume", "resigned.otg", "--opponent", "random", input="quit\n")
        self.assertIn("Attackers win: resigned.", done.stdout)

    def test_a_captured_king(self):
        """OpenTafl names the king among the captures; its specification has ++ instead."""
        rules = "[rules:dim:9 name:Tablut esc:e atkf:y ks:w nj:n cor: cens: cenh: start:/T8/9/9/3tK4/9/9/9/9/5t3/]\n\n"
        for move in ("f9-f4xKe4", "f9-f4++"):
            self.write("king.otg", rules + f"1. {move}\n")
            self.assertIn("attackers: king captured, 1 ply", self.output("analyze", *PLAYOUTS, "king.otg"))


if __name__ == "__main__":
    unittest.main()
