"""How the page looks and fails: contrast, forced colours, accessibility, small screens, missing files, installing."""

import itertools
import json
import os
import struct

import axe
from balance_page_test import OUTSIDE, PALE
from browser import IS_FIREFOX
from page_case import MODELS, PAGE, Handler, PageCase, unittest

SCREENS = {"wide": (1200, 850), "phone": (390, 844), "turned": (844, 390)}
GAME = "people=both&seed=1#moves=e2-c2.e3-f3.d1-d2"
MODEL = next(model for model in MODELS if "linnaeus" in model["rules"])  # what a first visit loads

# The contrast of two colours given as CSS text.
CONTRAST = """
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
    const light = color => {
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
    const style = selector => getComputedStyle(document.querySelector(selector));
"""


def with_a_bit_flipped(file):
    content = bytearray((PAGE / file).read_bytes())
    content[len(content) // 2] ^= 1
    return content


def first_half_of(file):
    content = (PAGE / file).read_bytes()
    return content[:len(content) // 2]


class LookTest(PageCase):
    def test_every_state_is_accessible(self):
        states = {"new": ("people=both&seed=1", ""), "game": (GAME, "document.querySelector('#moves button').click()"),
                  "open": (GAME, "for (const one of document.querySelectorAll('details:not(#setup)')) one.open = true"),
                  "setup": (GAME, "document.querySelector('#setup summary').click()"), "large": ("rules=alea-evangelii&people=both&seed=1", "")}
        for screen, scheme, forced in (("wide", "light", False), ("wide", "dark", False), ("phone", "light", False),
                                       ("turned", "dark", False), ("wide", "light", True), ("phone", "dark", True)):
            for state, (settings, action) in states.items():
                with self.subTest(state=state, screen=screen, scheme=scheme, forced=forced):
                    self.browser.show(*SCREENS[screen], scheme, forced=forced)
                    self.open(settings)
                    self.browser.run(action + "; await new Promise(done => setTimeout(done, 300))")
                    self.assertEqual([], axe.violations(self.browser))

    def test_texts_have_contrast_and_nothing_is_cut_off(self):
        for scheme in ("light", "dark"):
            for name, size in SCREENS.items():
                with self.subTest(scheme=scheme, screen=name):
                    self.browser.show(*size, scheme)
                    self.open(GAME)
                    self.assertEqual([], self.browser.run(PALE))
                    self.assertEqual([], self.browser.run(OUTSIDE))
                    self.take_picture(f"game-{scheme}-{name}")

    def test_the_bar_and_the_pieces_have_contrast(self):
        for scheme in ("light", "dark"):
            self.browser.show(1200, 850, scheme)
            low = self.browser.run(CONTRAST + """
                const part = name => style(`[data-share=${name}]`).backgroundColor;
                const variable = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
                const pairs = {page: [variable('--page'), style('#evaluation').borderTopColor], left: [part('attackers'), part('draw')],
                    right: [part('draw'), part('defenders')], button: [style('#new').borderTopColor, variable('--page')],
                    dark: ['#29241f', variable('--wood')], light: [variable('--piece-edge'), '#e9dfc8'],
                    coordinate: [variable('--coordinate'), variable('--wood')]};
                return Object.entries(pairs).filter(([name, [a, b]]) => contrast(a, b) < (name === 'coordinate' ? 4.5 : 3))
                    .map(([name, [a, b]]) => `${name} ${contrast(a, b).toFixed(2)}`);""")
            self.assertEqual([], low)

    def test_forced_colours_keep_pieces_and_bar(self):
        for scheme, screen in itertools.product(("light", "dark"), SCREENS):
            self.browser.show(*SCREENS[screen], scheme, forced=True)
            self.open(GAME)
            colours = self.browser.run(CONTRAST + """
                const square = style('#board .ordinary').backgroundColor;
                const piece = name => getComputedStyle(document.querySelector(`[data-piece=${name}]`), '::before');
                const part = name => style(`[data-share=${name}]`).backgroundColor;
                return {attacker: contrast(piece('attacker').backgroundColor, square), defender: contrast(piece('defender').borderTopColor, square),
                    sides: contrast(piece('attacker').backgroundColor, piece('defender').backgroundColor), bar: contrast(part('attackers'), part('defenders'))};""")
            self.take_picture(f"forced-{scheme}-{screen}")
            for name, contrast in colours.items():
                self.assertGreaterEqual(contrast, 3, name)

    def test_the_status_is_seen_without_scrolling(self):
        for name, size in SCREENS.items():
            with self.subTest(screen=name):
                self.browser.show(*size)
                self.open("people=both&seed=1")
                for part in ("board", "status", "evaluation"):
                    top, bottom = self.browser.run("const r = document.getElementById(args[0]).getBoundingClientRect(); return [r.top, r.bottom]", part)
                    self.assertGreaterEqual(top, 0)
                    self.assertLessEqual(bottom, size[1], part)

    def test_the_page_can_be_installed(self):
        manifest = json.loads((PAGE / "manifest.webmanifest").read_text())
        files = json.loads((PAGE / "files.json").read_text())
        for icon in manifest["icons"]:
            self.assertIn(icon["src"], files)
            if icon["type"] == "image/png":
                size = struct.unpack(">II", (PAGE / icon["src"]).read_bytes()[16:24])
                self.assertEqual(icon["sizes"], f"{size[0]}x{size[1]}")
        self.assertEqual({"192x192", "512x512"}, {icon["sizes"] for icon in manifest["icons"] if icon.get("purpose") == "maskable"})
        if not IS_FIREFOX:  # which installs no pages on computers
            self.assertEqual([], self.browser.devtools("Page.getInstallabilityErrors")["installabilityErrors"])

    def test_the_network_has_a_thread_for_every_core(self):
        """Up to four; the first is the worker's own."""
        self.open("people=both&model=")
        for cores, threads in ((1, 1), (2, 2), (3, 3), (16, 4)):
            with self.subTest(cores=cores):
                used = self.browser.run("""
                    const [model, cores] = args;
                    const raichi = await (await import('./raichi.mjs')).default();
                    Object.defineProperty(navigator, 'hardwareConcurrency', {value: cores, configurable: true});
                    const network = await (await import('./network.js')).Network.open(raichi, model);
                    await network.joined;
                    return 1 + network.helpers.length;""", MODEL, cores)
                self.assertEqual(used, threads)


    @unittest.skipIf(os.cpu_count() < 2, "one core")
    def test_the_engine_starts_helpers(self):
        Handler.asked.clear()
        self.open("people=both&seed=1")
        for _ in range(100):
            if Handler.asked.count("raichi.wasm") > 1:
                break
            self.browser.run("await new Promise(done => setTimeout(done, 50))")
        self.assertIn("helper.js", Handler.asked)
        self.assertGreater(Handler.asked.count("raichi.wasm"), 1)  # the engine loads it, and each helper


class FailureTest(PageCase):
    def tearDown(self):
        Handler.missing, Handler.damaged = set(), {}
        self.browser.errors()  # expected: files are missing

    def visit_status(self, text):
        self.browser.run("localStorage.clear()")
        self.visit("people=both&seed=1")
        self.browser.wait("document.body?.dataset.turn === 'error'")
        self.wait_for_status(text)
        self.assertNotIn("Aborted", self.text("#status"))

    def test_missing_files_are_named(self):
        for file in ("words.js", "page.js", "engine.js", "thinking.js", "raichi.mjs", "raichi.wasm", "rules.json", "models.json",
                     "network.js", "helpers.js", MODEL["file"]):
            with self.subTest(file=file):
                Handler.missing = {file}
                self.visit_status(f"Could not load {file}")
                self.assertIn("reload the page", self.text("#status"))

    def test_a_network_plays_on_without_helpers(self):
        """Helpers that cannot start, that fail at once, or later: the engine evaluates alone, and the page says nothing."""
        broken = b"onmessage = () => setTimeout(() => { throw new Error('broken'); })"
        for missing, damaged in (({"helper.js"}, {}), (set(), {"helper.js": b"throw new Error('broken')"}), (set(), {"helper.js": broken})):
            with self.subTest(missing=missing, damaged=damaged):
                Handler.missing, Handler.damaged = missing, damaged
                self.open(f"people=none&strength=50v&seed=1&model={MODEL['file']}")
                self.browser.wait("document.querySelectorAll('#moves td span').length > 8")
                self.assertNotEqual("error", self.browser.run("return document.body.dataset.turn"))

    def test_without_the_first_script_the_page_says_what_to_do(self):
        Handler.missing = {"start.js"}
        self.visit("people=both&seed=1")
        self.wait_for_status("start.js did not start: reload the page")

    def test_damaged_files_are_noticed(self):
        cases = [(MODEL["file"], with_a_bit_flipped(MODEL["file"]))]  # a wrong bit of raichi.wasm may be in a constant
        cases += [(file, first_half_of(file)) for file in ("raichi.wasm", "rules.json", "models.json")]
        cases += [("models.json", content) for content in (b"null", b"{}", json.dumps([MODEL | {"canvas": None}]).encode())]
        cases += [("rules.json", content) for content in (b"null", b"{}", b'{"linnaeus": {"name": "linnaeus"}}')]
        for file, content in cases:
            with self.subTest(file=file, content=content[:100]):
                Handler.damaged = {file: content}
                self.visit_status(f"The file {file} is damaged")

    def test_another_opponent_is_the_way_out(self):
        Handler.missing = {MODEL["file"]}
        self.visit_status("Could not load")
        self.browser.choose("model", "")
        self.wait_for_turn()
        self.play("e2-c2")

    def test_another_opponent_keeps_the_game(self):
        moves = ["e2-c2", "e3-f3"]
        self.open(f"people=both&seed=1#moves={'.'.join(moves)}")
        Handler.missing = {MODEL["file"]}
        self.visit("people=both&seed=1")
        self.wait_for_status("Could not load")
        self.browser.choose("model", "")
        self.wait_for_turn()
        self.assertEqual(moves, self.record()["moves"].split())

    def test_the_game_goes_on_without_a_missing_opponent(self):
        self.open("people=attackers&model=&strength=1v&seed=1")
        Handler.missing = {MODEL["file"]}
        self.browser.choose("model", MODEL["file"])
        self.wait_for_notice(f"Could not load {MODEL['file']}")
        self.assertEqual("", self.browser.run("return document.querySelector('[name=model]').value"))
        self.browser.choose("model", MODEL["file"])
        self.browser.choose("people", "both")  # while the network loads
        self.wait_for_notice(f"Could not load {MODEL['file']}")
        self.browser.choose("people", "attackers")
        for square in ("e2", "c2"):
            self.click(square)
        self.wait_for_moves(2)
        self.assertEqual("playouts:1v", self.record()["defenders"])

    @unittest.skipIf(IS_FIREFOX, "its driver cannot turn scripts off for a page")
    def test_without_scripts_the_page_says_so(self):
        self.browser.devtools("Emulation.setScriptExecutionDisabled", value=True)
        self.addCleanup(self.browser.devtools, "Emulation.setScriptExecutionDisabled", value=False)
        self.browser.open("about:blank")
        self.visit("")
        shown = self.browser.devtools("Runtime.evaluate", expression="document.body.innerText", returnByValue=True)["result"]["value"]
        self.assertIn("This page needs JavaScript", shown)
        self.assertNotIn("Loading", shown)


if __name__ == "__main__":
    unittest.main()
