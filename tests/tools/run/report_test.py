"""The report of a run: one self-contained page whose numbers are those of the run."""

import collections
import fcntl
import re
import shutil
import signal
import subprocess
import time
import unittest

from program import PROGRAM
from report_case import SMOKE, ReportCase, data_of, lines_of, read, read_games


class ReportTest(ReportCase):
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
        for key in ("attackers", "visits_per_second"):
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

    def test_wrong_use(self):
        self.assert_fails(2, "nowhere: expected the folder of a run", "report", "run", "nowhere")
        self.assert_fails(2, "nowhere: expected the folder of a run", "report", "nowhere", "--serve", "--port", "0")
        self.assert_fails(2, "--serve follows one run", "report", "run", "run", "--serve")
        self.assert_fails(2, "--port", "report", "run", "--port", "80")
        self.assert_fails(2, "--serve", "report", "run", "--serve", "-o", "x.html")
        self.assert_fails(2, "nowhere: expected the folder of a run", "report", "nowhere")
        self.assert_fails(2, "run/games: expected the folder of a run", "report", "run/games")
        self.assert_fails(1, "cannot create", "report", "run", "-o", "/proc/page.html")
        self.assert_fails(2, "missing argument: run: Run folder, such as runs/quick; ", "report")


if __name__ == "__main__":
    unittest.main()
