"""The server of a report, which follows the run."""

import collections
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
import unittest
import urllib.error
import urllib.request

from program import PROGRAM, ProgramTest
from report_case import Page, ReportCase, read_games


class ReportServerTest(ReportCase):
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
        self.assertEqual(headers["ETag"], f'"{data["state"]}"')  # with which the page asks
        # Nothing has changed: nothing is sent.
        self.assertEqual(self.fetch(address + "data.json", If_None_Match=headers["ETag"])[::2], (304, ""))
        # A new shard is read; the old ones are not read again, or this damage would be a warning.
        shards = sorted((self.run_folder / "games").glob("*/*.games"))
        newest = shards[-1]
        added = newest.with_name(newest.name.replace("-00-", "-07-"))
        shutil.copy(newest, added)
        before = shards[0].stat()
        shards[0].write_bytes(b"x" * before.st_size)
        os.utime(shards[0], ns=(before.st_atime_ns, before.st_mtime_ns))
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
            shutil.copy(newest, self.folder / "new")
            (self.folder / "new").replace(newest.with_name(newest.name.replace("-00-", f"-0{stream}-")))
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
        for host in "example.org", "127.example.org", f"127.0.0.1.example.org:{found[1]}":
            self.assertEqual(self.fetch(found[0], Host=host)[0], 403)
        self.assertEqual(self.fetch(found[0], Host=f"localhost:{found[1]}")[0], 200)
        server.send_signal(signal.SIGTERM)
        self.assertEqual(server.wait(30), 0)
        server, found = self.serve("--port", "0", "--host", "0.0.0.0")
        self.assertEqual(self.fetch(f"http://127.0.0.1:{found[1]}/", Host="example.org")[0], 200)

    def test_a_name_of_this_machine_may_be_written_in_any_letters(self):
        name = socket.gethostname().upper()
        try:
            if not socket.gethostbyname(name).startswith("127."):
                self.skipTest("the name of this machine is not one of itself alone")
        except OSError:
            self.skipTest("the name of this machine is no address")
        _, found = self.serve("--port", "0", "--host", name)
        for host in name, name.lower():
            self.assertEqual(self.fetch(f"http://127.0.0.1:{found[1]}/", Host=host)[0], 200)

    def test_a_server_needs_its_port(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            self.assert_fails(1, f"cannot listen on 127.0.0.1:{port}: the port is taken", "report", "run", "--serve", "--port", str(port))
        _, found = self.serve("--port", "0")  # another server of the same kind takes it too
        self.assert_fails(1, f"cannot listen on 127.0.0.1:{found[1]}: the port is taken", "report", "run", "--serve", "--port", found[1])


class ForeignClients(ProgramTest):
    """Raw connections to the server of a run that has only begun."""

    def setUp(self):
        super().setUp()
        (self.folder / "run").mkdir()
        self.write("run/config.yaml", "")
        self.server = subprocess.Popen([PROGRAM, "report", self.folder / "run", "--serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.server.communicate)
        self.addCleanup(self.server.kill)
        self.port = int(re.search(r"http://127.0.0.1:(\d+)/", self.server.stdout.readline())[1])
        self.head, self.body = self.get("/")
        self.get("/data.json")
        self.peak_of_good_use = self.peak()

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        self.addCleanup(connection.close)
        return connection

    def receive(self, connection):
        """All that comes until the server closes: the head with its first line first, and the body."""
        received = b""
        try:
            while data := connection.recv(1 << 16):
                received += data
        except ConnectionError:
            pass
        head, _, body = received.partition(b"\r\n\r\n")
        return head.decode(), body

    def ask(self, text):
        connection = self.connect()
        connection.sendall(text.encode("latin-1"))
        return self.receive(connection)

    def request(self, method="GET", path="/", host="localhost", **headers):
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", *(f"{name.replace('_', '-')}: {text}" for name, text in headers.items())]
        return "\r\n".join(lines) + "\r\n\r\n"

    def get(self, path):
        head, body = self.ask(self.request(path=path))
        self.assertTrue(head.startswith("HTTP/1.1 200 OK\r\n"), head)
        self.assertIn(f"\r\nContent-Length: {len(body)}\r\n", head + "\r\n")
        return head, body

    def assert_status(self, status, text):
        head, body = self.ask(text)
        self.assertTrue(head.startswith(f"HTTP/1.1 {status} "), f"{text[:200]!r}: {head}")
        self.assertEqual(body.count(b"HTTP/1.1"), 0)
        return head, body

    def assert_serves_in_little_memory(self):
        self.assertEqual(self.get("/")[1], self.body)
        self.assertLess(self.peak(), self.peak_of_good_use + 16 * 1024)

    def peak(self):
        """The most memory that the server has used, in kB."""
        return int(re.search(r"VmHWM:\s+(\d+) kB", pathlib.Path(f"/proc/{self.server.pid}/status").read_text())[1])

    def test_good_clients(self):
        head, body = self.ask(self.request("HEAD"))
        self.assertEqual((head, body), (self.head, b""))
        tag = re.search(r"ETag: (.*)", self.head)[1].strip()
        for method in "GET", "HEAD":
            head, body = self.assert_status(304, self.request(method, If_None_Match=tag))
            self.assertNotIn("Content-Length", head)
            self.assertEqual(body, b"")
        self.assert_status(200, self.request(path="/data.json?now=1", Connection="keep-alive", Content_Length=0))
        self.assert_status(200, "GET / HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
        self.assert_status(200, self.request(host="LocalHost:8080", Cookie="x" * 20000))
        self.assert_status(200, self.request(host=f"[::1]:{self.port}"))
        for path in "/data.json/", "//", "/.", "/../data.json", "/%64ata.json":
            self.assert_status(404, self.request(path=path))
        connection = self.connect()
        for part in "GE", "T / HTTP/1.1\r\nHost: localhost\r", "\n\r", "\n":
            connection.sendall(part.encode())
            time.sleep(0.05)
        self.assertEqual(self.receive(connection)[1], self.body)

    def test_another_host_is_refused_first_and_whatever_the_method(self):
        for method in "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "BREW":
            for host in "example.org", "localhost.example.org", "127.0.0.1.example.org:80", "":
                self.assert_status(403, self.request(method, host=host, Content_Length=10**12, Range="bytes=0-"))
        self.assert_status(403, "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc")

    def test_only_get_and_head(self):
        for method in "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "get":
            head, body = self.assert_status(405, self.request(method, Content_Length=3) + "abc")
            self.assertIn("Allow: GET, HEAD", head)

    def test_pages_of_other_sites_get_nothing(self):
        for site, mode, status in [("cross-site", "no-cors", 403), ("same-site", "cors", 403), ("cross-site", "navigate", 200),
                                   ("same-origin", "cors", 200), ("none", "navigate", 200)]:
            self.assert_status(status, self.request(Sec_Fetch_Site=site, Sec_Fetch_Mode=mode))
        self.assertIn("Cross-Origin-Resource-Policy: same-origin", self.head)
        self.assertNotIn("Access-Control", self.head)

    def test_bodies_are_not_read(self):
        block = bytes(1 << 20)
        for text in self.request("POST", Content_Length=1_500_000_000), self.request(Transfer_Encoding="chunked"):
            connection = self.connect()
            connection.sendall(text.encode())
            sent = 0
            try:
                while sent < 1_500_000_000:
                    sent += connection.send(block)
            except OSError:  # it was closed
                pass
        self.assert_status(413, self.request(Content_Length=5) + "hello")
        self.assert_status(413, self.request(Transfer_Encoding="chunked") + "5\r\nhello\r\n0\r\n\r\n")
        self.assert_serves_in_little_memory()

    def test_heads_are_bounded(self):
        self.assert_status(431, "GET / HTTP/1.1\r\nHost: localhost\r\n" + "a: b\r\n" * 190_000 + "\r\n")
        self.assert_status(431, self.request()[:-2] + "a: b\r\n" * 101 + "\r\n")
        for endless in "GET /", "GET / HTTP/1.1\r\nHost: localhost\r\na: ":
            self.assert_status(431, endless + "x" * 10_000_000)
        self.assert_serves_in_little_memory()

    def test_ranges_are_ignored(self):
        for ranges in "bytes=0-4", "bytes=" + ",".join(["0-"] * 5000), "bytes=9-1":
            head, body = self.assert_status(200, self.request(Range=ranges))
            self.assertEqual((head, body), (self.head, self.body))

    def test_what_could_be_read_in_two_ways_is_refused(self):
        line = "GET / HTTP/1.1\r\nHost: localhost\r\n"
        for text in ["\r\n\r\n", "GET /\r\n\r\n", "GET  HTTP/1.1\r\n\r\n", "GET ?a HTTP/1.1\r\n\r\n", "GET / x HTTP/1.1\r\n\r\n", "GET / HTTP/11\r\n\r\n",
                     "\r\n" + line + "\r\n", line + "Host: localhost\r\n\r\n", line + "a : b\r\n\r\n", line + "a\r\n\r\n",
                     line + ": b\r\n\r\n", line + " folded: b\r\n\r\n", line + "a: b\nc: d\r\n\r\n", line + "a: b\rc: d\r\n\r\n",
                     line + "a: \0\r\n\r\n", "G\tT / HTTP/1.1\r\n\r\n", "\x16\x03\x01\r\n\r\n"]:
            self.assert_status(400, text)
        for version in "HTTP/0.9", "HTTP/2.0", "HTTP/1.2":
            self.assert_status(505, f"GET / {version}\r\nHost: localhost\r\n\r\n")
        for first in self.request(), self.request("POST", Content_Length=0), self.request(Content_Length=0):  # and one behind it
            head, body = self.ask(first + self.request(path="/data.json"))
            self.assertNotIn(b"HTTP/1.1", body)
            self.assertIn("Connection: close", head)

    def test_slow_clients_keep_nobody_waiting(self):
        slow = [self.connect() for _ in range(150)]
        for number, connection in enumerate(slow):
            connection.sendall(["", "GET / HTT", self.request()[:-1], self.request(), self.request("POST", Content_Length=99)][number % 5].encode())
            if number % 10 == 0:
                self.assertEqual(self.get("/")[1], self.body)
        self.assert_serves_in_little_memory()

    def test_a_request_has_its_time(self):
        dribbling = [self.connect() for _ in range(8)]
        for connection in dribbling:
            connection.sendall(b"GET / HTTP/1.1\r\n")
        answers = {}
        while len(answers) < len(dribbling):  # for ten seconds
            self.assertEqual(self.get("/")[1], self.body)
            for connection in set(dribbling) - set(answers):
                try:
                    connection.sendall(b"x")
                    connection.settimeout(0.05)
                    answers[connection] = connection.recv(100)
                except TimeoutError:
                    pass
                except ConnectionError:
                    answers[connection] = b""
        for answer in answers.values():
            self.assertIn(answer[:12], (b"HTTP/1.1 408", b""))


if __name__ == "__main__":
    unittest.main()
