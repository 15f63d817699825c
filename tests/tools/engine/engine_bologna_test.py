"""engine --protocol bologna: games on a server with its own judge, and failing servers."""

import json
import os
import random
import socket
import struct
import subprocess
import sys
import time
import unittest

from engine_case import PATIENCE, EngineCase
from program import PROGRAM
from tafl_judge import CENTER, SIZE, Judge

SIDES = {"white": "d", "black": "a"}
RESULTS = {"defenders": "WHITEWIN", "attackers": "BLACKWIN", "draw": "DRAW"}


def state(judge, turn=None):
    """Returns the judge's board in the format of the Tablut Challenge's server."""
    words = {"t": "BLACK", "T": "WHITE", "K": "KING"}
    board = [[words.get(judge.board.get((x, y)), "THRONE" if (x, y) == CENTER else "EMPTY")
              for x in range(1, SIZE + 1)] for y in range(1, SIZE + 1)]
    turn = turn or RESULTS.get(judge.result) or ("WHITE" if judge.to_move == "d" else "BLACK")
    return {"board": board, "turn": turn}


class Server:
    """The server's end of one player's connection."""

    def __init__(self, case):
        self.listener = socket.create_server(("127.0.0.1", 0))
        case.addCleanup(self.listener.close)
        self.listener.settimeout(PATIENCE)
        self.port = self.listener.getsockname()[1]
        self.connection = None

    def accept(self):
        self.connection, _ = self.listener.accept()
        self.connection.settimeout(PATIENCE)
        return self.receive()

    def send(self, message):
        self.send_bytes(json.dumps(message).encode())

    def send_bytes(self, data):
        self.connection.sendall(struct.pack(">i", len(data)) + data)

    def read(self, count):
        data = b""
        while len(data) < count:
            more = self.connection.recv(count - len(data))
            if not more:
                raise EOFError
            data += more
        return data

    def receive(self):
        length, = struct.unpack(">i", self.read(4))
        return json.loads(self.read(length).decode())

    def close(self):
        self.connection.close()


