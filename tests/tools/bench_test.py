"""bench: the names and units of its figures."""

import os
import unittest
import unittest.mock

from program import HAS_LIBTORCH, ROOT, ProgramTest, needs_libtorch, shown_on_terminal

LIBTORCH = r"LibTorch \d+\.\d+\S*" if HAS_LIBTORCH else "without LibTorch"
MACHINE = rf"\d+ cores?, \d+ GiB(, .+)?; raichi \d\S+, {LIBTORCH}, (g\+\+|clang) \d"


class Bench(ProgramTest):
    def figures(self, part, *arguments):
        """Checks the line about the machine and returns the output after it."""
        machine, *figures = self.objects("bench", part, "--json", "--seconds", "0.01", *arguments)
        self.assertEqual(list(machine), ["name", "description"])
        self.assertEqual(machine["name"], "machine")
        self.assertRegex(machine["description"], MACHINE)
        for figure in figures:
            self.assertEqual("by_processor_time" in figure, not figure["name"].startswith("search.bytes"), figure)
            if "by_processor_time" in figure:
                self.assertGreater(figure["by_processor_time"], 0)
        return figures

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
        self.assertEqual(figures["search.bytes_per_node"]["value"], 32 + 70 * 8)
        self.assertGreater(figures["search.bytes_held"]["value"], figures["search.bytes_per_node"]["value"])
        self.assertLess(figures["search.bytes_held"]["value"], 1e6)

    def test_a_long_measurement_shows_the_time_left(self):
        status, shown = shown_on_terminal("bench", "search", "--seconds", "2")
        self.assertEqual(status, 0)
        self.assertRegex(shown, r"measuring search, part 1 of 1, about 0:0\d left")

    @needs_libtorch
    def test_libtorchs_threads_sleep_while_they_wait_unless_the_user_decides_otherwise(self):
        for given, policy in [({}, "PASSIVE"), ({"OMP_WAIT_POLICY": "active"}, "ACTIVE")]:
            environment = {name: value for name, value in os.environ.items() if name != "OMP_WAIT_POLICY"}
            with unittest.mock.patch.dict(os.environ, {**environment, **given, "OMP_DISPLAY_ENV": "verbose"}, clear=True):
                done = self.run_program("bench", "network", "--network", "1x8", "--batch", 4, "--seconds", "0.01")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"OMP_WAIT_POLICY = '{policy}'", done.stderr)
            if policy == "PASSIVE":
                self.assertIn("GOMP_SPINCOUNT = '0'", done.stderr)

    @needs_libtorch
    def test_network_selfplay_and_training(self):
        for part, names in [("network", ["network.evaluations", "network.peak_share"]),
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

    @needs_libtorch
    def test_a_batch_that_is_named_is_taken(self):
        evaluations, share = self.figures("network", "--network", "1x8", "--batch", "3")
        self.assertIn("3 a batch", evaluations["detail"])
        # on each of 81 squares: 3x3 from 24 planes to 8 channels and twice from 8 to 8, then from 8 to 32 for each of
        # two heads, and from 32 to 32 directions and distances; 31,000 for layers of whole positions
        squares = 2 * 81 * (9 * 24 * 8 + 2 * 9 * 8 * 8 + 2 * 8 * 32 + 32 * 32)
        operations = float(share["detail"].split()[0]) * 1e6
        self.assertAlmostEqual(operations, squares + 2 * 31_000, delta=5_000)

    @needs_libtorch
    def test_all_of_it_in_words(self):
        machine, heading, *lines = self.lines("bench", "--seconds", "0.01", "--network", "1x8")
        self.assertRegex(machine, MACHINE)
        self.assertEqual(heading.split(), "by clock by processor time".split())
        names = [line.split()[0] for line in lines]
        rules = len(self.objects("rules", "--json"))
        self.assertEqual(names[: 2 * rules], ["rules.perft", "rules.playouts"] * rules)
        self.assertEqual(names[2 * rules :], [
            "search.simulations", "search.bytes_per_edge", "search.bytes_per_node", "search.bytes_held",
            "network.evaluations", "network.peak_share", "selfplay.evaluations", "selfplay.ratio", "train.samples", "train.ratio"])
        for line in lines:
            self.assertRegex(line, r"^\S+ +\d\S* \S")

    @needs_libtorch
    def test_the_network_of_a_model(self):
        for part in ["network", "selfplay", "train"]:
            self.assertRegex(self.figures(part, "--model", "models/linnaeus", "--batch", "4")[0]["detail"], "^5x48, ")
        damaged = self.folder / "damaged.raichi"
        content = bytearray((ROOT / "models/linnaeus/model.raichi").read_bytes())
        content[-1] ^= 1
        damaged.write_bytes(content)
        self.assert_fails(1, "damaged.raichi", "bench", "network", "--model", damaged, "--seconds", "0.01")

    def test_bad_input(self):
        self.assert_fails(2, "part", "bench", "lunch")
        self.assert_fails(2, "--batch", "bench", "network", "--batch", "0")
        self.assert_fails(2, "nothing", "bench", "network", "--model", "nothing")
        self.assert_fails(2, "--model", "bench", "network", "--model", "models/linnaeus", "--network", "1x8")
        for size in ["6", "0x64", "6x", "axb"]:
            self.assert_fails(2, "6x64|blocks|channels|expected", "bench", "rules", "--network", size)


if __name__ == "__main__":
    unittest.main()
