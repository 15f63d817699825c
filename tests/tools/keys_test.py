"""raichi keys: what the keys of run configurations, plans of studies and rule files mean."""

import unittest

from program import ROOT, ProgramTest


class Keys(ProgramTest):
    def test_the_page_of_keys_is_the_programs(self):
        page = (ROOT / "docs/keys.md").read_text()
        self.assertEqual(page, self.output("keys", "--markdown"), "raichi keys --markdown > docs/keys.md")

    def test_a_section_has_all_its_keys(self):
        names = [key["key"] for key in self.objects("keys", "selfplay.search.moves_left", "--json")]
        self.assertEqual(names, [f"selfplay.search.moves_left.{name}" for name in ("max_effect", "slope", "threshold")])
        text = self.output("keys", "network")
        self.assertIn("\nnetwork.blocks = 6   (auto, 1 to 64)\n    Residual blocks of the body.\n", text)

    def test_every_key_of_a_run_is_there(self):
        names = [key["key"] for key in self.objects("keys", "--json")]
        self.assertEqual(len(names), len(set(names)))
        for key in self.objects("keys", "budget", "--json"):
            self.assertTrue(key["may_change"] and key["help"] and key["default"], key)

    def test_keys_of_rule_files(self):
        [key] = self.objects("keys", "--rule-files", "king.armed", "--json")
        self.assertEqual((key["values"], key["required"]), ("none, anvil, hammer, both", "always"))
        self.assertIn("king.capture.on_throne   required with a throne   (custodial", self.output("keys", "--rule-files", "king"))
        self.assertIn("throne.*\n    makes the central square special\n", self.output("keys", "--rule-files", "throne"))

    def test_keys_of_plans(self):
        [key] = self.objects("keys", "--plans", "stop.half_width", "--json")
        self.assertEqual((key["values"], key["default"], key["may_change"]), ("0 to 1", "0.025", False))
        text = self.output("keys", "--plans")
        self.assertIn("players.visits = [25, 100]   (1 to 1000000)\n", text)
        self.assertIn("changes.one_at_a_time = {}\n", text)

    def test_wrong_use(self):
        self.assert_fails(2, "keys: 'train.lerning_rate' is no key, did you mean 'train.learning_rate'?", "keys", "train.lerning_rate")
        self.assert_fails(2, "keys: 'king' is no key", "keys", "king")
        self.assert_fails(2, "--plans excludes --rule-files", "keys", "--plans", "--rule-files")


if __name__ == "__main__":
    unittest.main()
