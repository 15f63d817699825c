"""bench: the names and units of its figures."""

import unittest

from program import ProgramTest


class Bench(ProgramTest):
    def figures(self, part, *arguments):
        return self.objects("bench", part, "--json", "--seconds", "0.01", *arguments)

    def test_rules(self):
        figures = self.figures("rules")
        self.assertEqual([(figure["name"], figure["unit"], "rules" in figure) for figure in figures[:2]],
                         [("rules.perft", "nodes/s", False), ("rules.playouts", "moves/s", False)])
        names = {rules["name"] for rules in self.objects("rules", "--json")} - {"linnaeus"}
        for name in ["rules.perft", "rules.playouts"]:
            self.assertEqual({figure["rules"] for figure in figures[2:] if figure["name"] == name}, names)
        self.assertTrue(all(figure["value"] > 1000 for figure in figures))

    def test_search(self):
        figures = {figure["name"]: figure for figure in self.figures("search")}
        self.assertEqual(figures["search.simulations"]["unit"], "1/s")
        self.assertEqual(figures["search.bytes_per_edge"]["unit"], "B")
        self.assertLess(figures["search.bytes_per_edge"]["value"], 20)

    def test_network_selfplay_and_training(self):
        for part, names in [("network", ["network.evaluations"]),
                            ("selfplay", ["selfplay.evaluations", "selfplay.ratio"]),
                            ("train", ["train.samples", "train.ratio"])]:
            with self.subTest(part):
                figures = self.figures(part, "--network", "1x8")
                self.assertEqual([figure["name"] for figure in figures], names)
                self.assertEqual([figure["unit"] for figure in figures], ["1/s", "1"][:len(names)])
                self.assertGreater(figures[0]["value"], 100)
                self.assertIn("1x8", figures[0]["detail"])
                if len(figures) > 1:
                    self.assertGreater(figures[1]["value"], 0.01)
                    self.assertLess(figures[1]["value"], 2)

    def test_text_begins_with_the_machine(self):
        lines = self.lines("bench", "search", "--seconds", "0.01")
        self.assertRegex(lines[0], r"\d+ cores?, \d+ GiB; raichi \d")
        self.assertRegex(lines[1], r"^search.simulations +\d")

    def test_bad_input(self):
        self.assert_fails(2, "part", "bench", "lunch")
        for size in ["6", "0x64", "6x", "axb"]:
            self.assert_fails(2, "6x64|blocks|channels|expected", "bench", "rules", "--network", size)


if __name__ == "__main__":
    unittest.main()
