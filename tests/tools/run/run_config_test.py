"""Invalid, changed and old run configurations."""

import unittest

from run_case import ROOT, SMOKE, RunCase, games_of


class RunConfigTest(RunCase):
    def test_bad_configurations_are_one_line(self):
        config = self.folder / "bad.yaml"
        for text, expected in [
            ("selfplay:\n  full_visitz: 3\n", "bad.yaml:2: selfplay.full_visitz: unknown key; did you mean selfplay.full_visits?"),
            ("seed: many\n", "bad.yaml:1: seed: expected a whole number"),
            ("train: {batch: 0}\n", "bad.yaml:1: train.batch: expected auto or a whole number from 2"),
            ("selfplay: {full_search_fraction: 0}\n", "bad.yaml:1: selfplay.full_search_fraction: expected a number from 0.01 to 1"),
            ("workers: {precision: f64}\n", "expected one of auto, f32, bf16, f16"),
            ("network: 5\n", "bad.yaml:1: network: expected a section of keys, found '5'"),
            ("rules: [no-such-rules]\n", "bad.yaml:1: rules: rules 'no-such-rules'"),
            ("rules: []\n", "bad.yaml:1: rules: expected at least one"),
            ("seed: 1\nseed: 2\n", "bad.yaml:2: the key 'seed' appears twice"),
            ("seed: [1\n", "bad.yaml"),
            ("network: {canvas: 7}\n", "bad.yaml:1: network.canvas: expected at least 9"),
            ("network:\n  channels: 9\n", "bad.yaml:2: network.channels: expected auto or a whole number from 8 to 1024, a multiple of 8, found"),
            ("window: {scale: 5}\n", "bad.yaml:1: window.scale: expected a number from 0 to 1"),
            ("seed: 1\nwindow:\n  max_positions: 10\n", "bad.yaml:3: window.max_positions: expected at least window.min_positions, 25000, found 10"),
            ("seed: 1\nwindow:\n  min_positions: 9000000\n", "bad.yaml:3: window.max_positions: expected"),
            ("selfplay: {max_plies: 4,\n  opening_random_plies: 4}\n", "bad.yaml:2: selfplay.opening_random_plies: expected"),
            ("selfplay:\n  noise: false\n  search: {root: gumbel}\n", "bad.yaml:2: selfplay.noise: expected true where"),
            ("evaluation: {opponents: [nobody]}\n", "bad.yaml:1: evaluation.opponents: 'nobody'"),
            ("evaluation: {opponents: ['playouts:0']}\n", "bad.yaml:1: evaluation.opponents: player 'playouts:0'"),
            ("train: {device: moon}\n", "bad.yaml:1: train.device: expected auto, cpu, cuda or cuda:N, found 'moon'"),
            ("workers: {device: cuda:x}\n", "bad.yaml:1: workers.device: expected auto, cpu, libtorch, cuda or cuda:N"),
            ("workers: {device: cpu,\n precision: f16}\n", "bad.yaml:2: workers.precision: precision `f16`"),
            ("workers: {device: cuda:99}\n", "bad.yaml:1: workers.device: device `cuda:99`: this"),
        ]:
            with self.subTest(text):
                config.write_text(text)
                self.assert_fails(expected, "run", config, "--dir", self.run_folder)
                self.assertFalse(self.run_folder.exists())
        self.assert_fails("train.device=moon: train.device: expected", "run", SMOKE, "train.device=moon",
                          "--dir", self.run_folder, status=2)
        self.assertFalse(self.run_folder.exists())
        for steps in ("-1", "0"):
            self.assert_fails("--steps", "train", SMOKE, "--steps", steps, "--dir", self.run_folder, status=2)
        self.assert_fails("--games", "selfplay", SMOKE, "--games", "-1", "--dir", self.run_folder, status=2)
        self.assert_fails("raichi: 'seed': expected KEY=VALUE", "run", SMOKE, "budget.games=3", "seed", "--dir", self.run_folder, status=2)
        for command in ("run", "train", "selfplay"):
            self.assert_fails("missing.yaml: expected a configuration, such as", command, self.folder / "missing.yaml", status=2)
            self.assert_fails(f"{self.folder}: holds no run", command, self.folder, status=2)

    def test_other_configuration_of_a_begun_run(self):
        self.assertEqual(self.run_smoke().returncode, 0)
        self.assert_fails("was begun with network.channels 8, not 16; continue", "run", SMOKE, "network.channels=16",
                          "--dir", self.run_folder)

    def test_changes_that_contradict_the_file(self):
        config = self.folder / "good.yaml"
        config.write_text("selfplay:\n  max_plies: 30\n")
        change = "selfplay.opening_random_plies=30"
        self.assert_fails(f"{change}: selfplay.opening_random_plies: expected", "run", config, change, "--dir", self.run_folder, status=2)
        config.write_text("selfplay:\n  opening_random_plies: 30\n")
        self.assert_fails(f"selfplay.max_plies=30 seed=7: contradicts {config}:2: selfplay.opening_random_plies: expected",
                          "run", config, "selfplay.max_plies=30", "seed=7", "--dir", self.run_folder, status=2)
        self.assertFalse(self.run_folder.exists())
        self.assertEqual(self.run_smoke().returncode, 0)
        self.assert_fails(f"rules=[copenhagen]: contradicts {self.run_folder}/config.yaml:", "run", self.run_folder, "rules=[copenhagen]",
                          status=2)

    def test_goes_on_by_the_rules_that_it_began_with(self):
        rules = self.folder / "mine.yaml"
        rules.write_text((ROOT / "configs/rules/linnaeus.yaml").read_text())
        self.assertEqual(self.run_smoke(f"rules=[{rules}]").returncode, 0)
        other = (ROOT / "configs/rules/brandubh.yaml").read_text()
        rules.write_text(other.replace("name: brandubh", "name: linnaeus"))
        again = self.run_smoke(f"rules=[{rules}]", "budget.games=12")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertIn(f"the rules '{rules}' have changed since this run began; the run goes on with its own copy", again.stderr)
        self.assertGreaterEqual(len(games_of(self.run_folder)), 12)
        self.assertEqual(len({game["rules"] for game in games_of(self.run_folder)}), 1)

    def test_two_rule_sets_of_one_name_are_refused(self):
        rules = self.folder / "mine.yaml"
        other = (ROOT / "configs/rules/brandubh.yaml").read_text()
        rules.write_text(other.replace("name: brandubh", "name: linnaeus"))
        self.assert_fails("but both are named 'linnaeus'", "run", SMOKE, f"rules=[linnaeus, {rules}]", "--dir", self.run_folder,
                          status=2)
        self.assertFalse(self.run_folder.exists())

    def test_unwritable_run_folder(self):
        self.assert_fails("cannot create", "run", SMOKE, "--dir", "/proc/raichi")

    def test_goes_on_with_a_configuration_of_before_a_key_was_known(self):
        self.run_smoke()
        config = self.run_folder / "config.yaml"
        lines = config.read_text().splitlines(keepends=True)
        kept = "".join(line for line in lines if "short_value" not in line and not line.startswith("# sum "))
        config.write_text(kept)
        self.assertLess(len(config.read_text().splitlines()), len(lines))
        again = self.run_smoke("budget.games=12")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertGreater(self.check_whole(12), 2)


if __name__ == "__main__":
    unittest.main()
