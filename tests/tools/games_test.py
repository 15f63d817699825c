"""games: printing, filtering, checking and converting shards."""

import json
import unittest

from program import ROOT, ProgramTest


class Games(ProgramTest):
    def setUp(self):
        super().setUp()
        self.output("match", "greedy", "random", "--pairs", "10", "--records", "m.games")
        self.all = self.objects("games", "m.games", "--json")

    def test_json_is_what_replay_reads(self):
        self.assertEqual(len(self.all), 20)
        self.write("m.jsonl", self.output("games", "m.games", "--json"))
        self.assertIn("20 games agree", self.output("replay", "--input", "m.jsonl", "--check"))

    def test_games_that_players_end_are_replayed_too(self):
        for end, settings in [("ply limit", ["selfplay.max_plies=10"]),
                              ("resigned", ["selfplay.resign_threshold=0.01", "selfplay.resign_consecutive=1"])]:
            self.output("selfplay", ROOT / "configs/runs/smoke.yaml", *settings, "--games", "8", "--output", end)
            text = self.output("games", end, "--json")
            self.assertIn(end, text)
            agree = self.output("replay", "--input", "-", "--check", input=text)
            self.assertIn("8 games agree", agree)
            said = [(game["result"], game["reason"]) for game in map(json.loads, text.splitlines())]
            self.assertEqual(self.ends_of("--input", "-", input=text), said)
            self.output("games", end, "--otg", f"{end}-otg")
            for (result, _), record in zip(said, sorted((self.folder / f"{end}-otg").iterdir()), strict=True):
                self.assertEqual([result for result, _ in self.ends_of("--input", record)], [result])

    def ends_of(self, *arguments, **more):
        """The results and reasons with which `raichi replay` ends the games."""
        lines = map(json.loads, self.output("replay", *arguments, "--json", **more).splitlines())
        return [(line["result"], line["reason"]) for line in lines if "reason" in line]

    def test_games_of_other_settings_are_not_mixed_in(self):
        command = ["selfplay", ROOT / "configs/runs/smoke.yaml", "--output", "own", "--games"]
        self.output(*command, "4", "selfplay.full_visits=5")
        self.assert_fails(1, "own/settings.json: these games were begun with selfplay.full_visits 5, not 6; continue with",
                          *command, "8", "selfplay.full_visits=6")
        (self.folder / "own/model.raichi").rename(self.folder / "own/first.raichi")
        self.output("selfplay", ROOT / "configs/runs/smoke.yaml", "--output", "other", "--games", "1", "--seed", "5")
        (self.folder / "other/model.raichi").rename(self.folder / "own/model.raichi")
        self.assert_fails(1, "these games were begun with weights [0-9a-f]{16}, not [0-9a-f]{16};", *command, "8", "selfplay.full_visits=5")
        (self.folder / "own/first.raichi").rename(self.folder / "own/model.raichi")
        self.assert_fails(1, "these games were begun with seed 1, not 9;", *command, "8", "selfplay.full_visits=5", "--seed", "9")
        self.output(*command, "8", "selfplay.full_visits=5")
        self.assertEqual(len(self.objects("games", "own", "--json")), 8)

    def test_a_runs_folder_is_no_place_for_other_games(self):
        (self.folder / "run/games/000001").mkdir(parents=True)
        self.write("run/config.yaml", "")
        (self.folder / "link").symlink_to("run/games/000001")
        for place in ("run", "run/games", "run/games/000001", "run/games/new", "link"):
            self.assert_fails(2, "--dir: not with --output", "selfplay", ROOT / "configs/runs/smoke.yaml", "--games", "1", "--output", place,
                              "--dir", "elsewhere")
            self.assert_fails(1, "lies in the folder of a run", "selfplay", ROOT / "configs/runs/smoke.yaml", "--games", "1", "--output", place)
        self.assertEqual(list((self.folder / "run/games").rglob("*.games")), [])
        self.write("config.yaml", "")  # of anything
        self.output("selfplay", ROOT / "configs/runs/smoke.yaml", "--games", "1", "--output", "elsewhere")

    def test_filters(self):
        def wanted(*arguments):
            return self.objects("games", "m.games", "--json", *arguments)
        for result in ["attackers", "defenders", "draw"]:
            self.assertEqual(wanted("--result", result),
                             [game for game in self.all if game["result"] == result])
        reason = self.all[0]["reason"]
        self.assertEqual(wanted("--reason", reason), [game for game in self.all if game["reason"] == reason])
        self.assertEqual(len(wanted("--player", "greedy")), 20)
        self.assertEqual(wanted("--player", "nobody"), [])
        self.assertIn("no game passes the filters", self.run_program("games", "m.games", "--player", "nobody").stderr)
        self.assertEqual(wanted("--id", "7"), [self.all[7]])
        plies = sorted(game["plies"] for game in self.all)[10]
        self.assertEqual(wanted("--min-plies", plies), [game for game in self.all if game["plies"] >= plies])

    def test_text(self):
        lines = self.lines("games", "m.games")
        self.assertEqual(len(lines), 20)
        self.assertRegex(lines[0], r"^ +0  greedy - random  (attackers|defenders|draw): .* plies  linnaeus$")
        turns = self.lines("games", "m.games", "--id", "3")
        self.assertEqual(len(turns), 2 + self.all[3]["plies"])
        self.assertIn(self.all[3]["moves"].split()[0], turns[1])
        self.assertEqual(turns[-1], self.all[3]["final"])

    def test_opentafl(self):
        text = self.output("games", "m.games", "--otg", "-", "--id", "0")
        self.assertIn("[attackers:", text)
        self.assertIn("1. ", text)
        files = self.lines("games", "m.games", "--otg", "otg")
        self.assertEqual(len(files), 20)
        self.assertEqual((self.folder / files[0]).read_text().strip(), text.strip())
        # Games of other files may have the same ids.
        again = self.lines("games", "m.games", "m.games", "--otg", "twice")
        self.assertEqual(len(set(again)), 40)
        self.assertEqual(len(list((self.folder / "twice").iterdir())), 40)

    def test_a_folder_of_shards(self):
        (self.folder / "shards").mkdir()
        for name in ["a.games", "b.games"]:
            (self.folder / "shards" / name).write_bytes((self.folder / "m.games").read_bytes())
        self.assertEqual(len(self.lines("games", "shards")), 40)
        checked = self.lines("games", "shards", "--check")
        self.assertEqual((len(checked), checked[2]), (3, "40 games in 2 shards, all good"))
        (self.folder / "run").mkdir()
        (self.folder / "shards").rename(self.folder / "run/games")
        self.assertEqual(len(self.lines("games", "run")), 40)

    def test_damaged_shards(self):
        good = (self.folder / "m.games").read_bytes()
        bad = self.folder / "bad.games"
        flipped = bytearray(good)
        flipped[len(good) // 2] ^= 4
        for data in [good[:-1], good[:40], b"", bytes(flipped), good + b"x", b"junk" * 50]:
            bad.write_bytes(data)
            self.assert_fails(1, "bad.games", "games", bad)
            self.assert_fails(1, "bad.games", "games", bad, "--check")
        # One bad shard does not hide the others.
        done = self.run_program("games", "m.games", bad)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(len(done.stdout.splitlines()), 20)
        self.assertRegex(done.stderr, "warning: .*bad.games.*\nraichi: 1 of 2 shards are bad\n")

    def test_a_full_disk_is_not_a_bad_shard(self):
        (self.folder / "shards").mkdir()
        for name in ["a.games", "b.games"]:
            (self.folder / "shards" / name).write_bytes((self.folder / "m.games").read_bytes())
        done = self.run_on_full_disk("games", "shards", "--otg", "otg")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"raichi: otg/0+\.otg: cannot write: File too large\n$")
        self.assertNotIn("bad", done.stderr)

    def test_bad_input(self):
        self.assert_fails(1, "no game with the id 99", "games", "m.games", "--id", "99")
        self.assert_fails(1, "nowhere.games", "games", "nowhere.games")
        self.assert_fails(1, "expected shards", "games", self.empty())
        self.assert_fails(2, "--result", "games", "m.games", "--result", "won")
        self.assert_fails(2, "--reason: reason 'lunch' is unknown; expected one of king captured", "games", "m.games", "m.games",
                          "--reason", "lunch")

    def empty(self):
        folder = self.folder / "empty"
        folder.mkdir()
        return folder


if __name__ == "__main__":
    unittest.main()
