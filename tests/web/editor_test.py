"""The rule editor: changed rules are played, linked to, described and refused."""

import json
import unittest

from page_case import MODELS, PROGRAM, PageCase, program

UNARMED = "linnaeus+first=defenders+king.armed=none"


class EditorTest(PageCase):
    def open_editor(self):
        self.browser.click("#change summary")

    def key(self, path, inside=""):
        return f"[data-key='{path}'] {inside}"

    def pick(self, path, word):
        self.browser.click(self.key(path, f"option[value={word}]"))

    def value(self, selector):
        return self.browser.run("return document.querySelector(args[0]).value", selector)

    def wait_for_name(self, name):
        """Waits until the editor names the rules of its controls."""
        self.browser.wait(f"decodeURIComponent(document.getElementById('link-text').value).endsWith('?rules={name}')")

    def wait_for_error(self, text):
        self.browser.wait(f"document.getElementById('rules-error').textContent.includes({text!r})")

    def wait_for_game(self, name):
        """Waits until a game by these rules has begun."""
        self.browser.wait(f"document.querySelector('[name=rules]').value === {name!r}")
        self.wait_for_turn()

    def test_the_list_is_the_programs(self):
        """By the size of the board, then by age."""
        groups = self.browser.run("return [...document.querySelectorAll('[name=rules] optgroup')].map(g => g.label)")
        self.assertEqual(sorted(groups, key=lambda label: int(label.split()[0])), groups)
        self.assertIn("9 × 9", groups)
        if PROGRAM:
            shipped = [json.loads(line)["name"] for line in program("rules", "--json").splitlines()]
            listed = self.browser.run("return [...document.querySelector('[name=rules]').options].map(o => o.value)")
            self.assertEqual(shipped, [name for name in listed if name in shipped])

    def test_each_rule_set_has_its_own_network_unless_the_reader_chose_one(self):
        if not {"linnaeus", "tafl-9"} <= {model["name"] for model in MODELS}:
            self.skipTest("no such models")
        chosen = lambda: self.text("[name=model] option:checked")
        self.open("rules=linnaeus&people=both&seed=1")
        own = chosen()
        self.assertNotEqual("network tafl-9", own)
        self.open("rules=brandubh&people=both&seed=1")
        self.assertEqual("network tafl-9", chosen())
        self.choose(rules="linnaeus")
        self.assertEqual(own, chosen())
        self.browser.choose("model", next(model["file"] for model in MODELS if model["name"] == "tafl-9"))
        self.wait_for_turn()
        for rules in ("brandubh", "linnaeus"):
            self.choose(rules=rules)
            self.assertEqual("network tafl-9", chosen())

    def test_an_address_may_name_no_rules(self):
        self.open("rules=&people=both&model=&seed=1#moves=e2-c2")
        self.assertEqual(["linnaeus", "e2-c2"], [self.record()[key] for key in ("rules", "moves")])

    def test_a_royal_attacker_and_camps_are_drawn(self):
        self.open("rules=thrones-and-bones&people=both&seed=1")
        self.assertEqual("e9", self.browser.run("return document.querySelector('[data-piece=\"royal attacker\"]').dataset.square"))
        self.assertEqual(16, len(self.squares("camp")))
        self.take_picture("royal")

    def test_changed_rules_are_played(self):
        self.choose(people="both")
        self.open_editor()
        self.pick("king.armed", "none")
        self.pick("first", "defenders")
        self.wait_for_name(UNARMED)
        self.assertEqual("linnaeus", self.record()["rules"])  # the game goes on by its rules
        self.browser.click("#play-rules")
        self.wait_for_game(UNARMED)
        self.assertIn("(first=defenders+king.armed=none)", self.text("#title"))
        self.assertIn("Defenders to move", self.text("#status"))
        self.click("e3")
        self.click("c3")
        self.wait_for_moves(1)
        self.assertEqual([UNARMED, "e3-c3"], [self.record()["rules"], self.record()["moves"]])
        self.check_with_program(self.record())

    def test_models_of_the_variant_play_changed_rules(self):
        if not any("linnaeus" in model["rules"] for model in MODELS):
            self.skipTest("no model of linnaeus")
        self.open(f"rules={UNARMED}&people=attackers&strength=1v&seed=1")
        self.assertIn("(trained on other rules)", self.text("[name=model] option:checked"))
        self.assertRegex(self.record()["moves"], r"^\w\d-\w\d")

    def test_a_link_opens_the_same_rules(self):
        self.browser.allow_clipboard()
        self.open_editor()
        self.browser.click(self.key("throne.stop", "input[value=king]"))
        self.browser.click(self.key("corners", "input"))
        self.browser.click(self.key("corners.stop", "input[value=king]"))
        self.pick("goal", "corners")
        self.browser.click("#link")
        self.browser.wait("document.getElementById('link').textContent.includes('copied')")
        link = self.browser.run("return await navigator.clipboard.readText()")
        self.assertRegex(link, r"\?rules=linnaeus\+throne\.stop=%5Bking%5D\+")
        self.open(link.split("?")[1] + "&people=both&seed=1")
        name = "linnaeus+throne.stop=[king]+corners.stop=[king]+corners.hostile=[]+goal=corners"
        self.assertEqual(name, self.value("[name=rules]"))
        self.assertEqual(4, len(self.browser.run("return [...document.querySelectorAll('#board .corner')]")))
        self.open_editor()
        checked = "return document.querySelector(args[0]).checked"
        self.assertTrue(self.browser.run(checked, self.key("throne.stop", "input[value=king]")))
        self.assertFalse(self.browser.run(checked, self.key("throne.stop", "input[value=defenders]")))
        self.wait_for_name(name)

    def test_the_address_follows_the_game(self):
        self.choose(rules="brandubh")
        self.assertEqual("?rules=brandubh&seed=1", self.browser.run("return location.search"))

    def test_an_impossible_combination_gets_its_error(self):
        self.open_editor()
        self.pick("goal", "corners")
        self.wait_for_error("goal: corners needs the key 'corners'")
        self.browser.click("#play-rules")
        self.browser.click("#undo")
        self.browser.wait("document.getElementById('rules-error').textContent === ''")
        self.wait_for_name("linnaeus")
        self.assertEqual("edge", self.value(self.key("goal", "select")))
        self.assertEqual("linnaeus", self.record()["rules"])
        self.browser.click(self.key("camps", "input"))
        self.wait_for_error("camps.squares: no squares")

    def test_wrong_changes_in_the_address_get_their_error(self):
        self.open("rules=brandubh+first=nobody&seed=1")
        self.wait_for_error("unknown word 'nobody'")
        self.assertEqual("brandubh", self.value("[name=rules]"))

    def test_keys_without_their_map_are_hidden(self):
        self.open_editor()
        is_shown = "return document.querySelector(args[0]).checkVisibility()"
        for path in ("throne.pass", "king.capture.on_throne"):
            self.assertTrue(self.browser.run(is_shown, self.key(path)))
        self.browser.click(self.key("throne", "input"))
        for path in ("throne.pass", "king.capture.on_throne"):
            self.assertFalse(self.browser.run(is_shown, self.key(path)))
        self.wait_for_name("linnaeus+throne=none")

    def test_the_keyboard_is_enough(self):
        self.browser.run("document.querySelector('#change summary').focus()")
        self.browser.press("Enter", "Tab", "Tab", "Tab", "Down")  # behind the board's size and setup
        self.wait_for_name("linnaeus+first=defenders")
        self.browser.run("document.querySelector(\"[data-key='throne.linnaean'] input\").focus()")
        self.browser.press("Space")
        self.wait_for_name("linnaeus+first=defenders+throne.linnaean=false")
        self.browser.run("document.getElementById('play-rules').focus()")
        self.browser.press("Enter")
        self.wait_for_game("linnaeus+first=defenders+throne.linnaean=false")

    def test_the_rules_are_told_in_words(self):
        """As the program tells them, also of rules that are being changed."""
        def told():
            return " ".join(self.browser.run("return [...document.querySelectorAll('#words *')].map(e => e.textContent)"))
        self.assertIn("The attackers move first.", told())
        self.open_editor()
        self.pick("first", "defenders")
        self.wait_for_name("linnaeus+first=defenders")
        self.assertIn("The king's side moves first.", told())
        if PROGRAM:
            words = program("rules", "linnaeus+first=defenders", "--words").split()
            self.assertEqual([word for word in words if word.strip("-")], told().split())

    def test_phones(self):
        """Nothing is wider than the screen: not the open editor, nor a board of 19 squares."""
        for width, height, scheme in ((390, 844, "light"), (320, 568, "dark")):
            self.browser.show(width, height, scheme, scale=2)
            self.open(f"rules=alea-evangelii+first=attackers+shieldwall=true&people=both&seed=1")
            self.take_picture(f"large-{scheme}")
            self.assertEqual(361, self.browser.run("return document.querySelectorAll('#board button').length"))
            self.assertEqual(16, len(self.squares("corner")))
            for part in ("change", "rules-error", "words"):
                self.browser.run("document.getElementById(args[0]).closest('details').open = true", part)
                self.assertEqual(width, self.browser.run("return document.documentElement.scrollWidth"))
                self.browser.run("document.getElementById(args[0]).scrollIntoView()", part)
                self.take_picture(f"{part}-{scheme}")


if __name__ == "__main__":
    unittest.main()
