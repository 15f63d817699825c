"""The server of a report, which follows the run."""

import collections
import json
import os
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

from program import PROGRAM
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

    def test_a_server_needs_its_port(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            self.assert_fails(1, f"cannot listen on 127.0.0.1:{port}: the port is taken", "report", "run", "--serve", "--port", str(port))
        _, found = self.serve("--port", "0")  # another server of the same kind takes it too
        self.assert_fails(1, f"cannot listen on 127.0.0.1:{found[1]}: the port is taken", "report", "run", "--serve", "--port", found[1])


if __name__ == "__main__":
    unittest.main()
