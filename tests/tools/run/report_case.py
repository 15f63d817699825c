"""What the tests of reports share."""

import collections
import html.parser
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from program import PROGRAM, ROOT, ProgramTest, needs_libtorch

sys.path.insert(0, str(ROOT / "tools"))
import read_games  # noqa: E402

SMOKE = ROOT / "configs/runs/smoke.yaml"


class Page(html.parser.HTMLParser):
    """The elements of a page, the text of its scripts and styles, and the resources that it would load."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.loads, self.texts = [], set(), [], collections.defaultdict(list)
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.ids.add(attributes.get("id"))
        self.loads += [attributes[name] for name in ("src", "href", "srcset", "action") if name in attributes]
        if tag not in ("meta", "link", "br"):
            self.open.append((tag, attributes.get("id")))

    def handle_endtag(self, tag):
        name, _ = self.open.pop()
        assert name == tag, f"</{tag}> closes <{name}>"

    def handle_data(self, data):
        if self.open:
            self.texts[self.open[-1]].append(data)

    def text(self, tag, name=None):
        return "".join(self.texts[tag, name])


def read(path):
    return Page(path.read_text())


def data_of(path):
    return json.loads(read(path).text("script", "data"))


def lines_of(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


@needs_libtorch
class ReportCase(ProgramTest):
    """A small run, whose folder each test may change."""

    @classmethod
    def setUpClass(cls):
        cls.home = pathlib.Path(tempfile.mkdtemp(prefix="raichi-report-"))
        cls.addClassCleanup(shutil.rmtree, cls.home)
        done = subprocess.run([PROGRAM, "run", SMOKE, "budget.games=24", "--dir", cls.home / "run", "--json"],
                              check=True, capture_output=True, text=True)
        cls.ratings = [json.loads(line) for line in done.stdout.splitlines() if '"elo"' in line]

    def setUp(self):
        super().setUp()
        self.run_folder = self.folder / "run"
        shutil.copytree(self.home / "run", self.run_folder)
        self.file = self.run_folder / "report.html"

    def report(self):
        self.assertEqual(self.lines("report", "run"), ["run/report.html"])
        return data_of(self.file)

    def games(self):
        return [game for path in (self.run_folder / "games").glob("*/*.games") for game in read_games.games(path)]
