"""The page of a balance study with the data of tests/app/balance/page_sample.json, in a browser.

RAICHI_BALANCE_PAGE is the page, which the test BalancePageTest.WritesTheSample writes."""

import json
import os
import pathlib
import unittest

from browser import open_browser

ROOT = pathlib.Path(os.environ.get("RAICHI_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
PAGE = os.environ.get("RAICHI_BALANCE_PAGE")
PICTURES = os.environ.get("RAICHI_PICTURES")  # a folder for pictures of the page
SAMPLE = json.loads((ROOT / "tests/app/balance/page_sample.json").read_text())
SCREENS = {"light": (1200, 900, "light"), "dark": (1200, 900, "dark"), "phone": (360, 740, "light"), "large-phone": (390, 844, "light"),
           "turned": (740, 360, "dark"), "middle": (900, 700, "light"), "forced": (1200, 900, "light"), "forced-dark": (360, 740, "dark")}
# Elements outside the window, but for those in a part that scrolls by itself, and those in closed details, which Firefox leaves
# where they were when the window had another size.
OUTSIDE = """return [...document.querySelectorAll('body *')].filter((element) => {
  const {width, left, right} = element.getBoundingClientRect();
  return width && element.checkVisibility() && (left < -1 || right > innerWidth + 1) && !element.closest('.scroll, .skip, pre, .uplot');
}).map((element) => element.outerHTML.slice(0, 120));"""
# Texts whose contrast with what is behind them is below 4.5:1.
PALE = """const canvas = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
const light = (colors) => {
  canvas.clearRect(0, 0, 1, 1);
  for (const color of colors) { canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); }
  const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const pale = [];
for (const element of document.querySelectorAll('body *')) {
  if (!element.getClientRects().length || element.closest('.board, .rank, .uplot')) continue;
  if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) || element.tagName === 'OPTION') continue;
  const behind = [];
  for (let at = element; at; at = at.parentElement) behind.unshift(getComputedStyle(at).backgroundColor);
  const style = getComputedStyle(element), text = element instanceof SVGElement ? style.fill : style.color;
  const [a, b] = [light(behind), light([...behind, text])].sort((x, y) => y - x);
  if ((a + 0.05) / (b + 0.05) < 4.5) pale.push(`${((a + 0.05) / (b + 0.05)).toFixed(2)} ${element.outerHTML.slice(0, 100)}`);
}
return pale;"""
# Texts of a picture that lie on one another.
COLLISIONS = """return [...document.querySelectorAll('.picture, .ticks')].flatMap((picture) => {
  const texts = [...picture.querySelectorAll('text')].map((text) => [text.textContent, text.getBoundingClientRect()]);
  return texts.flatMap(([a, p], i) => texts.slice(i + 1).filter(([, q]) => p.width && q.width && p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 3 && q.top < p.bottom - 3)
    .map(([b]) => `${a} and ${b}`));
});"""


@unittest.skipUnless(PAGE, "RAICHI_BALANCE_PAGE is not set")
class BalancePageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = open_browser()
        cls.addClassCleanup(cls.browser.close)
        cls.page = pathlib.Path(PAGE).resolve()

    def open(self, screen="light", page=None):
        self.browser.show(*SCREENS[screen], forced=screen.startswith("forced"))
        self.browser.open((page or self.page).as_uri())
        self.browser.run("await new Promise((done) => setTimeout(done, 200))")  # pictures are drawn when their width is known

    def tearDown(self):
        self.assertEqual([], self.browser.errors())

    def texts(self, selector):
        return self.browser.run(f"return [...document.querySelectorAll('{selector}')].map((element) => element.textContent)")

    def open_with(self, **changes):
        """Opens the page with other data: keys of the sample replaced, or left out where the value is None."""
        data = {key: value for key, value in {**SAMPLE, **changes}.items() if value is not None}
        text = self.page.read_text()
        begin = text.index('id="data">') + len('id="data">')
        other = self.page.with_name("changed.html")
        other.write_text(text[:begin] + json.dumps(data).replace("<", "\\u003c") + text[text.index("</script>", begin):])
        self.addCleanup(other.unlink, missing_ok=True)
        self.open(page=other)

    def test_nothing_is_cut_off_pale_or_on_top_of_something(self):
        for screen in SCREENS:
            with self.subTest(screen=screen):
                self.open(screen)
                self.browser.run("for (const one of document.querySelectorAll('details')) one.open = true")
                self.assertEqual(SCREENS[screen][0], self.browser.run("return innerWidth"))  # a phone zooms out to show what is too wide
                self.assertEqual([], self.browser.run(OUTSIDE))
                if not screen.startswith("forced"):
                    self.assertEqual([], self.browser.run(PALE))
                self.assertEqual([], self.browser.run(COLLISIONS))
                if PICTURES:
                    self.browser.screenshot(pathlib.Path(PICTURES) / f"balance-{screen}.png")

    def test_a_table_of_many_rules_scrolls_by_itself(self):
        factors = [f"Rule {i}" for i in range(8)]
        pairs = [{"kind": "interaction", "label": f"{a} and {b}", "factors": [a, b], "elo": 5, "low": -20, "high": 30, "p": 0.6} for a in factors for b in factors if a < b]
        self.open_with(effects=pairs)
        for screen in ("phone", "large-phone"):
            self.browser.show(*SCREENS[screen])
            self.browser.wait(f"Math.max(innerWidth, document.documentElement.scrollWidth) === {SCREENS[screen][0]}", 10)  # charts follow a moment later

    def test_the_answer_comes_first(self):
        """The page begins with a question, the answer in a sentence, and how many games are fair; then what weakens it."""
        self.open()
        games = [rule for rule in SAMPLE["rules"] if rule["group"] == "variant"]
        sizes = sorted({rule["size"] for rule in games})
        self.assertEqual([f"How fair are {len(games)} games on " + ", ".join(f"{size}\u00d7{size}" for size in sizes[:-1]) + f" and {sizes[-1]}\u00d7{sizes[-1]} boards?"], self.texts("h1"))
        self.assertEqual("How fair are", self.browser.run("return document.title")[:12])
        self.assertRegex(self.texts("#summary b")[0], r"^The fairest is .* \(the attackers score \d+\u202f%\)\.$")
        order = self.browser.run("return ['study', 'name', 'summary', 'figures', 'warnings', 'links'].map((id) => document.getElementById(id).getBoundingClientRect().top)")
        self.assertEqual(sorted(order), order)
        self.assertEqual(["Keep in mind"], self.texts("#warnings h2"))
        self.open_with(rules=[games[0]])
        self.assertEqual([f"How fair is {games[0]['title']}?"], self.texts("h1"))
        self.open_with(rules=[])
        self.assertEqual(["Nothing has been measured yet."], self.texts("#summary"))

    def test_foreign_names_hide_nothing(self):
        """Marks that turn the direction of a text round, controls, and markup are shown and do nothing."""
        name = "a\u202eb\u0007<img src=x onerror=alert(1)>"
        self.open_with(name=name, warnings=[name], rules=[{**SAMPLE["rules"][0], "title": name, "label": name}])
        self.assertEqual(0, self.browser.run("return document.querySelectorAll('img').length"))
        shown = self.browser.run("return document.body.innerText + document.body.innerHTML.replace(/<script[^]*?<.script>/g, '') + document.title")
        self.assertIn("a\\u202Eb\\x07<img", shown)
        for mark in name[1], name[3]:
            self.assertNotIn(mark, shown)

    def test_effects_have_the_range_of_the_seeds(self):
        self.open()
        [row] = self.browser.run("""return [...document.querySelectorAll('#effects table tbody tr')]
          .map((row) => [...row.cells].map((cell) => cell.textContent)).filter((cells) => cells[0] === 'The king is taken by four')""")
        self.assertEqual(row[1:3], ["\u221239\u00a0points", "\u221244 to \u221236\u00a0points"])

    def test_rows_are_sorted_by_size_and_score(self):
        self.open()
        names = self.texts("#fairness ul.forest:first-of-type a")
        variants = [rule for rule in SAMPLE["rules"] if rule["group"] == "variant"]
        variants.sort(key=lambda rule: (rule["size"], -rule["headline"]["score"]))
        self.assertEqual([rule["title"] for rule in variants], names[:len(variants)])

    def test_a_step_is_called_by_its_number_and_what_it_changes(self):
        self.open()
        self.assertIn("Step 1: Everybody may cross the castle", self.texts(".who a"))

    def test_a_name_opens_its_panel(self):
        self.open()
        self.browser.run("document.querySelectorAll('#fairness a')[2].focus({preventScroll: true})")
        self.browser.press("Enter")
        self.assertEqual("linnaeus", self.browser.run("return document.querySelector('#rules > .choice select').value"))
        self.browser.wait("Math.abs(document.getElementById('rules').getBoundingClientRect().top) < innerHeight / 2", 10)
        self.assertIn("leans to the attackers", self.texts("#rules .finding")[0].lower())

    def test_a_sandwich_is_told_in_words(self):
        self.open()
        self.assertIn("its attackers score 44\u202f% (37 to 51\u202f%) against defenders that were trained to beat it; attackers that were "
                      "trained to beat it score 60\u202f% (53 to 67\u202f%).", " ".join(self.texts("#rules .panel > p")))

    def test_only_a_balanced_game_is_called_the_fairest(self):
        rules = SAMPLE["rules"]
        title = {rule["name"]: rule["title"] for rule in rules}
        self.open()
        self.assertIn(f"The fairest is {title['saami']} (", self.texts("#summary")[0])
        self.open_with(rules=[rule for rule in rules if rule["verdict"] != "balanced"])
        self.assertIn(f"None is known to be balanced; the nearest to even is {title['brandubh']} (", self.texts("#summary")[0])

    def test_the_arrow_keys_step_through_a_game(self):
        self.open()
        self.browser.run("document.querySelector('#rules .buttons button').focus()")
        self.browser.press("Right", "Right")
        game = SAMPLE["rules"][0]["sample_games"][0]
        self.assertIn(f"2. {game['moves'][1]}", self.texts("#rules .state")[0])

    def test_a_game_shows_what_its_players_thought(self):
        known = SAMPLE["rules"]
        unknown = [{**rule, "sample_games": [{**game, "values": [None] * len(game["values"])} for game in rule.get("sample_games") or []]}
                   for rule in known]
        for rules, ending in (known, r" to move, search [+\u2212]?\d\.\d+$"), (unknown, " to move$"):
            self.open_with(rules=rules)
            self.assertRegex(self.texts("#rules .state")[0], ending)
            self.assertEqual(rules is known, self.browser.run("return document.querySelector('#rules .chart').offsetHeight > 0"))

    def test_a_captured_king_stays_on_the_board(self):
        game = {**SAMPLE["rules"][0]["sample_games"][0], "positions": ["7/3t3/1tT2t1/tK4t/3t3/t6/3t3", "7/3t3/1tT2t1/t1t4/3t3/t6/3t3"],
                "moves": ["g4-c4"], "captures": [[]], "values": [None, None], "network": [None, None], "result": "attackers", "reason": "king captured"}
        self.open_with(rules=[{**SAMPLE["rules"][0], "sample_games": [game]}])
        fallen = "return document.querySelectorAll('#rules .replay .fallen').length + document.querySelectorAll('#rules .replay .captured').length"
        self.assertEqual(0, self.browser.run(fallen))
        self.browser.run("document.querySelector('#rules .buttons button:last-child').click()")
        self.assertEqual(2, self.browser.run(fallen))

    def test_every_picture_has_a_name(self):
        self.open()
        self.assertEqual([], self.browser.run("return [...document.querySelectorAll('svg')].filter((svg) => !svg.closest('[aria-hidden]') && "
                                              "!(svg.getAttribute('role') === 'img' && svg.getAttribute('aria-label'))).map((svg) => svg.outerHTML.slice(0, 99))"))

    def test_sections_without_data_are_left_out(self):
        self.open_with(effects=None, families=None, map=[])
        self.assertEqual(["Fairness", "Strength", "Rule sets", "Method"], self.texts("#links a"))
        self.open_with(rules=[], effects=None, families=None, map=None, plan=None)
        self.assertEqual(["Method"], self.texts("#links a"))

    def test_rule_sets_may_lack_anything(self):
        keys = [key for key in SAMPLE["rules"][0] if key != "name"]
        for key in keys:  # a rule set without each key, and one with its name alone
            rules = [{k: v for k, v in rule.items() if k != key} for rule in SAMPLE["rules"]]
            rules.append({"name": "bare"})
            rules.append({"name": "null", **dict.fromkeys(keys)})
            with self.subTest(without=key):
                self.open_with(rules=rules)
                self.browser.run("for (const one of document.querySelectorAll('#rules > .choice option')) openRules(one.value)")
                self.assertEqual([], self.texts("section > .note"))


if __name__ == "__main__":
    unittest.main()
