"""Shared by the tests of the page: a server, a browser, and the program to compare the page with.

RAICHI_PAGE is the page's folder (build/web) and RAICHI_PROGRAM the program, if there is one."""

import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import unittest

from browser import open_browser

ROOT = pathlib.Path(os.environ.get("RAICHI_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
sys.path.insert(0, str(ROOT / "web"))
import serve  # noqa: E402
PAGE = pathlib.Path(os.environ.get("RAICHI_PAGE", ROOT / "build/web"))
PROGRAM = os.environ.get("RAICHI_PROGRAM", "")
PICTURES = os.environ.get("RAICHI_PICTURES")  # a folder for pictures of the page
MODELS = json.loads((PAGE / "models.json").read_text())


class Handler(serve.Handler):
    """The page's server, which can lose and damage files. `damaged`: by file, the bytes sent in its place; `asked`: the files
    that were asked for, in order."""
    missing, damaged, asked = set(), {}, []

    def log_message(self, *_):
        pass

    def send_head(self):
        name = self.path.split("?")[0].lstrip("/")
        self.asked.append(name)
        if name in self.missing:
            return self.send_error(404)
        if name not in self.damaged:
            return super().send_head()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(name))
        self.end_headers()
        return io.BytesIO(self.damaged[name])


def program(*arguments, input=None):
    return subprocess.run([PROGRAM, *arguments], input=input, check=True, capture_output=True, text=True).stdout


class PageCase(unittest.TestCase):
    """A test that opens the page. It also fails if there is an error in the browser's console."""

    @classmethod
    def setUpClass(cls):
        cls.port = 0
        cls.start_server()
        cls.addClassCleanup(cls.stop_server)
        cls.browser = open_browser()
        cls.addClassCleanup(cls.browser.close)
        cls.open()  # a page that cannot start fails here, once

    @classmethod
    def start_server(cls):
        cls.server = serve.server(PAGE, cls.port, Handler)
        cls.port = cls.server.server_port
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()

    @classmethod
    def stop_server(cls):
        cls.server.shutdown()
        cls.server.server_close()

    @classmethod
    def open(cls, settings="seed=1"):
        """Opens the page as on a first visit. `settings` may end in a fragment."""
        cls.browser.run("try { localStorage.clear(); } catch {}")
        cls.browser.open("about:blank")  # so that another fragment is another visit, too
        cls.visit(settings)
        cls.wait_for_turn()

    @classmethod
    def visit(cls, settings="seed=1"):
        cls.browser.open(f"http://127.0.0.1:{cls.port}/?{settings}")

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

    def play(self, *moves):
        """Plays moves such as e2-c2 by clicks, both sides being people's."""
        for move in moves:
            for square in move.split("-"):
                self.click(square)
            self.browser.wait(f"document.getElementById('record').value.includes('{move}') && document.body.dataset.turn !== 'engine'")

    def wait_for_status(self, text):
        self.browser.wait(f"document.getElementById('status').textContent.includes({json.dumps(text)})")

    def wait_for_notice(self, text):
        self.browser.wait(f"document.getElementById('notice').textContent.includes({json.dumps(text)})")

    def wait_for_moves(self, count):
        shown = "[...document.querySelectorAll('#moves button')]"
        self.browser.wait(f"{shown}.length === {count}")

    def run_after_settling(self, script):
        """Runs a script, and gives the page half a second for what it may do wrong."""
        self.browser.run(script + "; await new Promise(done => setTimeout(done, 500))")

    def record(self):
        return json.loads(self.browser.run("return document.getElementById('record').value"))

    def check_with_program(self, record):
        if not PROGRAM:
            return
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.write(json.dumps(record) + "\n")
            file.flush()
            said = program("replay", "--rules", record["rules"], "--input", file.name, "--check")
        self.assertIn("1 game agrees", said)

    def take_picture(self, name):
        if PICTURES:
            self.browser.screenshot(pathlib.Path(PICTURES) / f"{name}.png")