class Bologna(EngineCase):
    def join(self, side, *arguments, model=None):
        """Starts a server and a client whose name the server has received; returns (client, server)."""
        server = Server(self)
        client = subprocess.Popen(
            [PROGRAM, "engine", "--protocol", "bologna", "--side", side, "--port", str(server.port),
             "--model", str(model or self.model), *map(str, arguments)],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.end, client)
        self.assertEqual(server.accept(), "Raichi")
        self.addCleanup(server.close)
        return client, server

    @staticmethod
    def end(client):
        if client.poll() is None:
            client.kill()
            client.communicate()

    def ask(self, server, side):
        """Returns the move that the client sends."""
        action = server.receive()
        self.assertEqual(set(action), {"from", "to", "turn"})
        self.assertEqual(action["turn"], side.upper())
        return action["from"] + "-" + action["to"]

    def play(self, server, side, judge, rng, plies=400, each=lambda: None):
        """Plays as the server does: sends every state to the player, whichever side moved."""
        server.send(state(judge))
        while judge.result is None and len(judge.played) < plies:
            if judge.to_move == SIDES[side]:
                judge.play(self.ask(server, side))
                each()
            else:
                judge.play(rng.choice(judge.moves()))
            server.send(state(judge))

    def test_whole_games_of_both_sides(self):
        for side, extra in [("white", []), ("black", []), ("white", ["--ponder"])]:
            judge = Judge(camps=True)
            client, server = self.join(side, "--visits", "8", *extra)
            self.play(server, side, judge, random.Random(11))
            out, err = client.communicate(timeout=PATIENCE)
            self.assertEqual((client.returncode, err), (0, ""))
            words = {"defenders": "white wins", "attackers": "black wins", "draw": "draw"}
            self.assertEqual(out.splitlines()[-1], "game over: " + words[judge.result])
            last = self.objects("replay", "--rules", "ashton-bologna", "--moves", " ".join(judge.played), "--json")[-1]
            self.assertEqual((last["result"], last["position"]),
                             (judge.result, f"{judge.squares()} {judge.to_move}"))

    def test_in_time_on_a_busy_machine(self):
        timeout = 3
        judge = Judge(camps=True)
        client, server = self.join("white", "--timeout", timeout)
        spinners = [subprocess.Popen([sys.executable, "-c", "import os\nos.nice(3)\nwhile True: pass"])
                    for _ in range(4 * (os.cpu_count() or 1))]
        try:
            times = [time.monotonic()]
            self.play(server, "white", judge, random.Random(1), plies=5,
                      each=lambda: times.append(time.monotonic()))
        finally:
            for spinner in spinners:
                spinner.kill()
                spinner.wait()
        taken = [after - before for before, after in zip(times, times[1:])]
        self.assertEqual(len(taken), 3)
        self.assertLess(max(taken), timeout)

    def test_a_yardstick_keeps_to_its_time(self):
        """A search to its full depth would take hours."""
        client, server = self.join("white", "--timeout", 1, model="alphabeta:30")
        server.send(state(Judge(camps=True)))
        self.assertIn(self.ask(server, "white"), Judge(camps=True).moves())

    def test_a_refused_move_is_not_sent_again(self):
        """A server that tolerates errors sends the same state again."""
        judge = Judge(camps=True)
        client, server = self.join("white", "--visits", "4")
        moves = []
        for _ in range(4):
            server.send(state(judge))
            moves.append(self.ask(server, "white"))
        self.assertEqual(len(set(moves)), 4)
        judge.play(moves[-1])
        server.send(state(judge))
        server.send(state(judge, "WHITEWIN"))
        out, _ = client.communicate(timeout=PATIENCE)
        self.assertEqual(out, f"{self.model} plays ashton-bologna, which it was not trained on\n"
                              f"1. white {moves[-1]}\ngame over: white wins\n")

    def test_a_game_under_way_and_boards_that_no_move_explains(self):
        judge = Judge(camps=True)
        for move in ["e4-f4", "d1-c1", "e3-g3"]:
            judge.play(move)
        client, server = self.join("black", "--visits", "4")
        server.send(state(judge))
        move = self.ask(server, "black")
        self.assertIn(move, judge.moves())
        judge.play(move)
        del judge.board[(5, 7)]
        judge.to_move = "a"
        server.send(state(judge))
        self.assertIn(self.ask(server, "black"), judge.moves())
        server.send(state(judge, "DRAW"))
        out, err = client.communicate(timeout=PATIENCE)
        self.assertEqual((client.returncode, out.splitlines()[-1]), (0, "game over: draw"))
        self.assertEqual(err.count("raichi: warning: continuing without history from"), 2)

    def test_the_end_may_come_while_it_thinks(self):
        client, server = self.join("white", "--timeout", "3600")
        server.send(state(Judge(camps=True)))
        server.send(state(Judge(camps=True), "BLACKWIN"))
        out, _ = client.communicate(timeout=PATIENCE)
        self.assertEqual((client.returncode, out.splitlines()[1:]), (0, ["game over: black wins"]))

    def test_it_says_who_plays_where_nobody_is_named(self):
        server = Server(self)
        client = subprocess.Popen([PROGRAM, "engine", "--protocol", "bologna", "--side", "attackers", "--port",
                                   str(server.port)], cwd=self.folder, stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.end, client)
        server.accept()
        self.assertEqual(client.stdout.readline(), "models/tafl-9 plays ashton-bologna\n")
        server.close()

    def assert_ends(self, client, pattern):
        _, err = client.communicate(timeout=PATIENCE)
        self.assertEqual(client.returncode, 1, err)
        self.assertRegex(err, rf"^raichi: [^\n]*{pattern}[^\n]*\n$")

    def test_a_dropped_connection(self):
        for say in [lambda server: None,  # at the start
                    lambda server: server.send(state(Judge(camps=True))),  # while the client thinks
                    lambda server: server.connection.sendall(b"\0\0\1\0{\"boa")]:  # within a message
            client, server = self.join("white", "--timeout", "3600")
            say(server)
            server.close()
            self.assert_ends(client, rf"127.0.0.1:{server.port}: .*(closed|lost|reset|Broken)")

    def test_messages_that_are_none(self):
        good = state(Judge(camps=True))
        for message, why in [({**good, "turn": "RED"}, "'RED'"), ({**good, "board": good["board"][1:]}, "9 rows"),
                             ("hello", "state: ")]:
            client, server = self.join("white", model="random")
            server.send(message)
            self.assert_ends(client, why)
        client, server = self.join("white", model="random")
        server.send_bytes(b"\xff{")
        self.assert_ends(client, "state: ")
        client, server = self.join("white", model="random")
        server.connection.sendall(b"\xff\xff\xff\xff")
        self.assert_ends(client, "more than a megabyte")

    def test_bad_use(self):
        self.assert_fails(2, "needs --side", "engine", "--protocol", "bologna")
        self.assert_fails(2, "--side", "engine", "--protocol", "bologna", "--side", "red")
        self.assert_fails(2, "--timeout", "engine", "--protocol", "bologna", "--side", "white", "--timeout", "0")
        free = socket.create_server(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        self.assert_fails(1, f"127.0.0.1:{port}: cannot connect: Connection refused; expected a server", "engine", "--protocol", "bologna",
                          "--side", "black", "--port", port, "--model", "random")


if __name__ == "__main__":
    unittest.main()
