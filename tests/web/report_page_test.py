"""The pages of `raichi report` in a browser: one run, several runs compared, and one that goes on.

RAICHI_REPORT_RUNS is a folder with two runs, `a` of two rule sets and `b` of one; RAICHI_PROGRAM is raichi."""

import csv
import io
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import tempfile
import unittest

import axe
from balance_page_test import OUTSIDE, PALE
from browser import open_browser

RUNS = os.environ.get("RAICHI_REPORT_RUNS")
PROGRAM = os.environ.get("RAICHI_PROGRAM")
BALANCE = os.environ.get("RAICHI_BALANCE_PAGE")
PICTURES = os.environ.get("RAICHI_PICTURES")  # a folder for pictures of the pages
SCREENS = {"light": (1200, 900, "light"), "dark": (1200, 900, "dark"), "phone": (360, 740, "light"), "large-phone": (390, 844, "light"), "turned": (740, 360, "dark"),
           "forced": (1200, 900, "light"), "forced-dark": (360, 740, "dark")}
# Charts whose plot or legend is wider than the chart, or whose names of references lie on the plot or on one another.
CROWDED = """return [...document.querySelectorAll('figure.chart')].filter(({chart}) => chart?.uplot).flatMap((figure) => {
  const {chart} = figure, {uplot} = chart, names = chart.spec.references.map(({name}) => name);
  const found = [];
  if (uplot.width > figure.clientWidth + 1) found.push('wide');
  if (names.length && uplot.width - uplot.bbox.left / devicePixelRatio - uplot.bbox.width / devicePixelRatio < gutterOf(chart.spec.references)) found.push('names');
  return found.map((what) => `${chart.spec.title}: ${what}`);
});"""
# Elements whose text needs more room than they have, but for those that scroll.
CUT = """return [...document.querySelectorAll('body *')].filter((element) => element.clientWidth && element.scrollWidth > element.clientWidth + 1 &&
  getComputedStyle(element).overflowX !== 'visible' && !element.closest('.scroll, pre, .hidden, .uplot, select')).map((element) => element.outerHTML.slice(0, 120));"""


