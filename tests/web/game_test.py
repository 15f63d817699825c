"""The game as a whole: levels, taking back and again, other visits, files, links, looking back."""

import json
import pathlib
import re
import tempfile

from page_case import MODELS, PAGE, PROGRAM, ROOT, Handler, PageCase, program, unittest

MODEL = next((model["file"] for model in MODELS if "linnaeus" in model["rules"]), "")

MOVES = ["e2-c2", "e3-f3", "c2-c3"]


class GameTest(PageCase):
    def moves(self):
        return self.record()["moves"].split()

    def both(self, *moves):
        self.choose(people="both")
        self.play(*moves)

    def position(self):
        return self.record()["final"]

    def shown_pieces(self):
        return self.browser.run("return [...document.querySelectorAll('#board button')].map(c => c.dataset.square + c.dataset.piece).sort()")

    @unittest.skipUnless(PROGRAM, "no program to compare with")
    def test_levels_are_the_programs(self):
        """With the same visits and shares of random moves, and the same one at first."""
        listed = self.browser.run("return [...document.querySelector('[name=strength] optgroup').children].map(o => o.text)")
        found = [re.fullmatch(r"(\w+) \((\d+) visits?(?:, (\d+) % of moves random)?\)", text).groups(default="0") for text in listed]
        table = re.findall(r"^  (\w+) +(\d+) +(?:(\d+)(?: %)? +)?\d+$", program("play", "--level", "club", input="level\nquit\n"), re.MULTILINE)
        self.assertEqual([(name, visits, careless or "0") for name, visits, careless in table], [(name.lower(), *rest) for name, *rest in found])
        self.assertIn("at the level " + self.text("[name=strength] option:checked").split()[0].lower(), program("play", input="quit\n"))

    def test_a_careless_level_plays_random_moves(self):
        """One that always does plays each of many different answers; the record names the level."""
        careless = self.browser.run("return [...document.querySelector('[name=strength]').options].map(o => o.value)")[0]
        self.assertNotRegex(careless, r"^\d")
        self.open(f"people=attackers&strength={careless}&model=&seed=1")
        for square in MOVES[0].split("-"):
            self.click(square)
        self.wait_for_moves(2)
        self.assertEqual(f"playouts:{careless}", self.record()["defenders"])
        answers = self.browser.run("""
            const raichi = await (await import('./raichi.mjs')).default();
            const table = new raichi.Table(JSON.stringify((await (await fetch('rules.json')).json()).brandubh));
            return [0, 100].map(careless => {
                const thinker = new raichi.Thinker(false, 1, 0, 1, careless), chosen = new Set();
                for (let turn = 0; turn < 200; ++turn) {
                    thinker.begin(table);
                    while (thinker.select() > 0) thinker.playOut();
                    chosen.add(thinker.choose());
                }
                thinker.delete();
                return chosen.size;
            }).concat(table.state().moves.length);""")
        self.assertLess(answers[0], answers[1])
        self.assertGreater(answers[1], answers[2] * 0.8)

    def test_the_address_may_name_a_level_or_any_number(self):
        for strength, value in (("club", "1v"), ("beginner", "beginner"), ("137v", "137v"), ("3s", "3s"), ("nonsense", "casual")):
            self.open(f"strength={strength}&people=both&seed=1")
            self.assertEqual(value, self.browser.run("return document.querySelector('[name=strength]').value"))

    def test_what_the_address_asks_for_in_vain_is_told(self):
        cases = {"rules=nosuch": "cannot be opened: there are no rules named 'nosuch' here",
                 "rules=__proto__": "named '__proto__' here", "rules=constructor+first=defenders": "named 'constructor+first=defenders' here",
                 "strength=strongish": "The address has strength='strongish'; expected a level such as club",
                 "strength=0v": "strength='0v'", "people=nobody": "people='nobody'; expected attackers, defenders, both or none.",
                 "model=models/lost.safetensors": "model='models/lost.safetensors'; expected the file of a network", "seed=soon": "seed='soon'; expected a number",
                 "rules=a%E2%80%AEb%00": "there are no rules named 'a\\u202Eb\\x00' here", f"people={'x' * 200}": f"people='{'x' * 80}…'"}
        for settings, told in cases.items():
            for link in ("", "#moves=e2-c2"):
                with self.subTest(settings=settings, link=link):
                    self.open(settings + link)
                    self.assertIn(told, self.text("#notice"))
        self.open("rules=nosuch&strength=x&people=both")
        self.assertEqual("The rules of the address cannot be opened: there are no rules named 'nosuch' here. These are Tablut, Linnaeus 1732, read literally. "
                         "The address has strength='x'; expected a level such as club, visits such as 200v, or seconds such as 3s.", self.text("#notice"))
        for settings in ("people=both&strength=club&model=&seed=4294967295", "people=both&strength=7v&fbclid=1"):
            self.open(settings)
            self.assertEqual("", self.text("#notice"))

    def test_a_first_visit_has_the_network_of_the_rules(self):
        self.assertEqual(MODEL, self.browser.run("return document.querySelector('[name=model]').value"))

    def test_redo(self):
        self.both(*MOVES)
        self.browser.click("#back")
        self.wait_for_moves(2)
        self.browser.click("#back")
        self.wait_for_moves(1)
        self.browser.click("#redo")
        self.wait_for_moves(2)
        self.assertEqual(MOVES[:2], self.moves())
        self.play("d1-d2")
        self.wait_for_moves(3)
        self.assertTrue(self.browser.run("return document.getElementById('redo').disabled"))

    def test_redo_brings_the_answer_back(self):
        self.choose(strength="1v")
        self.play("e2-c2")
        self.wait_for_moves(2)
        before = self.record()
        self.browser.click("#back")
        self.wait_for_moves(0)
        self.browser.click("#redo")
        self.wait_for_moves(2)
        self.assertEqual(before, self.record())

    def test_two_clicks_take_back_once(self):
        self.both(*MOVES)
        self.run_after_settling("const back = document.getElementById('back'); back.click(); back.click()")
        self.wait_for_moves(2)
        self.browser.click("#redo")
        self.wait_for_moves(3)
        self.assertEqual([MOVES, True], [self.moves(), self.browser.run("return document.getElementById('redo').disabled")])

    def test_a_command_keeps_the_focus(self):
        self.both(*MOVES)
        self.browser.run("document.getElementById('back').focus()")
        for count in (2, 1):
            self.browser.press("Enter")
            self.wait_for_moves(count)

    def test_nothing_can_be_done_while_a_game_opens(self):
        self.both(*MOVES)
        moved = self.browser.run("""
            document.getElementById('new').click();
            for (const square of ['a4', 'b4']) document.querySelector(`[data-square=${square}]`).click();
            document.getElementById('back').click();
            return document.querySelectorAll('#board .movable').length""")
        self.wait_for_turn()
        self.assertEqual([0, ""], [moved, self.record()["moves"]])

    def test_raichi_plays_one_move_however_often_the_level_changes(self):
        self.choose(strength="10s")
        for square in MOVES[0].split("-"):
            self.click(square)
        self.run_after_settling("""
            const level = document.querySelector('[name=strength]');
            for (const value of ['1v', '10v', '1v', '10v', '1v']) {
              level.value = value;
              level.dispatchEvent(new Event('change'));
            }""")
        self.wait_for_moves(2)
        self.assertEqual("person", self.wait_for_turn())

    def test_a_position_that_nobody_searched_is_evaluated_when_it_is_shown(self):
        self.open("people=both&seed=1#moves=e2-c2.e3-f3.c2-c3")
        for button, ply in (("#first", 0), ("#later", 1), ("#later", 2)):
            self.browser.click(button)
            self.wait_for_status(f"After move {ply}")
            self.browser.wait("document.getElementById('shares').textContent.includes('%')", 30)
            self.assertEqual(2, len(self.squares("hint")))
        self.assertEqual(["", ""], self.browser.run("return [1, 2].map(ply => document.querySelector(`#moves [data-ply='${ply}'] + span`).textContent.replace(/ \\d+/, ''))"))
        self.browser.click("#last")

    def test_a_search_that_looking_back_ended_begins_again(self):
        self.open("people=both&seed=1&model=#moves=e2-c2.e3-f3.c2-c3")
        for _ in range(3):
            self.browser.click("#back")
            self.browser.wait("document.getElementById('back').ariaDisabled === null")
            self.browser.run("document.getElementById('first').click()")
            self.wait_for_status("After move 0")
            self.browser.click("#last")
            self.browser.click("#hint")
            self.browser.wait("document.getElementById('status').textContent.includes('Raichi would play')", 60)
            self.browser.click("#redo")
            self.wait_for_moves(3)

    def test_looking_back_ends_no_search_of_the_opponent(self):
        self.choose(strength="3s")
        self.click("e2")
        self.click("c2")
        self.wait_for_moves(1)
        self.browser.click("#first")
        self.wait_for_moves(2)

    def test_a_review_goes_on_while_the_reader_looks_back(self):
        self.open(f"people=both&seed=1#moves={'.'.join(MOVES)}")
        self.browser.run("document.getElementById('review').click(); document.getElementById('first').click()")
        self.browser.wait("document.querySelectorAll('#summary p').length === 2", 60)
        self.assertIn("%", self.text("#shares"))

    def test_a_reload_keeps_the_game(self):
        self.choose(rules="brandubh")
        self.choose(people="both", strength="100v")
        self.play("d1-c1", "d3-c3")
        self.browser.click("#back")
        self.wait_for_moves(1)
        self.visit("seed=1")
        self.wait_for_turn()
        self.assertEqual(["d1-c1"], self.moves())
        self.assertEqual("brandubh", self.record()["rules"])
        self.assertEqual(["both", "100v"], self.browser.run("return ['people', 'strength'].map(n => document.querySelector(`[name=${n}]`).value)"))
        self.browser.click("#redo")
        self.wait_for_moves(2)
        self.visit("rules=linnaeus&people=both&seed=1")  # asks for other rules
        self.wait_for_turn()
        self.assertEqual("", self.record()["moves"])

    def test_a_damaged_memory_is_forgotten(self):
        kept_games = ["nonsense", '{"rules":5}'] + [json.dumps({"rules": "linnaeus", "position": "", "moves": [], "future": []} | damage) for damage in (
            {"moves": ["a1-z9"]}, {"rules": "nothing"}, {"moves": None}, {"moves": [5]}, {"position": 5}, {"future": None})]
        for kept in kept_games:
            self.browser.run("localStorage.setItem('raichi.game', args[0])", kept)
            self.visit("people=both&seed=1")
            self.wait_for_turn()
            self.assertEqual("", self.record()["moves"])

    def test_the_last_game_can_be_returned_to(self):
        self.both(*MOVES)
        self.choose(rules="brandubh")
        self.assertEqual("brandubh", self.record()["rules"])
        self.browser.click("#previous")
        self.wait_for_moves(3)
        self.assertEqual(["linnaeus", MOVES], [self.record()["rules"], self.moves()])
        self.assertTrue(self.browser.run("return document.getElementById('previous').hidden"))

    def test_a_link_opens_the_game(self):
        self.browser.allow_clipboard()
        self.both(*MOVES)
        record = self.record()
        self.browser.click("#game-record summary")
        self.browser.click("#share")
        self.wait_for_status("copied")
        link = self.browser.run("return await navigator.clipboard.readText()")
        self.assertTrue(link.endswith("?rules=linnaeus#moves=e2-c2.e3-f3.c2-c3"), link)
        self.open(link.split("?")[1])
        self.assertEqual(record, self.record())
        self.assertEqual("", self.browser.run("return location.hash"))

    def test_a_link_with_a_wrong_move_says_so(self):
        self.open("people=both&seed=1")
        self.browser.run("location.hash = '#moves=e2-c2.e2-c2'")
        self.wait_for_notice("This game cannot be opened: ply 2: ")
        self.assertEqual("person", self.wait_for_turn())
        self.assertEqual("", self.record()["moves"])

    def load(self, text):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "game.json"
            file.write_text(text)
            self.browser.choose_file("#file", file)
            self.browser.wait("document.getElementById('file').value === ''")

    def test_a_file_is_saved_and_loaded(self):
        self.both(*MOVES)
        self.check_with_program(self.record())
        saved = self.browser.run("""
            const blobs = [], create = URL.createObjectURL;
            URL.createObjectURL = blob => (blobs.push(blob), create(blob));
            document.getElementById('save').click();
            return await blobs[0].text()""")
        self.assertEqual(self.record(), json.loads(saved))
        self.open("rules=brandubh&people=both&seed=1")
        self.browser.run("document.getElementById('file').hidden = false; document.getElementById('game-record').open = true")
        self.load("nonsense")
        self.wait_for_notice("expected lines of JSON")
        self.load("x" * 16_000_001)
        self.wait_for_notice("17 MB; expected a file of at most 16 MB")
        self.load('{"position":"x"}')
        self.wait_for_notice("no game in it")
        self.load('{"rules":"unheard-of","moves":"a1-a2"}')
        self.wait_for_notice("there are no rules named 'unheard-of' here")
        self.load(json.dumps({**json.loads(saved), "rules_yaml": "name: linnaeus\n"}))
        self.wait_for_notice("its rules are not those that are named 'linnaeus' here")
        self.load('{"rules":5,"moves":"a1-a2"}')
        self.wait_for_notice("no game in it")
        self.load(saved)
        self.wait_for_moves(3)
        self.assertEqual(json.loads(saved)["final"], self.position())

    def test_rules_of_a_models_card_are_saved_with_the_game(self):
        rules = json.loads((PAGE / "rules.json").read_text())
        rules["mine"] = {**rules["brandubh"], "name": "mine", "first": "defenders"}
        Handler.damaged = {"rules.json": json.dumps(rules).encode(), "models.json": json.dumps([{**model, "own": ["mine"]} for model in MODELS]).encode()}
        try:
            self.open("rules=mine&people=both&seed=1")
            self.play("d3-c3")
            saved = json.dumps(self.record())
            self.assertIn("name: mine\n", self.record()["rules_yaml"])
            self.open("rules=mine&people=both&seed=2#moves=d3-e3")
            self.browser.run("document.getElementById('file').hidden = false; document.getElementById('game-record').open = true")
            self.load(saved)
            self.browser.wait("JSON.parse(document.getElementById('record').value).moves === 'd3-c3'")
        finally:
            Handler.damaged = {}
        if PROGRAM:
            with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
                file.write(saved + "\n")
                file.flush()
                self.assertIn("1 game agrees", program("replay", "--input", file.name, "--check"))

    def test_the_position_after_a_move_is_shown(self):
        setup = self.shown_pieces()
        self.both("e2-c2")
        after_one = self.shown_pieces()
        self.play("e3-f3")
        live = self.shown_pieces()
        self.browser.click("#moves [data-ply='1']")
        self.wait_for_status("After move 1 of 2: e2-c2")
        self.assertEqual(after_one, self.shown_pieces())
        self.assertEqual([], self.squares("movable"))
        self.browser.run("document.getElementById('moves').focus()")
        self.browser.press("Left")
        self.wait_for_status("After move 0 of 2")
        self.assertTrue(self.browser.run("""
            return document.getElementById('moves').dispatchEvent(
                new KeyboardEvent('keydown', {key: 'ArrowRight', altKey: true, bubbles: true, cancelable: true}))"""))  # the browser's own
        self.assertEqual(setup, self.shown_pieces())
        self.browser.press("Right", "Right")  # the list of moves keeps the focus
        self.wait_for_status("your turn")
        self.browser.run("const move = document.querySelector('#moves [data-ply=\\'2\\']'); move.focus(); move.click()")  # a search may replace the buttons
        self.browser.press("Left")
        self.wait_for_status("After move 1 of 2")
        self.browser.press("Left")
        self.wait_for_status("After move 0 of 2")
        self.browser.click("#last")
        self.wait_for_status("your turn")
        self.assertEqual(live, self.shown_pieces())
        self.browser.click("#earlier")
        self.browser.wait("!document.getElementById('from-here').hidden")
        self.browser.click("#from-here")
        self.wait_for_moves(1)
        self.browser.click("#redo")
        self.wait_for_moves(2)

    def test_pieces_are_dragged(self):
        self.choose(people="both")
        for pointer, source, target, count in (("mouse", "e2", "c2", 1), ("touch", "e3", "f3", 2)):
            self.browser.drag(f"[data-square={source}]", f"[data-square={target}]", pointer)
            self.wait_for_moves(count)
        self.browser.drag("[data-square=c2]", "[data-square=a1]")  # no such move
        self.assertEqual([], self.squares("target"))
        self.assertEqual(["e2-c2", "e3-f3"], self.moves())
        # A flick off the board, and a second finger that is lifted while the first one drags.
        self.browser.run("""
            const cell = name => document.querySelector(`[data-square=${name}]`);
            const tell = (name, type, details) => {
                const {x, y, width, height} = cell(name).getBoundingClientRect();
                cell(name).dispatchEvent(new PointerEvent(type, {bubbles: true, isPrimary: true, pointerId: 1, buttons: 1,
                    clientX: x + width / 2, clientY: y + height / 2, ...details}));
            };
            tell('c2', 'pointerdown', {});
            tell('c4', 'pointermove', {buttons: 0});
            window.flicked = document.querySelectorAll('.dragged').length;
            cell('c2').setPointerCapture = () => {};
            tell('c2', 'pointerdown', {});
            tell('c4', 'pointermove', {});
            tell('d2', 'pointerup', {isPrimary: false, pointerId: 2});
            window.held = document.querySelectorAll('.dragged').length;
            tell('c2', 'pointermove', {});
            tell('c2', 'pointerup', {buttons: 0})""")
        self.assertEqual([0, 1], self.browser.run("return [flicked, held]"))
        self.assertEqual(["e2-c2", "e3-f3"], self.moves())
        self.play("c2-c3")  # clicks still work

    def test_the_search_shows_its_progress_and_line(self):
        self.choose(people="both")
        self.browser.wait("/^\\d+ of \\d+ visits: \\w+-\\w+ \\w+-\\w+/.test(document.getElementById('thinking').textContent)")
        self.browser.choose("strength", "10s")
        self.browser.choose("people", "none")
        self.browser.wait("/^\\d+ visits in 10 s: \\w+-\\w+/.test(document.getElementById('thinking').textContent)")


if __name__ == "__main__":
    unittest.main()
