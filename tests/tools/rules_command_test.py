"""rules, and rule sets with changes."""

import json
import unittest

from program import ROOT, SOME_VARIANTS, VARIANTS, ProgramTest


class ChangedRules(ProgramTest):
    NAME = "linnaeus+first=defenders+throne.stop=[attackers,king]"

    def test_a_rule_set_may_be_named_by_changes(self):
        [rules] = self.objects("rules", "linnaeus+throne.stop=[king, attackers]+first=defenders", "--json")
        self.assertEqual(rules["name"], self.NAME)
        self.assertEqual(rules["rules"]["throne"]["stop"], ["attackers", "king"])

    def test_games_under_changed_rules_are_replayed_from_their_lines(self):
        shown = self.objects("replay", "--rules", self.NAME, "--moves", "e3-d3 e2-d2", "--json")[-1]
        line = {"moves": "e3-d3 e2-d2", "final": shown["position"], "rules": self.NAME}
        file = self.write("games.jsonl", json.dumps(line) + "\n")
        self.assertIn("1 game agrees", self.output("replay", "--input", file, "--check"))

    def test_a_wrong_change_is_named(self):
        self.assert_fails(2, "rules 'linnaeus.first=nobody': first: unknown word 'nobody'; expected one of attackers, defenders",
                          "perft", "--rules", "linnaeus+first=nobody", "--depth", "1")

    def test_a_shown_rule_set_is_a_rule_file(self):
        for name in ("linnaeus", "copenhagen"):
            self.write("mine.yaml", self.output("rules", name))
            self.assertEqual(self.output("rules", "--check", "mine.yaml"), "mine.yaml: good\n")
            self.assertEqual(self.output("rules", "mine.yaml", "--diff", name), "")

    def test_a_shared_name_is_told(self):
        self.write("mine.yaml", self.output("rules", "linnaeus").replace("first: attackers", "first: defenders"))
        done = self.run_program("rules", "--check", "mine.yaml")
        self.assertEqual((done.returncode, done.stdout), (0, "mine.yaml: good\n"))
        self.assertRegex(done.stderr, "differ from the shipped rule set 'linnaeus'.*they are called linnaeus-")

    def test_words(self):
        text = self.output("rules", self.NAME, "--words")
        self.assertIn("The king's side moves first.", text)
        [object] = self.objects("rules", self.NAME, "--words", "--json")
        self.assertEqual(object["words"][0]["heading"], "Board and pieces")
        self.assert_fails(2, "--words needs the name of a rule set", "rules", "--words")


