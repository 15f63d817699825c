"""The notebooks of examples/ run from their first cell to the last."""

import ast
import contextlib
import io
import json
import os
import pathlib
import re
import sys
import types
import unittest
import unittest.mock
import xml.etree.ElementTree
from typing import Any

try:
    import torch
except ImportError:
    torch = None  # type: ignore[assignment]

FOLDER = pathlib.Path(os.environ.get("RAICHI_SOURCE_DIR", ".")) / "examples/notebooks"


def run(notebook: str) -> tuple[str, list[Any]]:
    """Runs a notebook's code as Jupyter does. Returns what it printed, and what its cells show at their ends."""
    shown: list[Any] = []
    names: dict[str, Any] = {}
    printed = io.StringIO()
    display = types.ModuleType("IPython.display")
    display.SVG = lambda data: types.SimpleNamespace(_repr_svg_=lambda: data)  # type: ignore[attr-defined]
    sys.modules.update({"IPython": types.ModuleType("IPython"), "IPython.display": display})
    with contextlib.redirect_stdout(printed), contextlib.chdir(FOLDER), unittest.mock.patch.object(sys, "path", sys.path[:]):
        for cell in json.loads((FOLDER / notebook).read_text())["cells"]:
            if cell["cell_type"] != "code":
                continue
            body = ast.parse("".join(cell["source"])).body
            last = body.pop() if isinstance(body[-1], ast.Expr) else None
            exec(compile(ast.Module(body, []), notebook, "exec"), names)
            if isinstance(last, ast.Expr):
                shown.append(eval(compile(ast.Expression(last.value), notebook, "eval"), names))
    return printed.getvalue(), [value for value in shown if value is not None]


class NotebooksTest(unittest.TestCase):
    def assert_boards(self, shown, count):
        boards = [value._repr_svg_() for value in shown if hasattr(value, "_repr_svg_")]
        self.assertEqual(len(boards), count)
        for board in boards:
            self.assertEqual(xml.etree.ElementTree.fromstring(board).tag, "{http://www.w3.org/2000/svg}svg")

    def test_all_are_tested(self):
        self.assertEqual(sorted(path.name for path in FOLDER.glob("*.ipynb")), ["analyse.ipynb", "play.ipynb", "train.ipynb"])

    def test_play(self):
        printed, shown = run("play.ipynb")
        self.assert_boards(shown, 4)
        self.assertRegex(printed, r"(attackers|defenders|draw|ongoing) .*after \d+ plies: d1-b1")

    def test_analyse(self):
        printed, shown = run("analyse.ipynb")
        self.assert_boards(shown, 2)
        self.assertEqual(printed.count("the attackers expect"), 5)
        self.assertEqual(len(re.findall(r"[a-i]\d-[a-i]\d +[1-9]\d* visits  value [+-]\d", printed)), 5)
        self.assertIn('class="arrow best"', shown[-1]._repr_svg_())

    @unittest.skipIf(torch is None, "torch is not installed")
    def test_train(self):
        printed, shown = run("train.ipynb")
        self.assertRegex(printed, r"loss \d+\.\d+ -> \d+\.\d+")
        self.assertEqual(shown[-1][0], ["brandubh"])


if __name__ == "__main__":
    unittest.main()
