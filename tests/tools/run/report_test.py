"""The report of a run: one self-contained page whose numbers are those of the run."""

import collections
import fcntl
import html.parser
import json
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request

from program import PROGRAM, ROOT, ProgramTest, needs_networks

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


@needs_networks
class ReportTest(ProgramTest):
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

    def test_a_run_writes_it(self):
        written = data_of(self.file)
        made = self.report()
        for data in (written, made):
            del data["run"]["made"]
        self.assertEqual(written, made)
        self.assertTrue(made["run"]["finished"])
        self.assertEqual(made["warnings"], [])

    def test_the_page_is_whole_and_needs_nothing_else(self):
        self.report()
        text = self.file.read_text()
        self.assertTrue(text.startswith("<!DOCTYPE html>") and text.endswith("</html>\n"))
        self.assertLess(len(text), 3_000_000)
        page = read(self.file)
        self.assertEqual(page.open, [])
        for name in ("strength", "games", "openings", "replay", "learning", "speed", "configuration"):
            self.assertIn(name, page.ids)
        self.assertTrue(page.loads)
        for link in page.loads:
            self.assertRegex(link, r"^(#\w+|data:,)$")
        self.assertIsNone(re.search(r"url\(|@import", page.text("style")))
        addresses = set(re.findall(r"\w+://[\w./]+", text))
        # The only addresses are SVG's namespace and uPlot's address in the comment above its code.
        self.assertEqual(addresses, {"http://www.w3.org/2000/svg", "https://github.com/leeoniya/uPlot"})
        self.assertIn("The MIT License", page.text("script"))
        self.assertIn("default-src 'none'", text)

    @unittest.skipUnless(shutil.which("node"), "needs node")
    def test_the_script_is_javascript(self):
        self.report()
        script = self.write("script.js", read(self.file).text("script"))
        done = subprocess.run(["node", "--check", script], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    @unittest.skipUnless(shutil.which("chromium"), "needs chromium")
    def test_a_browser_draws_the_charts(self):
        self.report()
        done = subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000",
                               "--enable-logging=stderr", f"--user-data-dir={self.folder / 'profile'}", "--dump-dom",
                               self.file.as_uri()], capture_output=True, text=True, timeout=120)
        self.assertNotRegex(done.stderr, "CONSOLE.*(Error|Exception)")
        drawing = re.sub("<script.*?</script>", "", done.stdout, flags=re.DOTALL)
        self.assertNotIn("cannot be drawn", drawing)
        charts = drawing.split('<figure class="chart">')[1:]
        drawn = {re.search(r'class="title">([^<]*)', chart)[1] for chart in charts if "<canvas" in chart}
        self.assertGreaterEqual(drawn, {"Rating", "Score against the fixed players", "Outcome", "Length", "Length and outcome",
                                        "Value", "Loss", "Policy", "Learning rate", "Network evaluations"})

    def test_numbers_are_those_of_the_run(self):
        data, games = self.report(), self.games()
        progress = lines_of(self.run_folder / "metrics/progress.jsonl")
        self.assertEqual(data["run"]["games"], len(games))
        self.assertEqual(data["run"]["positions"], sum(turn[1] for game in games for turn in game["turns"]))
        self.assertEqual(data["run"]["models"], progress[-1]["iteration"])
        columns = data["progress"]
        self.assertEqual(columns["iteration"], [line["iteration"] for line in progress])
        for key in ("attackers", "visits_per_second", "cache_hits"):
            self.assertEqual(columns["selfplay/" + key], [float(f"{line['selfplay'][key]:.6g}") for line in progress])

        newest = data["newest"]
        results = collections.Counter(game["result"] for game in games)
        self.assertEqual(newest["games"], len(games))
        models = [int(path.name[:6]) for path in (self.run_folder / "games").glob("*/*.games")]
        self.assertEqual((newest["first"], newest["last"]), (min(models), max(models)))
        self.assertEqual((newest["attackers"], newest["defenders"], newest["draws"]),
                         (results["attackers"], results["defenders"], results["draw"]))
        self.assertEqual(newest["positions"], sum(len(game["turns"]) for game in games))
        self.assertEqual(sum(map(sum, newest["lengths"])), len(games))
        self.assertEqual(sum(ending["games"] for ending in newest["endings"]), len(games))

    def test_ratings_are_those_that_the_run_printed(self):
        evaluation = self.report()["evaluation"]
        printed = {rating["player"]: rating for rating in self.ratings}
        self.assertEqual(evaluation["anchor"], "playouts:2")
        models = {f"{model['model']:06}": model for model in evaluation["models"]}
        fixed = {player["player"]: player for player in evaluation["fixed"]}
        self.assertEqual(set(models) | set(fixed), set(printed))
        self.assertGreater(len(models), 1)
        for name, rating in (models | fixed).items():
            self.assertAlmostEqual(rating["elo"], printed[name]["elo"], places=2)
            self.assertAlmostEqual(rating["error"], printed[name]["error"], places=2)
        matches = lines_of(self.run_folder / "metrics/matches.jsonl")
        newest = max(models)
        self.assertEqual([row["opponent"] for row in evaluation["models"][-1]["results"]],
                         list(dict.fromkeys(match["b"] for match in matches if match["a"] == newest)))

    def test_openings_and_samples_are_games_of_the_run(self):
        data = self.report()
        [tree] = data["openings"]
        self.assertEqual(tree["games"], len(self.games()))  # the smoke run has no random openings
        self.assertEqual(tree["symmetries"], 8)
        self.assertLessEqual(sum(move["games"] for move in tree["moves"]), tree["games"])
        self.assertEqual(list(data["boards"]), ["linnaeus"])
        records = {game["id"]: game for game in self.objects("games", "run/games", "--json")}
        self.assertTrue(data["samples"])
        for sample in data["samples"]:
            game = records[sample["id"]]
            self.assertEqual(" ".join(sample["moves"]), game["moves"])
            self.assertEqual(sample["positions"][-1], game["final"].split()[0])
            self.assertEqual(len(sample["positions"]), len(sample["moves"]) + 1)
            for move, captures in zip(sample["moves"], sample["captures"]):
                self.assertEqual(move, "x".join([move.split("x")[0], *(["/".join(captures)] if captures else [])]))

    def test_a_damaged_shard_is_passed_over(self):
        shard = sorted((self.run_folder / "games").glob("*/*.games"))[1]
        lost = len(list(read_games.games(shard)))
        before = len(self.games())
        shard.write_bytes(shard.read_bytes()[:-3])
        done = self.run_program("report", "run")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, rf"warning: .*{shard.name}.*skipped")
        self.assertTrue(shard.exists())  # only the run itself sets shards aside
        data = data_of(self.file)
        self.assertIn(shard.name, data["warnings"][0])
        self.assertEqual(data["newest"]["games"], before - lost)

    def test_damaged_metrics_leave_the_rest(self):
        with (self.run_folder / "metrics/progress.jsonl").open("a") as file:
            file.write("junk\n")
        done = self.run_program("report", "run")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("progress.jsonl", done.stderr)
        data = data_of(self.file)
        self.assertIsNone(data["progress"])
        self.assertEqual(data["newest"]["games"], len(self.games()))

    def test_metrics_and_state_of_wrong_types_leave_the_rest(self):
        (self.run_folder / "state.json").write_text('{"seconds": "long", "finished": 1}')
        with (self.run_folder / "metrics/progress.jsonl").open("a") as file:
            file.write('{"iteration": "last", "train": 3}\n')
        done = self.run_program("report", "run")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("warning: ", done.stderr)
        data = data_of(self.file)
        self.assertFalse(data["run"]["finished"])
        self.assertEqual(data["run"]["games"], len(self.games()))
        self.assertEqual(data["newest"]["games"], len(self.games()))

    def test_a_state_that_is_no_file_is_none(self):
        (self.run_folder / "state.json").unlink()
        (self.run_folder / "state.json").mkdir()
        self.assertFalse(self.report()["run"]["finished"])

    def test_an_empty_run(self):
        (self.folder / "new").mkdir()
        shutil.copy(self.run_folder / "config.yaml", self.folder / "new")
        self.output("report", "new")
        self.assertEqual(sorted(path.name for path in (self.folder / "new").glob("[!.]*")), ["config.yaml", "report.html"])
        data = data_of(self.folder / "new/report.html")
        self.assertEqual(data["run"]["name"], "new")
        self.assertEqual(data["run"]["games"], 0)
        for part in ("progress", "evaluation", "newest"):
            self.assertIsNone(data[part])
        self.assertEqual((data["openings"], data["samples"], data["warnings"]), ([], [], []))

    def test_text_cannot_break_out_of_the_script(self):
        with (self.run_folder / "config.yaml").open("a") as file:
            file.write("# </script><script><!--\n")
        data = self.report()
        self.assertEqual(data["config"], (self.run_folder / "config.yaml").read_text())
        self.assertEqual(data["warnings"], [])

    def test_waits_for_another_writer(self):
        self.file.unlink()
        with (self.run_folder / ".report.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            process = subprocess.Popen([PROGRAM, "report", self.run_folder], stdout=subprocess.DEVNULL)
            self.addCleanup(process.wait)
            self.addCleanup(process.kill)
            with self.assertRaises(subprocess.TimeoutExpired):
                process.wait(2)
            self.assertFalse(self.file.exists())
        self.assertEqual(process.wait(60), 0)
        self.assertTrue(data_of(self.file)["run"]["finished"])

    def test_while_the_run_goes_on(self):
        process = subprocess.Popen([PROGRAM, "run", SMOKE, "budget.games=4000", "--dir", self.run_folder],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        metrics = self.run_folder / "metrics/progress.jsonl"
        before, until = len(lines_of(metrics)), time.monotonic() + 60
        while len(lines_of(metrics)) == before:
            self.assertLess(time.monotonic(), until, "no iteration in a minute")
            self.assertIsNone(process.poll())
            self.output("report", "run", "-o", "page.html")
            self.assertEqual(read(self.folder / "page.html").open, [])
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(60), 1)
        self.assertFalse(data_of(self.file)["run"]["finished"])
        self.assertEqual(list(self.run_folder.glob("*.tmp")), [])

    def compare(self, *arguments):
        """The data of a comparison of the run with another, and what the program printed."""
        shutil.copytree(self.run_folder, self.folder / "other")
        config = self.folder / "other/config.yaml"
        config.write_text(config.read_text().replace("warmup_steps: 2", "warmup_steps: 3"))
        printed = self.output("report", "run", "other", *arguments)
        return data_of(self.folder / printed.strip()), printed

    def test_several_runs_are_compared(self):
        data, printed = self.compare()
        self.assertEqual(printed.strip(), "comparison.html")
        self.assertEqual([run["name"] for run in data["runs"]], ["run", "other"])
        self.assertEqual(data["differences"], [{"key": "train.warmup_steps", "values": ["2", "3"]}])
        self.assertEqual(data["warnings"], [])
        one = self.report()
        for run in data["runs"]:
            self.assertEqual(run["progress"], one["progress"])
            self.assertEqual(run["evaluation"], one["evaluation"])
        page = read(self.folder / "comparison.html")
        self.assertEqual(page.open, [])
        self.assertLessEqual({"runs", "strength", "games", "learning", "speed", "configuration"}, page.ids)

    def test_a_comparison_tells_of_what_it_lacks(self):
        shutil.copytree(self.run_folder, self.folder / "more/run")
        (self.folder / "more/run/config.yaml").write_text("rules: [")
        matches = self.folder / "more/run/metrics/matches.jsonl"
        matches.write_text("".join(line + "\n" for line in matches.read_text().splitlines() if '"b":"random"' in line))
        done = self.run_program("report", "run", "more/run", "-o", "page.html")
        self.assertEqual(done.returncode, 0, done.stderr)
        data = data_of(self.folder / "page.html")
        self.assertEqual([run["name"] for run in data["runs"]], ["run", "more/run"])
        self.assertRegex("\n".join(data["warnings"]), r"more/run: .*config.yaml")
        self.assertRegex("\n".join(data["warnings"]), r"relative to different players \(playouts:2, random\)")
        self.assertIsNone(data["runs"][1]["facts"])
        self.assertEqual(len(data["runs"][1]["progress"]["games"]), len(data["runs"][0]["progress"]["games"]))

    def serve(self, *arguments):
        server = subprocess.Popen([PROGRAM, "report", self.run_folder, "--serve", *arguments], stdout=subprocess.PIPE, text=True)
        self.addCleanup(server.communicate)
        self.addCleanup(server.kill)
        line = server.stdout.readline()
        return server, re.search(r"http://[^ ]*:(\d+)/", line)

    def fetch(self, address, **headers):
        """Status, headers and body of an answer."""
        try:
            with urllib.request.urlopen(urllib.request.Request(address, headers={name.replace("_", "-"): text for name, text in headers.items()}), timeout=60) as answer:
                return answer.status, answer.headers, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read().decode()

    def test_a_server_follows_the_run(self):
        server, found = self.serve("--port", "0")
        address = found[0]
        self.assertTrue(address.startswith("http://127.0.0.1:"))
        status, headers, text = self.fetch(address)
        self.assertEqual(status, 200)
        self.assertIn("text/html", headers["Content-Type"])
        self.assertIn("connect-src 'self'", text)
        self.assertEqual(Page(text).open, [])
        status, headers, body = self.fetch(address + "data.json")
        data = json.loads(body)
        self.assertEqual(data["run"]["games"], len(self.games()))
        # Nothing has changed: nothing is sent.
        self.assertEqual(self.fetch(address + "data.json", If_None_Match=headers["ETag"])[::2], (304, ""))
        # A new shard is read; the old ones are not read again, or this damage would be a warning.
        shards = sorted((self.run_folder / "games").glob("*/*.games"))
        newest = shards[-1]
        added = newest.with_name(newest.name.replace("-00-", "-07-"))
        shutil.copy(newest, added)
        shards[0].write_bytes(b"damaged")
        status, newer, body = self.fetch(address + "data.json", If_None_Match=headers["ETag"])
        self.assertEqual(status, 200)
        self.assertNotEqual(newer["ETag"], headers["ETag"])
        self.assertEqual(json.loads(body)["newest"]["games"], data["newest"]["games"] + len(list(read_games.games(added))))
        self.assertEqual(json.loads(body)["warnings"], [])
        self.assertEqual(self.fetch(address + "config.yaml")[0], 404)
        server.send_signal(signal.SIGINT)
        self.assertEqual(server.wait(30), 0)

    def test_a_server_answers_many_at_once(self):
        _, found = self.serve("--port", "0")
        newest = sorted((self.run_folder / "games").glob("*/*.games"))[-1]
        bodies, failures = collections.defaultdict(set), []

        def follow():
            try:
                for _ in range(10):
                    _, headers, body = self.fetch(found[0] + "data.json")
                    bodies[headers["ETag"]].add(body)
            except Exception as error:
                failures.append(error)

        threads = [threading.Thread(target=follow) for _ in range(6)]
        for thread in threads:
            thread.start()
        for stream in range(1, 5):  # while they are answered, the run changes
            shutil.copy(newest, newest.with_name(newest.name.replace("-00-", f"-0{stream}-")))
            time.sleep(0.05)
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        self.assertEqual([len(of_one) for of_one in bodies.values()], [1] * len(bodies))  # a tag names one body
        data = json.loads(self.fetch(found[0] + "data.json")[2])
        self.assertEqual(data["newest"]["games"], len(self.games()))

    def test_a_server_is_for_this_machine_unless_told_otherwise(self):
        server, found = self.serve("--port", "0")
        # A page of another site whose name leads here may not read the run.
        self.assertEqual(self.fetch(found[0], Host="example.org")[0], 403)
        self.assertEqual(self.fetch(found[0], Host=f"localhost:{found[1]}")[0], 200)
        server.send_signal(signal.SIGTERM)
        self.assertEqual(server.wait(30), 0)
        server, found = self.serve("--port", "0", "--host", "0.0.0.0")
        self.assertEqual(self.fetch(f"http://127.0.0.1:{found[1]}/", Host="example.org")[0], 200)

    def test_a_server_needs_its_port(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            self.assert_fails(1, f"cannot listen on 127.0.0.1:{port}: the port is taken", "report", "run", "--serve", "--port", str(port))
        _, found = self.serve("--port", "0")  # another server of the same kind takes it too
        self.assert_fails(1, f"cannot listen on 127.0.0.1:{found[1]}: the port is taken", "report", "run", "--serve", "--port", found[1])

    def test_wrong_use(self):
        self.assert_fails(2, "nowhere: expected the folder of a run", "report", "run", "nowhere")
        self.assert_fails(2, "nowhere: expected the folder of a run", "report", "nowhere", "--serve", "--port", "0")
        self.assert_fails(2, "--serve follows one run", "report", "run", "run", "--serve")
        self.assert_fails(2, "--port", "report", "run", "--port", "80")
        self.assert_fails(2, "--serve", "report", "run", "--serve", "-o", "x.html")
        self.assert_fails(2, "nowhere: expected the folder of a run", "report", "nowhere")
        self.assert_fails(2, "run/games: expected the folder of a run", "report", "run/games")
        self.assert_fails(1, "cannot create", "report", "run", "-o", "/proc/page.html")
        self.assert_fails(2, "missing argument: run ", "report")


if __name__ == "__main__":
    unittest.main()