class Rules(ProgramTest):
    def test_list(self):
        rules = self.objects("rules", "--json")
        self.assertLessEqual(set(VARIANTS), {rule["name"] for rule in rules})
        sizes = {rule["name"]: rule["size"] for rule in rules}
        self.assertEqual((sizes["brandubh"], sizes["linnaeus"], sizes["fetlar"]), (7, 9, 11))

    def test_the_list_goes_by_board_and_then_by_year(self):
        rules = self.objects("rules", "--json")
        order = [(rule["size"], rule["year"] or 10000, rule["name"]) for rule in rules]
        self.assertEqual(order, sorted(order))
        years = {rule["name"]: rule["year"] for rule in rules}
        self.assertEqual((years["linnaeus"], years["smith-1811"], years["york"]), (1732, 1811, 1980))

    def test_the_list_for_people_has_a_group_for_each_size_of_the_board(self):
        groups = {}
        for group in self.output("rules").split("\n\n"):
            heading, *lines = group.splitlines()
            groups[heading] = [line.split()[0] for line in lines]
        rules = self.objects("rules", "--json")
        sizes = sorted({rule["size"] for rule in rules})
        self.assertEqual(groups, {
            f"{size}x{size}": [rule["name"] for rule in rules if rule["size"] == size] for size in sizes})
        self.assertRegex(self.output("rules"), r"(?m)^  linnaeus +1732  Tablut, Linnaeus 1732")

    def test_differences(self):
        [line] = self.objects("rules", "saami", "--diff", "skalk", "--json")
        self.assertEqual(line, {"key": "repetition.result", "first": "defenders_lose", "second": "draw"})
        [text] = self.lines("rules", "saami", "--diff", "skalk")
        self.assertRegex(text, r"^repetition.result +defenders_lose +\| +draw$")
        self.assertEqual(self.objects("rules", "saami", "--diff", "saami", "--json"), [])
        self.assert_fails(2, "--diff needs two rule sets", "rules", "--diff", "saami")
        self.assert_fails(2, "rules 'nope'", "rules", "saami", "--diff", "nope")

    def test_check_warns_of_oversights(self):
        text = (ROOT / "configs/rules/brandubh.yaml").read_text()
        change = "hostile_empty: [attackers, defenders, king]"
        self.assertIn(change, text)
        file = self.write("old.yaml", text.replace(change, "hostile_empty: [attackers, defenders]"))
        done = self.run_program("rules", "--check", file)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr, "raichi: warning: throne.hostile_empty: .*never be captured")
        [line] = self.objects("rules", "--check", file, "--json")
        self.assertRegex(line["warnings"][0], "^throne.hostile_empty: ")
        self.assertRegex(line["warnings"][1], "^these rules differ from the shipped rule set 'brandubh'")
        self.assertEqual(len(line["warnings"]), 2)
        [good] = self.objects("rules", "--check", ROOT / "configs/rules/brandubh.yaml", "--json")
        self.assertEqual(good["warnings"], [])

    def test_check_refuses_a_game_that_is_over_at_once(self):
        text = (ROOT / "configs/rules/brandubh.yaml").read_text()
        [shown] = self.objects("rules", "brandubh", "--json")
        alone = "7/7/7/3K3/7/7/7"  # the attackers cannot move
        self.assertIn(shown["setup"], text)
        file = self.write("over.yaml", text.replace(shown["setup"], alone))
        self.assert_fails(1, r"over.yaml: board.setup: the game is over before the first move \(defenders win: no moves\)",
                          "rules", "--check", file)

    def test_show_gives_a_file_that_checks_and_plays(self):
        for name in SOME_VARIANTS:
            with self.subTest(name):
                [shown] = self.objects("rules", name, "--json")
                file = self.write(f"{name}.yaml", shown["yaml"])
                self.assertIn("good", self.output("rules", "--check", file))
                self.assertEqual(self.lines("moves", "--rules", file), self.lines("moves", "--rules", name))

    def test_board(self):
        text = self.output("rules", "tablutzero")
        self.assertIn("name: tablutzero", text)
        self.assertIn("  5  t  t  T  T  K  T  T  t  t  5", text)
        self.assertIn("  9  #  .  .  t  t  t  .  .  #  9", text)
        self.assertIn("# corner", text)
        self.assertTrue(text.endswith("\n# In plain English: raichi rules tablutzero --words\n"), text)

    def test_opentafl_there_and_back(self):
        for name in SOME_VARIANTS:
            with self.subTest(name):
                [line] = self.objects("rules", name, "--opentafl", "--json")
                self.assertRegex(line["opentafl"], r"^dim:\d+ .*start:/")
                [back] = self.objects("rules", "--from-opentafl", line["opentafl"], "--json")
                [shown] = self.objects("rules", name, "--json")
                self.assertIn(f"setup: {shown['setup']}", back["yaml"])

    def test_warnings_go_to_standard_error(self):
        done = self.run_program("rules", "cyningstan", "--opentafl")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr, "raichi: warning: .*no_moves")
        self.assertEqual(len(done.stdout.splitlines()), 1)

    def test_bad_files(self):
        [shown] = self.objects("rules", "linnaeus", "--json")
        good = shown["yaml"]
        for change, what in [
                (("goal: edge", "goal: middle"), r"x.yaml:\d+: .*goal"),
                (("goal: edge", "goal: edge\nfoo: 1"), r"x.yaml:\d+: .*foo"),
                (("goal: edge\n", ""), "x.yaml.*goal"),
                (("KTTtt", "TTTtt"), "x.yaml.*king"),
                (("size: 9", "size: 7"), "x.yaml"),
                (("size: 9", "size: nine"), r"x.yaml:\d+: .*size"),
                (("name: linnaeus", "name: [linnaeus"), "x.yaml")]:
            with self.subTest(change):
                self.assertIn(change[0], good)
                file = self.write("x.yaml", good.replace(*change))
                self.assert_fails(1, what, "rules", "--check", file)
        self.assert_fails(1, "nowhere.yaml", "rules", "--check", "nowhere.yaml")

    def test_bad_input(self):
        self.assert_fails(2, "rules 'nope': neither a file nor the name of a rule set; `raichi rules` lists", "rules", "nope")
        self.assert_fails(1, "OpenTafl", "rules", "--from-opentafl", "dim:9 esc:x start:/9/")
        self.assert_fails(2, "--opentafl needs", "rules", "--opentafl")
        self.assert_fails(2, "--check", "rules", "linnaeus", "--check", "x")


if __name__ == "__main__":
    unittest.main()
