"""Shared by the tests of the page: a server, a browser, and the program to compare the page with.

RAICHI_PAGE is the page's folder (build/web) and RAICHI_PROGRAM the program, if there is one."""

import functools
import http.server
import json
import os
import pathlib
import subprocess
import tempfile
import threading
import unittest

from browser import Browser

ROOT = pathlib.Path(os.environ.get("RAICHI_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
PAGE = pathlib.Path(os.environ.get("RAICHI_PAGE", ROOT / "build/web"))
PROGRAM = os.environ.get("RAICHI_PROGRAM", "")
PICTURES = os.environ.get("RAICHI_PICTURES")  # a folder for pictures of the page
MODELS = json.loads((PAGE / "models.json").read_text())


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def program(*arguments, input=None):
    return subprocess.run([PROGRAM, *arguments], input=input, check=True, capture_output=True, text=True).stdout


class PageCase(unittest.TestCase):
    """A test that opens the page. It also fails if there is an error in the browser's console."""

    @classmethod
    def setUpClass(cls):
        handler = functools.partial(Handler, directory=PAGE)
        cls.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.addClassCleanup(cls.server.server_close)
        cls.addClassCleanup(cls.server.shutdown)
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.open()  # a page that cannot start fails here, once

    @classmethod
    def open(cls, settings="seed=1"):
        cls.browser.open(f"http://127.0.0.1:{cls.server.server_port}/?{settings}")
        cls.wait_for_turn()

    def setUp(self):
        self.browser.show(1200, 850)
        self.open()

    def tearDown(self):
        self.assertEqual([], self.browser.errors())

    @classmethod
    def wait_for_turn(cls):
        """Waits until a person is to move or the game is over. Returns which of the two."""
        turn = cls.browser.wait("document.body.dataset.turn !== 'engine' && document.body.dataset.turn")
        if turn not in ("person", "over"):
            raise AssertionError(cls.browser.run("return document.getElementById('status').textContent"))
        return turn

    def choose(self, **settings):
        for name, value in settings.items():
            self.browser.choose(name, value)
            self.wait_for_turn()

    def text(self, selector):
        return self.browser.run(f"return document.querySelector('{selector}').textContent")

    def squares(self, mark):
        return self.browser.run(f"return [...document.querySelectorAll('#board .{mark}')].map(c => c.dataset.square)")

    def click(self, square):
        self.browser.click(f"#board [data-square={square}]")

    def wait_for_moves(self, count):
        shown = "[...document.querySelectorAll('#moves td:nth-child(n + 2)')].filter(td => td.textContent)"
        self.browser.wait(f"{shown}.length === {count}")

    def record(self):
        return json.loads(self.browser.run("return document.getElementById('record').value"))

    def check_with_program(self, record):
        if not PROGRAM:
            return
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.write(json.dumps(record) + "\n")
            file.flush()
            said = program("replay", "--rules", record["rules"], "--input", file.name, "--check")
        self.assertIn("1 games agree", said)

    def take_picture(self, name):
        if PICTURES:
            self.browser.screenshot(pathlib.Path(PICTURES) / f"{name}.png")
