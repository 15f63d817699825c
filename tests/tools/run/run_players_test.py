"""Processes that play for a run on a folder that they share."""

import collections
import json
import resource
import signal
import subprocess
import time
import unittest

from program import PROGRAM
from run_case import SMOKE, RunCase, games_of

FAKE = ("--pretend-network", "1", "workers.workers=1", "workers.slots=8")
LARGEST_FILE = 300  # bytes; less than a shard of one game, and more than what names a stream


def limit_files():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, resource.RLIM_INFINITY))


class RunPlayersTest(RunCase):
    def start_player(self, *arguments, **keywords):
        play = subprocess.Popen([PROGRAM, "selfplay", str(self.run_folder), *map(str, arguments)],
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **keywords)
        self.addCleanup(play.wait)
        self.addCleanup(play.stderr.close)
        self.addCleanup(play.kill)
        return play

    def begin_run(self, *overrides):
        train = self.start_train(*overrides)
        train.send_signal(signal.SIGINT)
        _, errors = train.communicate(timeout=300)
        self.assertEqual(train.returncode, 0, errors)

    def read_until(self, process, text):
        for line in process.stderr:
            if text in line:
                return line
        self.fail(f"the process ended without '{text}'")

    def stop(self, process):
        process.send_signal(signal.SIGTERM)
        errors = process.stderr.read()
        self.assertEqual(process.wait(timeout=300), 0, errors)
        return errors

    def check_ids(self):
        ids = collections.Counter(game["id"] for game in games_of(self.run_folder))
        self.assertEqual([game for game, count in ids.items() if count > 1], [])
        return {game >> 40 for game in ids}

    def test_a_trainer_that_starts_again_knows_the_games_that_it_trained_on(self):
        self.begin_run("budget.games=40")
        play = self.start_player("--games", 60, *FAKE)
        play.stderr.read()
        train = self.start_train("budget.games=40")
        _, errors = train.communicate(timeout=300)
        self.assertEqual(train.returncode, 0, errors)
        ledger = (self.run_folder / "ledger.jsonl").read_text()
        self.assertTrue(json.loads((self.run_folder / "state.json").read_text())["finished"])
        play = self.start_player("--games", 20, *FAKE)  # games that nobody needs
        play.stderr.read()
        train = self.start_train("budget.games=40")
        _, errors = train.communicate(timeout=300)
        self.assertIn("the budget is spent; nothing to do", errors)
        self.assertEqual((self.run_folder / "ledger.jsonl").read_text(), ledger)
        self.assertTrue(json.loads((self.run_folder / "state.json").read_text())["finished"])

    def test_players_that_start_at_once_have_streams_of_their_own(self):
        self.begin_run()
        players = [self.start_player("--games", 4, *FAKE) for _ in range(4)]
        players.append(self.start_player("--games", 4, "--stream", 7, *FAKE))
        for play in players:
            errors = play.stderr.read()
            self.assertEqual(play.wait(timeout=300), 0, errors)
        self.assertEqual(self.check_ids(), {7, 100, 101, 102, 103})
        claims = sorted((self.run_folder / "streams").iterdir())
        self.assertEqual([path.name for path in claims], ["000100", "000101", "000102", "000103"])
        processes = {json.loads(path.read_text())["process"] for path in claims}
        self.assertEqual(processes, {play.pid for play in players[:4]})
        logs = {path.name for path in (self.run_folder / "logs").glob("selfplay-*")}
        self.assertEqual(logs, {f"selfplay-{stream}.log" for stream in ("07", 100, 101, 102, 103)})
        shards = {path.parent.name for path in self.run_folder.glob("games/*/*.games")}
        self.assertEqual(shards, {"000000"})

    def test_players_may_start_before_the_run_and_die_at_any_time(self):
        first = self.start_player("--wait", *FAKE)
        self.read_until(first, "waiting for the run")
        train = self.start_train("--steps", "12")
        killed = self.start_player(*FAKE)
        while not list(self.run_folder.glob("games/*/*.games")):
            self.assertIsNone(killed.poll())
            time.sleep(0.05)
        killed.kill()
        twin = self.start_player(*FAKE)  # as a scheduler starts the job again
        _, errors = train.communicate(timeout=300)
        self.assertEqual(train.returncode, 0, errors)
        self.assertNotIn("set aside", errors)
        self.assertNotIn("holds game", errors)
        for play in (first, twin):
            self.stop(play)
        self.assertLessEqual(len(self.check_ids()), 3)
        newest = (self.run_folder / "models/newest").read_text().splitlines()[0]
        self.assertEqual(newest, max(path.name for path in self.run_folder.glob("models/0*")))

    def test_a_player_pauses_while_nobody_trains(self):
        self.begin_run("loop.games_per_shard=1")
        one_game = (*FAKE[:-1], "workers.slots=1")  # at once, so no shard has more, and their number is that of the games
        first = self.start_player(*one_game)
        while len(games_of(self.run_folder)) <= 8:  # two iterations of smoke.yaml
            self.assertIsNone(first.poll())
            time.sleep(0.05)
        second = self.start_player(*one_game)
        self.read_until(second, "wait for training, more than two iterations' worth")
        self.stop(second)
        self.stop(first)
        self.assertEqual(self.check_ids(), {100})

    def test_a_player_keeps_its_games_while_the_disk_is_full(self):
        self.begin_run("loop.games_per_shard=32")
        play = self.start_player("--games", 64, *FAKE, preexec_fn=limit_files)
        line = self.read_until(play, "finished games are kept in memory, and playing pauses")
        self.assertRegex(line, r"games/000000/000000-100-000000\.games: cannot write: File too large; \d+ finished")
        self.assertEqual(list(self.run_folder.glob("games/**/*.games*")), [])
        resource.prlimit(play.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        self.read_until(play, "the games are written; playing on")
        self.assertEqual(play.wait(timeout=300), 0)
        self.assertGreaterEqual(len(games_of(self.run_folder)), 64)
        self.check_ids()

    def test_a_player_that_is_stopped_while_the_disk_is_full_says_what_is_lost(self):
        self.begin_run("loop.games_per_shard=32")
        play = self.start_player("--games", 64, *FAKE, preexec_fn=limit_files)
        self.read_until(play, "playing pauses")
        play.send_signal(signal.SIGTERM)
        errors = play.stderr.read()
        self.assertEqual(play.wait(timeout=300), 1, errors)
        self.assertRegex(errors, r"raichi: .*cannot write: File too large; \d+ finished games are lost\n$")
        self.assertEqual(list(self.run_folder.glob("games/**/*.games*")), [])

    def test_what_cannot_be_played_is_refused(self):
        for stream in ("100", "-1", "x", "1.5"):
            self.assert_fails(f"--stream {stream}: expected auto or a number from 0 to 99", "selfplay", SMOKE,
                              f"--stream={stream}", "--dir", self.run_folder, status=2)
        self.assert_fails("no run yet; start 'raichi run' or 'raichi train' first, or add --wait",
                          "selfplay", SMOKE, "--dir", self.run_folder)
        self.assertFalse(self.run_folder.exists())


if __name__ == "__main__":
    unittest.main()
