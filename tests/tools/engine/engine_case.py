"""Helpers for the tests of engine protocols: a small model, and engines driven line by line."""

import collections
import pathlib
import queue
import random
import shutil
import subprocess
import tempfile
import threading
import time

from program import PROGRAM, ROOT, ProgramTest

PATIENCE = 120  # seconds, on a busy machine


class Driven:
    """A running engine. A thread reads its output, so that waiting for a line can time out."""

    def __init__(self, arguments, folder):
        self.process = subprocess.Popen(
            [PROGRAM, "engine", *map(str, arguments)], cwd=folder, text=True, bufsize=1,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.lines = queue.Queue()
        self.sent = collections.deque(maxlen=6)  # the beginnings of the last lines
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def send(self, *lines):
        self.sent.extend(line[:80] for line in lines)
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, prefix, patience=PATIENCE):
        """Returns the lines up to and including the first that starts with `prefix`."""
        lines, end = [], time.monotonic() + patience
        while not lines or not lines[-1].startswith(prefix):
            line = self.lines.get(timeout=max(0, end - time.monotonic()))
            if line is None:
                raise AssertionError(f"it ended before {prefix}: {lines} {self.process.stderr.read()}")
            lines.append(line)
        return lines

    def ask(self, command, prefix):
        """Sends a command and returns the first line of the answer that starts with `prefix`."""
        self.send(command)
        return self.until(prefix)[-1]

    def quit(self, command=None):
        """Sends `command`, if any, and ends the input. Returns the exit status and the remaining output of
        stdout and stderr."""
        if command is not None:
            self.send(command)
        self.process.stdin.close()
        status = self.process.wait(timeout=PATIENCE)
        self.reader.join()
        rest = []
        while not self.lines.empty():
            rest.append(self.lines.get())
        return status, [line for line in rest if line is not None] + self.process.stderr.read().splitlines()

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()


class EngineCase(ProgramTest):
    """Base of tests with a model of random weights for boards up to 9x9."""

    @classmethod
    def setUpClass(cls):
        cls.home = pathlib.Path(tempfile.mkdtemp(prefix="raichi-engine-"))
        cls.addClassCleanup(shutil.rmtree, cls.home)
        subprocess.run([PROGRAM, "selfplay", ROOT / "configs/runs/smoke.yaml", "--games", "1",
                        "--output", cls.home], check=True, capture_output=True)
        cls.model = cls.home / "model.raichi"

    @staticmethod
    def nonsense(words, count=300):
        """Returns lines composed at random of the words, numbers and signs."""
        rng = random.Random(1)
        words = words + ["", "0", "-1", "7", "99999999999999999999", "nan", "1e9", "a1-a2", "i4-i3", "|", "*", "/9/", "\t",
                         "x" * 5000, "é", "%s%n", "\r"]
        return [" ".join(rng.choices(words, k=rng.randrange(6))) for _ in range(count)]

    def drive(self, protocol, *arguments):
        engine = Driven(["--protocol", protocol, *arguments], self.folder)
        self.addCleanup(engine.kill)
        return engine