@unittest.skipUnless(RUNS and PROGRAM, "RAICHI_REPORT_RUNS or RAICHI_PROGRAM is not set")
class ReportPageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="raichi-report-page-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        runs = pathlib.Path(RUNS).resolve()
        cls.one, cls.two = cls.folder / "one.html", cls.folder / "two.html"
        subprocess.run([PROGRAM, "report", runs / "a", "-o", cls.one], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([PROGRAM, "report", runs / "a", runs / "b", "-o", cls.two], check=True, stdout=subprocess.DEVNULL)
        cls.browser = open_browser()
        cls.addClassCleanup(cls.browser.close)
        cls.browser.save_downloads_in(cls.folder)

    def tearDown(self):
        self.assertEqual([], self.browser.errors())

    def open(self, page, screen="light", state=""):
        self.browser.show(*SCREENS[screen], forced=screen.startswith("forced"))
        self.browser.open("about:blank")
        self.browser.open(page.as_uri() + state)
        self.browser.wait("document.querySelector('figure.chart canvas')", 30)

    def titles(self, section):
        return self.browser.run(f"return [...document.querySelectorAll('#{section} figcaption .title')].map((one) => one.textContent)")

    def spec(self, section, title):
        """What a chart draws: its unit, the names of its lines or parts, and the number of points or bars."""
        return self.browser.run(f"""const {{spec, stops}} = [...document.querySelectorAll('#{section} figure.chart')].map(({{chart}}) => chart)
            .find((chart) => chart?.spec.title === {title!r});
            return {{unit: spec.unit, x: spec.x.label, log: [Boolean(spec.x.log), Boolean(spec.y.log)], names: [...spec.lines, ...spec.parts].map(({{name}}) => name), stops: stops.length,
                     points: spec.lines.map(({{points}}) => points.length), ys: spec.lines.flatMap(({{points}}) => points.map(({{y}}) => y))}};""")

    def choose(self, key, value):
        self.browser.click(f"#controls [name={key}] option[value='{value}']")

    def state(self):
        return self.browser.run("return location.hash")

    def test_nothing_is_cut_off_pale_or_on_top_of_something(self):
        for page in (self.one, self.two):
            for screen in SCREENS:
                with self.subTest(page=page.stem, screen=screen):
                    self.open(page, screen)
                    self.browser.run("for (const one of document.querySelectorAll('details')) one.open = true")
                    self.assertEqual(SCREENS[screen][0], self.browser.run("return innerWidth"))  # a phone zooms out to show what is too wide
                    self.assertEqual([], self.browser.run(OUTSIDE))
                    self.assertEqual([], self.browser.run(CUT))
                    self.assertEqual([], self.browser.run(CROWDED))
                    if not screen.startswith("forced"):
                        self.assertEqual([], self.browser.run(PALE))
                    if PICTURES:
                        self.browser.screenshot(pathlib.Path(PICTURES) / f"report-{page.stem}-{screen}.png")

    def test_axe_finds_no_barriers(self):
        for page in (self.one, self.two, *([pathlib.Path(BALANCE).resolve()] if BALANCE else [])):
            for screen in SCREENS:
                with self.subTest(page=page.stem, screen=screen):
                    self.open(page, screen)
                    self.browser.run("for (const one of document.querySelectorAll('details')) one.open = true")
                    self.assertEqual([], axe.violations(self.browser))

    def test_every_chart_has_a_role_a_label_and_its_data_as_a_table(self):
        self.open(self.one)
        self.assertEqual([], self.browser.run("""return [...document.querySelectorAll('figure.chart')].filter(({chart}) => chart).filter((figure) => {
            const image = figure.querySelector('[role=img]');
            return !image?.getAttribute('aria-label').startsWith(`${figure.querySelector('.title').textContent}`);
        }).map((figure) => figure.textContent)"""))
        self.browser.run("document.querySelector('#learning figure.chart details').open = true")
        self.browser.wait("document.querySelector('#learning figure.chart details table')", 10)
        rows = self.browser.run("return [...document.querySelectorAll('#learning figure.chart details tr')].map((row) => [...row.cells].map((cell) => cell.textContent))")
        self.assertEqual("Loss", rows[0][1])
        self.assertEqual(self.spec("learning", "Loss")["stops"], len(rows) - 1)

    def test_each_rule_set_and_each_opponent(self):
        self.open(self.one)
        self.assertEqual(["Rating"], self.spec("strength", "Rating")["names"])
        self.assertIn("Outcome", self.titles("games"))
        together = self.spec("games", "Length")["ys"]
        self.choose("rules", "brandubh")
        self.assertEqual("Elo, brandubh", self.spec("strength", "Rating")["unit"])
        self.assertEqual("% of games, brandubh", self.spec("games", "Outcome")["unit"])
        self.assertNotEqual(together, self.spec("games", "Length")["ys"])
        self.choose("rules", "each")
        self.assertEqual(["brandubh", "linnaeus"], self.spec("strength", "Rating")["names"])
        self.assertLessEqual({"Outcome, brandubh", "Outcome, linnaeus"}, set(self.titles("games")))
        self.assertEqual(["brandubh", "linnaeus"], self.spec("games", "Length")["names"])
        self.choose("rules", "")
        self.choose("opponent", "playouts:2")
        chart = self.spec("strength", "Score by opponent")
        self.assertEqual((["as attackers", "as defenders"], "% of points, playouts:2"), (chart["names"], chart["unit"]))
        self.choose("opponent", "each")
        self.assertEqual(["random", "playouts:2", "earlier models"], self.spec("strength", "Score by opponent")["names"])

    def test_axes_and_smoothing(self):
        self.open(self.one)
        before = self.spec("learning", "Loss")
        self.choose("smooth", "3")
        after = self.spec("learning", "Loss")
        self.assertIn("mean of 3 points", after["unit"])
        self.assertEqual(before["ys"][0], after["ys"][0])
        self.assertAlmostEqual(sum(before["ys"][:3]) / 3, after["ys"][1])
        for key in ("logx", "logy"):
            self.browser.click(f"#controls [name={key}]")
        self.assertEqual([True, True], self.spec("learning", "Loss")["log"])
        self.assertEqual([True, False], self.spec("strength", "Rating")["log"])  # ratings may be negative
        self.browser.click("#controls label[for=axis-samples]")
        self.assertEqual("samples trained on", self.spec("learning", "Loss")["x"])

    def test_the_address_keeps_the_choices(self):
        self.open(self.one)
        self.browser.click("#controls label[for=axis-games]")
        self.choose("rules", "each")
        self.browser.click("#links a[href='#learning']")
        self.assertEqual("#learning?axis=games&rules=each", self.state())
        self.browser.wait("Math.abs(document.getElementById('learning').getBoundingClientRect().top) < innerHeight / 2", 10)
        self.open(self.one, state="#games?axis=games&rules=brandubh&logy=1&smooth=9")
        self.assertEqual("games", self.spec("games", "Length")["x"])
        self.assertIn("brandubh, mean of 9 points", self.spec("games", "Length")["unit"])
        self.assertEqual(["games", "brandubh", "9"], self.browser.run(
            "return [document.querySelector('#controls :checked[name=axis]').id.slice(5), ...['rules', 'smooth'].map((key) => document.querySelector(`#controls [name=${key}]`).value)]"))
        self.browser.run("location.hash = '#games?axis=nonsense'")  # is the default
        self.browser.wait("document.querySelector('#games figure.chart').chart.spec.x.label.includes('work')", 10)

    def saved(self, name):
        """A file that the page saves when its button is clicked."""
        self.browser.run("document.querySelector('#learning figure.chart details').open = true")
        self.browser.wait("document.querySelector('#learning .save button')", 10)
        self.browser.run("document.querySelector('#learning .save').scrollIntoView({behavior: 'instant', block: 'center'})")
        self.browser.click(f"#learning figure.chart .save button:nth-of-type({1 if name.endswith('csv') else 2})")
        file = self.folder / name
        for _ in range(300):
            if file.exists() and not file.with_name(name + ".crdownload").exists():
                return file.read_bytes()
            self.browser.run("await new Promise((done) => setTimeout(done, 50))")
        self.fail(f"{name} was not saved; there are {sorted(path.name for path in self.folder.iterdir())}")

    def test_a_chart_is_saved_as_csv_and_png(self):
        self.open(self.one)
        rows = list(csv.reader(io.StringIO(self.saved("a-loss.csv").decode())))
        self.assertEqual("Loss", rows[0][1])
        self.assertEqual(self.spec("learning", "Loss")["ys"], [float(row[1]) for row in rows[1:]])
        picture = self.saved("a-loss.png")
        self.assertEqual(b"\x89PNG", picture[:4])
        self.assertGreater(struct.unpack(">I", picture[20:24])[0], 200)  # its height: the plot and the title above

    def test_runs_are_compared(self):
        self.open(self.two)
        for section, title in (("strength", "Rating"), ("learning", "Loss"), ("games", "Length"), ("games", "Draws"), ("speed", "Games")):
            with self.subTest(title=title):
                chart = self.spec(section, title)
                self.assertEqual(["a", "b"], chart["names"])
                self.assertTrue(all(chart["points"]))
        self.browser.click("#controls label[for=axis-samples]")
        self.assertEqual("samples trained on", self.spec("strength", "Rating")["x"])
        cells = self.browser.run("return [...document.querySelectorAll('#configuration tr')].map((row) => [...row.cells].map((cell) => cell.textContent))")
        self.assertEqual(["", "a", "b"], cells[0])
        self.assertIn(["rules", "[linnaeus, brandubh]", "[linnaeus]"], cells)
        self.assertNotIn("train.batch", [row[0] for row in cells])

    def test_a_page_follows_a_run(self):
        run = self.folder / "going"
        shutil.copytree(pathlib.Path(RUNS) / "b", run)
        server = subprocess.Popen([PROGRAM, "report", run, "--serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
        self.addCleanup(server.communicate)
        self.addCleanup(server.kill)
        address = re.search(r"http://127\.0\.0\.1:\d+/", server.stdout.readline())[0]
        self.browser.show(*SCREENS["light"])
        self.browser.open(address + "#learning")  # which gives the section the focus
        self.browser.wait("document.getElementById('live').textContent === 'Live'", 30)
        self.browser.run("window.replaced = document.querySelector('#learning figure.chart').chart")
        before = self.spec("learning", "Loss")["stops"]
        self.browser.run("document.getElementById('learning').kept = true")
        metrics = run / "metrics/progress.jsonl"
        lines = metrics.read_text().splitlines()
        newest = max(int(re.search(r'"iteration":(\d+)', line)[1]) for line in lines)
        with metrics.open("a") as file:
            line = re.sub(r',"sum":"\w+"', "", lines[-1])
            file.write(re.sub(r'"iteration":\d+', f'"iteration":{newest + 1}', line) + "\n")
        self.browser.wait(f"document.querySelector('#learning figure.chart').chart.stops.length >= {before}"
                          f" && document.querySelector('#learning figure.chart details') && run.column('iteration').at(-1) === {newest + 1}", 60)
        self.assertTrue(self.browser.run("return document.getElementById('learning').kept"))  # the page was not loaded again
        self.assertTrue(self.browser.run("return replaced.uplot === null"))  # else uPlot would keep it for ever
        self.assertEqual([False, True], self.browser.run("""
            const used = [];
            view.goTo('replay');
            used.push(Boolean(isUsed(byId('replay'))));
            document.querySelector('#replay svg').dispatchEvent(new MouseEvent('click', {bubbles: true}));
            return [...used, Boolean(isUsed(byId('replay')))]"""))
        server.send_signal(signal.SIGINT)
        self.assertEqual(0, server.wait(30))
        self.browser.wait("document.getElementById('live').textContent.includes('does not answer')", 60)
        self.browser.open("about:blank")
        self.browser.errors()  # the requests that nobody answered


if __name__ == "__main__":
    unittest.main()
