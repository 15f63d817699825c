"""rate: results and their file, statistics, resuming, interruption."""

import fcntl
import json
import signal
import subprocess
import time
import unittest

from program import PROGRAM, ProgramTest, games_in


class Rate(ProgramTest):
    def test_interrupted_it_keeps_what_was_played(self):
        # The anchor has not played yet then.
        with subprocess.Popen([PROGRAM, "rate", "random", "greedy", "playouts:200", "--anchor", "playouts:200", "--pairs", "100000",
                               "--results", "r.jsonl", "--json"], cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            time.sleep(3)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 1, err)
        self.assertIn("rate: stopped; the same command continues from here", err)
        self.assertEqual(len([line for line in out.splitlines() if "player" in line]), 2)
        self.assertGreater((self.folder / "r.jsonl").stat().st_size, 0)

    def test_ratings(self):
        lines = self.objects("rate", "random", "greedy", "playouts:16", "--pairs", "6", "--json",
                             "--rules", "brandubh")
        ratings = {line["player"]: line for line in lines if "player" in line}
        self.assertEqual(set(ratings), {"random", "greedy", "playouts:16"})
        self.assertEqual((ratings["random"]["elo"], ratings["random"]["error"]), (0, 0))
        self.assertGreater(ratings["playouts:16"]["elo"], 0)
        self.assertGreater(ratings["greedy"]["error"], 0)
        for line in ratings.values():
            self.assertEqual((games_in(line["attackers"]), games_in(line["defenders"])), (12, 12))
        [side] = [line for line in lines if "rules" in line]
        self.assertEqual(side["rules"], "brandubh")
        self.assertEqual(side["levels"], sorted(side["levels"], key=lambda level: level["rating"]))
        for level in side["levels"]:
            for share in ("score", "draws"):
                self.assertTrue(0 <= level[share + "_low"] < level[share] < level[share + "_high"] <= 1, level)
        self.assertIn(side["attackers_advantage"], [{key: level[key] for key in ("elo", "error")} for level in side["levels"]])
        self.assertLessEqual(side["informative_games"], 36)
        self.assertEqual(lines[-1]["anchor"], "random")
        self.assertGreaterEqual(lines[-1]["dispersion"], 1)

    def test_a_file_of_records_has_room_for_a_million_games(self):
        self.assert_fails(2, "--records: a file holds at most 524288 pairs of games", "match", "random", "random",
                          "--pairs", "524289", "--records", "m.games")

    def test_results_are_kept_and_completed(self):
        arguments = ["rate", "random", "greedy", "--rules", "brandubh", "--results", "r.jsonl"]
        self.output(*arguments, "--pairs", "3")
        first = (self.folder / "r.jsonl").read_text()
        self.output(*arguments, "--pairs", "3")
        self.assertEqual((self.folder / "r.jsonl").read_text(), first)
        self.output(*arguments, "--pairs", "5")
        results = [json.loads(line) for line in (self.folder / "r.jsonl").read_text().splitlines()]
        self.assertEqual([games_in(result["a_attackers"]) for result in results], [3, 2])
        # Prints only the table, with another player as anchor.
        table = self.objects("rate", "--results", "r.jsonl", "--anchor", "greedy", "--json")
        self.assertEqual({line["player"]: line["elo"] for line in table if "player" in line}["greedy"], 0)

    def test_results_of_some_rules_can_be_rated_alone(self):
        for rules in ("brandubh", "linnaeus"):
            self.output("rate", "random", "greedy", "--rules", rules, "--pairs", "2", "--results", "r.jsonl")
        rules = lambda *more: {line["rules"] for line in self.objects("rate", "--results", "r.jsonl", "--json", *more) if "rules" in line}
        self.assertEqual(rules(), {"brandubh", "linnaeus"})
        self.assertEqual(rules("--rules", "brandubh"), {"brandubh"})
        self.assert_fails(1, "r.jsonl: holds no results of the rules saami", "rate", "--results", "r.jsonl", "--rules", "saami")

    def test_completed_results_are_those_of_one_go(self):
        arguments = ["rate", "random", "playouts:1", "--rules", "brandubh", "--results"]
        for pairs in ("11", "30"):
            self.output(*arguments, "parts.jsonl", "--pairs", pairs)
        self.output(*arguments, "whole.jsonl", "--pairs", "30")
        first, second, whole = [json.loads(line) for name in ("parts.jsonl", "whole.jsonl")
                                for line in (self.folder / name).read_text().splitlines()]
        for side in ("a_attackers", "a_defenders"):
            self.assertEqual({key: first[side][key] + second[side][key] for key in whole[side]}, whole[side])

    def test_bad_input(self):
        self.assert_fails(2, "--sprt: expected ELO0,ELO1 .* between -2000 and 2000", "match", "random", "greedy", "--sprt", "0,6500")
        self.assert_fails(2, "expected players", "rate")
        self.assert_fails(2, "at least two", "rate", "random")
        self.assert_fails(1, "none.jsonl: there is no such file", "rate", "--results", "none.jsonl")
        self.assert_fails(2, "--anchor alphabeta:2: plays no games here", "rate", "random", "greedy", "--anchor", "alphabeta:2")
        self.assert_fails(2, "--visits", "rate", "random", "greedy", "--visits", "2", "--move-time", "0.1")
        self.assert_fails(2, "named twice", "rate", "random", "random")
        self.write("bad.jsonl", "{\n")
        self.assert_fails(1, "bad.jsonl", "rate", "random", "greedy", "--results", "bad.jsonl")
        self.assert_fails(1, "no/r.jsonl: cannot create", "rate", "random", "greedy", "--results", "no/r.jsonl")

    @staticmethod
    def result(a, b, won, lost, **more):
        tally = {"wins": won, "draws": 0, "losses": lost}
        return json.dumps({"a": a, "b": b, "rules": "linnaeus", "a_attackers": tally, "a_defenders": tally, **more}) + "\n"

    def test_a_pair_of_games_counts_once(self):
        self.output("rate", "random", "greedy", "--rules", "brandubh", "--pairs", "3", "--results", "r.jsonl")
        once = self.objects("rate", "--results", "r.jsonl", "--json")
        line = (self.folder / "r.jsonl").read_text()
        self.assertEqual({key: json.loads(line)[key] for key in ("seed", "first_pair")}, {"seed": 1, "first_pair": 0})
        self.write("r.jsonl", line + line)
        twice = self.run_program("rate", "--results", "r.jsonl", "--json")
        self.assertIn("r.jsonl: 1 result left out: pairs of games that an earlier line holds", twice.stderr)
        self.assertEqual([json.loads(row) for row in twice.stdout.splitlines()], once)
        self.output("rate", "random", "greedy", "--rules", "brandubh", "--pairs", "5", "--results", "r.jsonl")
        added = json.loads((self.folder / "r.jsonl").read_text().splitlines()[-1])
        self.assertEqual((added["first_pair"], games_in(added["a_attackers"])), (3, 2))

    def test_matches_of_other_seeds_count_beside_each_other(self):
        match = ("match", "random", "greedy", "--rules", "brandubh", "--pairs", "2", "--json")
        self.write("r.jsonl", "".join(self.output(*match, "--seed", seed) for seed in "12"))
        [row] = [line for line in self.objects("rate", "--results", "r.jsonl", "--json") if line.get("player") == "greedy"]
        self.assertEqual(games_in(row["attackers"]), 4)

    def test_a_count_is_a_number_of_games(self):
        for count in (-1, -5, 1.5, "2", 2 ** 64 - 1, 1e300):
            self.write("bad.jsonl", self.result("x", "y", count, 20))
            self.assert_fails(1, "bad.jsonl.*the match result has wins: .*, expected a number of games",
                              "rate", "--results", "bad.jsonl")
        self.write("bad.jsonl", "")
        self.assert_fails(1, "bad.jsonl: holds no results", "rate", "--results", "bad.jsonl")

    def test_a_player_of_the_file_may_be_gone(self):
        self.write("r.jsonl", self.result("runs/gone@200", "greedy", 6, 4))
        lines = self.objects("rate", "--results", "r.jsonl", "--anchor", "runs/gone@200", "--json")
        self.assertEqual(lines[-1]["anchor"], "runs/gone@200")

    def test_only_the_newest_weights_of_a_name_count(self):
        self.write("r.jsonl", self.result("runs/x@200", "greedy", 0, 20, a_weights="old")
                   + self.result("runs/x@200", "greedy", 15, 5, a_weights="new"))
        result = self.run_program("rate", "--results", "r.jsonl", "--json")
        self.assertIn("1 result of runs/x@200 left out: played with other weights", result.stderr)
        ratings = [json.loads(line) for line in result.stdout.splitlines()]
        [player] = [line for line in ratings if line.get("player") == "runs/x@200"]
        self.assertEqual(player["attackers"], {"wins": 15, "draws": 0, "losses": 5})

    def test_a_model_with_other_weights_than_in_its_results_is_named(self):
        self.write("r.jsonl", self.result("models/tafl-9@200", "greedy", 15, 5, a_weights="old"))
        result = self.run_program("rate", "--results", "r.jsonl")
        self.assertEqual(result.returncode, 0)
        self.assertIn("the model models/tafl-9@200 has other weights now than in its results", result.stderr)

    def test_an_anchor_needs_games_that_count(self):
        self.write("r.jsonl", self.result("runs/x@200", "playouts:4", 0, 20, a_weights="old")
                   + self.result("runs/x@200", "greedy", 15, 5, a_weights="new"))
        result = self.run_program("rate", "--results", "r.jsonl", "--anchor", "playouts:4")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("--anchor playouts:4: none of its games count here", result.stderr)

    def test_an_anchor_must_play_under_the_rules_that_are_rated(self):
        self.write("r.jsonl", self.result("random", "greedy", 3, 7) + self.result("random", "playouts:4", 3, 7, rules="saami"))
        self.assert_fails(2, "--anchor greedy: none of its games count here",
                          "rate", "--results", "r.jsonl", "--rules", "saami", "--anchor", "greedy")

    def test_games_with_other_openings_are_not_mixed(self):
        command = ["rate", "random", "greedy", "--rules", "brandubh", "--results", "r.jsonl", "--pairs"]
        self.output(*command, "2")
        self.assert_fails(2, "r.jsonl: its games under brandubh begin with 4 random plies; expected --opening-plies 4 or another file",
                          *command, "4", "--opening-plies", "0")
        self.output(*command, "4")
        self.output("rate", "random", "greedy", "--rules", "saami", "--results", "r.jsonl", "--pairs", "2", "--opening-plies", "0")

    def test_a_match_names_what_its_words_stood_for(self):
        [line] = self.objects("match", "random", "greedy", "--pairs", "2", "--rules", "brandubh", "--json")
        self.assertEqual(line["opening_plies"], 4)
        self.assertRegex(line["rules_id"], "^[0-9a-f]{16}$")
        self.assertNotIn("a_weights", line)
        self.output("rate", "random", "greedy", "--pairs", "2", "--rules", "brandubh", "--results", "r.jsonl")
        [kept] = [json.loads(text) for text in (self.folder / "r.jsonl").read_text().splitlines()]
        self.assertEqual({key: kept[key] for key in ("opening_plies", "rules_id")},
                         {key: line[key] for key in ("opening_plies", "rules_id")})

    def test_results_under_other_rules_of_the_same_name_do_not_count(self):
        [shown] = self.objects("rules", "brandubh", "--json")
        mine = shown["yaml"].replace("name: brandubh", "name: mine")
        first = self.write("first.yaml", mine)
        other = self.write("other.yaml", mine.replace("first: attackers", "first: defenders"))
        command = ["rate", "random", "greedy", "--results", "r.jsonl", "--json", "--pairs", "2", "--rules"]
        warning = "raichi: warning: r.jsonl: 1 result under mine left out: played under other rules of this name\n"
        self.output(*command, first)
        for again in [*command, other], ["rate", "--results", "r.jsonl", "--json"]:
            done = self.run_program(*again)
            self.assertEqual((done.returncode, done.stderr), (0, warning))
            self.assertEqual(games_in(json.loads(done.stdout.splitlines()[0])["attackers"]), 2)
        lines = [json.loads(line) for line in (self.folder / "r.jsonl").read_text().splitlines()]
        self.assertEqual([(line["rules"], games_in(line["a_attackers"])) for line in lines], [("mine", 2)] * 2)
        for line in lines:
            self.assertRegex(line["rules_id"], "^[0-9a-f]{16}$")
        self.assertNotEqual(lines[0]["rules_id"], lines[1]["rules_id"])
        del lines[0]["rules_id"], lines[0]["sum"]  # as an older program wrote it
        file = self.write("r.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
        before = file.read_text()
        done = self.run_program("rate", "random", "greedy", "--results", "r.jsonl", "--pairs", "4", "--rules", other)
        self.assertEqual((done.returncode, file.read_text()), (0, before))
        self.assertRegex(done.stderr, r"\Araichi: warning: r\.jsonl: 1 result without a checksum, counted as found\n\Z")

    def test_one_process_adds_results_and_others_may_read(self):
        command = ["rate", "random", "greedy", "--rules", "brandubh", "--results", "r.jsonl", "--pairs"]
        self.output(*command, "2")
        with (self.folder / ".r.jsonl.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.assert_fails(1, "r.jsonl: another process adds to it", *command, "4")
            self.assertIn("greedy", self.output("rate", "--results", "r.jsonl"))
        self.output(*command, "4")


if __name__ == "__main__":
    unittest.main()
