"""Games that another one interrupts, by a link, other rules, or an earlier position: nothing that a person played is lost."""

from page_case import MODELS, PageCase, unittest

MODEL = next((model["file"] for model in MODELS if "linnaeus" in model["rules"]), "")
MOVES = ["e2-c2", "e3-f3", "c2-c3"]


class ReturnTest(PageCase):
    def setUp(self):
        super().setUp()
        self.choose(people="both")
        self.play(*MOVES)

    def interrupt(self, settings):
        """Visits another address, as by a link."""
        self.browser.open("about:blank")
        self.visit(settings)
        self.wait_for_turn()

    def setting(self, name):
        return self.browser.run("return document.querySelector(`[name=${args[0]}]`).value", name)

    def assert_returns(self):
        self.browser.click("#previous")
        self.wait_for_moves(len(MOVES))
        self.assertEqual(["linnaeus", MOVES], [self.record()["rules"], self.record()["moves"].split()])

    def test_a_link_interrupts_the_kept_game(self):
        for link in ("rules=brandubh&seed=1#moves=d1-c1", "rules=brandubh&seed=1", "seed=1#moves=a4-b4"):
            with self.subTest(link=link):
                self.interrupt(link)
                self.assertLess(len(self.record()["moves"].split()), 2)
                self.assert_returns()

    def test_a_wrong_link_is_named_and_loses_nothing(self):
        for link, error in (("seed=1#moves=e2-c2.e2-e9", "ply 2: "), ("rules=unheard-of&seed=1#moves=e2-c2", "there are no rules named 'unheard-of' here"),
                            ("rules=linnaeus+first=nobody&seed=1#moves=e2-c2", "nobody")):
            with self.subTest(link=link):
                self.interrupt(link)
                self.assertIn("This game cannot be opened: ", self.text("#notice"))
                self.assertIn(error, self.text("#notice"))
                self.assertEqual("", self.browser.run("return location.hash"))  # a reload tries it no more
                self.assert_returns()

    def test_an_address_with_unknown_rules_says_so(self):
        self.interrupt("rules=unheard-of&seed=1")
        self.assertIn("there are no rules named 'unheard-of' here", self.text("#rules-error"))

    def test_the_game_before_is_kept_too(self):
        self.interrupt("rules=brandubh&seed=1#moves=d1-c1")
        self.visit()  # a reload
        self.wait_for_turn()
        self.assertEqual("brandubh", self.record()["rules"])
        self.assert_returns()

    def test_a_game_without_moves_replaces_none(self):
        for rules in ("brandubh", "saami"):
            self.choose(rules=rules)
        self.browser.click("#new")
        self.wait_for_turn()
        self.assert_returns()

    def test_what_was_taken_back_is_not_lost(self):
        for count in (2, 1, 0):
            self.browser.click("#back")
            self.wait_for_moves(count)
        self.choose(rules="brandubh")
        self.browser.click("#previous")
        self.browser.wait("!document.getElementById('redo').disabled")
        self.browser.click("#redo")
        self.wait_for_moves(1)

    def test_a_short_game_replaces_none(self):
        self.choose(rules="brandubh")
        self.play("d1-c1")
        self.browser.click("#first")
        self.wait_for_status("After move 0")
        self.browser.click("#from-here")
        self.wait_for_moves(0)
        self.assert_returns()

    def test_two_clicks_return_once(self):
        self.choose(rules="brandubh")
        self.run_after_settling("const previous = document.getElementById('previous'); previous.click(); previous.click()")
        self.wait_for_moves(len(MOVES))
        self.assertEqual(["person", ""], [self.wait_for_turn(), self.text("#notice")])

    def test_a_game_begun_while_another_opens_has_nothing_of_it(self):
        self.visit()
        self.browser.wait("document.querySelector('[name=rules]').value === 'linnaeus'")
        self.browser.run("document.getElementById('new').click(); document.getElementById('new').click()")
        self.wait_for_turn()
        self.wait_for_moves(0)
        self.assertTrue(self.browser.run("return document.getElementById('redo').disabled"))
        self.assert_returns()

    def test_another_visit_knows_the_rules_by_any_name(self):
        self.interrupt("rules=linnaeus+first=attackers&seed=1#moves=e2-c2.e3-f3")
        self.interrupt(self.browser.run("return location.search.slice(1)"))
        self.assertEqual("e2-c2 e3-f3", self.record()["moves"])

    def test_one_game_before_is_kept(self):
        for _ in range(3):
            self.interrupt("rules=brandubh&seed=1#moves=d1-c1.d3-c3")
        self.assertFalse(self.browser.run("return 'previous' in JSON.parse(localStorage.getItem('raichi.game')).previous"))

    def test_an_analysis_leaves_the_settings_of_the_game(self):
        self.choose(people="attackers", strength="1v")
        self.browser.click("#setup summary")
        self.browser.click("#setup-analyse")
        self.browser.wait("document.querySelector('[name=people]').value === 'both'")
        self.wait_for_turn()
        self.browser.click("#previous")
        self.browser.wait("document.querySelector('[name=people]').value === 'attackers'")

    def test_a_game_comes_back_with_its_settings(self):
        self.choose(people="attackers", strength="1v")
        self.browser.wait("JSON.parse(localStorage.getItem('raichi.game')).strength === '1v'")
        self.interrupt("rules=brandubh&people=both&strength=10v&seed=1#moves=d1-c1.d3-c3")
        self.assertEqual(["both", "10v"], [self.setting("people"), self.setting("strength")])
        self.browser.click("#previous")
        self.browser.wait("document.querySelector('[name=people]').value === 'attackers'")
        self.assertEqual("1v", self.setting("strength"))
        self.browser.wait("JSON.parse(document.getElementById('record').value).rules === 'linnaeus'")

    def test_an_address_sets_the_opponent_of_its_game(self):
        self.interrupt("people=attackers&model=&seed=1#moves=e2-c2.e3-f3")
        self.assertEqual(["attackers", ""], [self.setting("people"), self.setting("model")])

    def test_chosen_playouts_stay(self):
        self.choose(model="")
        self.choose(rules="brandubh")
        self.visit()
        self.wait_for_turn()
        self.choose(rules="linnaeus")
        self.assertEqual("", self.setting("model"))
        self.choose(model=MODEL)
        self.choose(rules="saami")
        self.assertNotEqual("", self.setting("model"))

    def test_a_game_returns_with_a_network_that_the_page_chose(self):
        self.interrupt("rules=brandubh&people=both&model=&seed=1#moves=d1-c1")
        self.assert_returns()
        self.choose(rules="saami")
        self.assertNotEqual("", self.setting("model"))  # the choice was for the other game

    def test_the_rest_of_a_game_can_be_returned_to(self):
        self.choose(people="attackers", strength="1v")
        self.wait_for_moves(4)
        game = self.record()["moves"]
        self.browser.click("#moves [data-ply='1']")
        self.wait_for_status("After move 1")
        self.browser.click("#from-here")  # where Raichi is to move
        self.browser.wait("document.querySelectorAll('#moves button').length === 2 && document.body.dataset.turn === 'person'")
        self.browser.click("#previous")
        self.wait_for_moves(4)
        self.assertEqual(game, self.record()["moves"])


if __name__ == "__main__":
    unittest.main()
