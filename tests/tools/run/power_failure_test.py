"""Power failures: the folder of a small run as a disk may hold it when the power fails, at any moment and by three kinds of file system"""

import collections
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from run_case import PROGRAM, SMOKE, RunCase, raichi

GAMES = 20
CALLS = ("openat,creat,write,pwrite64,writev,pwritev,ftruncate,truncate,fallocate,rename,renameat,renameat2,link,linkat,unlink,unlinkat,"
         "mkdir,mkdirat,rmdir,symlink,symlinkat,fsync,fdatasync,copy_file_range,sendfile")
LINE = re.compile(r"(?P<process>\d+) +(?:<\.\.\. \w+ resumed>)?(?P<rest>.*)")
CALL = re.compile(r"(?P<name>\w+)\((?P<arguments>.*)\) += (?P<result>-?\d+)")


class File:
    """A file: its bytes now, and those that are on the disk."""

    def __init__(self):
        self.now, self.kept = bytearray(), b""

    def write(self, at, data):
        self.now.extend(bytes(max(0, at - len(self.now))))
        self.now[at:at + len(data)] = data


class Folder:
    """A folder: its entries now, and those that are on the disk."""

    def __init__(self):
        self.now, self.kept = {}, {}


def strace_works():
    if not shutil.which("strace"):
        return False
    return subprocess.run(["strace", "-qq", "-o", os.devnull, "true"], capture_output=True).returncode == 0


def unescaped(text):
    return bytes.fromhex(text.replace("\\x", ""))


def calls_in(trace):
    """Yields (name, arguments, result) of the calls that succeeded, in the order in which they returned. An argument is bytes
    (a path or data) or a pair of a word and, for a descriptor, its path."""
    begun = {}
    with open(trace, encoding="ascii") as lines:
        for line in lines:
            match = LINE.match(line.rstrip("\n"))
            process, rest = match["process"], begun.pop(match["process"], "") + match["rest"]
            if rest.endswith("<unfinished ...>"):
                begun[process] = rest.removesuffix("<unfinished ...>")
                continue
            call = CALL.match(rest)
            if not call or int(call["result"]) < 0:
                continue
            arguments = []
            for part in call["arguments"].split(", "):
                if part.startswith('"'):
                    assert part.endswith('"'), "strace cut a text short"
                    arguments.append(unescaped(part[1:-1]))
                else:
                    word, _, path = part.partition("<")
                    path = path.partition(">")[0]
                    arguments.append((word, os.fsdecode(unescaped(path)) if path.startswith("\\x") else path))
            yield call["name"], arguments, int(call["result"])


class Disk:
    """Replays the calls of a run on the files below `top`, and knows after each what is sure to be on the disk.

    Three kinds of file system, by what is there after a failure:
      posix   only what fsync promises: the bytes of a synced file, the entries of a synced folder
      ext4    as posix, but an fsync of anything also makes all earlier changes of entries durable
      eager   everything up to the last call, of whose data the first half"""

    def __init__(self, top, syncs_files=True):
        self.top, self.syncs_files = pathlib.Path(top), syncs_files
        self.root, self.folders = Folder(), []
        self.files, self.offsets = {}, {}  # by descriptor
        self.promised = set()  # shards whose folder was synced after they got their names
        self.last_write = None

    def entry(self, path):
        """Returns the folder that holds a path, and its name there; or nothing if it is not below the top."""
        try:
            parts = pathlib.Path(path).relative_to(self.top).parts
        except ValueError:
            return None
        if not parts:
            return None
        folder = self.root
        for part in parts[:-1]:
            folder = folder.now[part]
        return folder, parts[-1]

    def node(self, path):
        if pathlib.Path(path) == self.top:
            return self.root
        place = self.entry(path)
        return place and place[0].now.get(place[1])

    @staticmethod
    def absolute(folder, name):
        return os.path.join(folder[1], os.fsdecode(name)) if folder else os.fsdecode(name)

    def paths(self, name, arguments):
        """The paths of a call that changes entries."""
        if name.startswith(("rename", "link", "symlink")):
            if name.endswith(("at", "at2")):
                return [self.absolute(arguments[0], arguments[1]), self.absolute(arguments[2], arguments[3])]
            return [os.fsdecode(arguments[0]), os.fsdecode(arguments[1])]
        if name.endswith("at"):
            return [self.absolute(arguments[0], arguments[1])]
        return [os.fsdecode(arguments[0])]

    def apply(self, name, arguments, result):
        """Applies a call. Returns false if it changes nothing below the top."""
        self.last_write = None
        if name in ("openat", "creat"):
            return self.open(arguments, result)
        if name in ("write", "pwrite64"):
            return self.write(name, arguments, result)
        if name in ("fsync", "fdatasync"):
            return self.sync(arguments[0][1])
        if name == "ftruncate":
            file, size = self.files.get(arguments[0][0]), int(arguments[1][0])
            if file:
                file.write(size, b"")
                del file.now[size:]
            return file is not None
        if not name.startswith(("rename", "link", "symlink", "mkdir", "unlink", "rmdir")):
            assert arguments[0][0] not in self.files, f"{name}: a call that this test does not know"
            return False
        return self.change_entries(name, [self.entry(path) for path in self.paths(name, arguments)])

    def change_entries(self, name, places):
        if not any(places):
            return False
        folder, base = places[0]
        if name.startswith("rename"):
            places[1][0].now[places[1][1]] = folder.now.pop(base)
        elif name.startswith("link"):
            places[1][0].now[places[1][1]] = folder.now[base]
        elif name.startswith("mkdir"):
            folder.now[base] = Folder()
        else:
            assert not name.startswith("symlink"), "a run makes no links"
            del folder.now[base]
        return True

    def open(self, arguments, descriptor):
        number = str(descriptor)
        self.files.pop(number, None)
        path, flags = self.absolute(arguments[0], arguments[1]), arguments[2][0]
        place = self.entry(path)
        if not place or "O_DIRECTORY" in flags:
            return False
        is_new = place[1] not in place[0].now
        if is_new and "O_CREAT" not in flags:
            return False
        file = place[0].now.setdefault(place[1], File())
        if isinstance(file, Folder):
            return False
        if "O_TRUNC" in flags:
            file.now.clear()
        self.files[number], self.offsets[number] = file, None if "O_APPEND" in flags else 0
        return is_new or "O_TRUNC" in flags

    def write(self, name, arguments, count):
        number = arguments[0][0]
        file = self.files.get(number)
        if not file:
            return False
        data = arguments[1][:count]
        at = int(arguments[3][0]) if name == "pwrite64" else self.offsets[number]
        if at is None:
            at = len(file.now)
        elif name == "write":
            self.offsets[number] += count
        self.last_write = file, bytes(file.now), at + count // 2
        file.write(at, data)
        return True

    def all_folders(self, folder=None):
        folder = folder or self.root
        yield folder
        for entry in folder.now.values():
            if isinstance(entry, Folder):
                yield from self.all_folders(entry)

    def sync(self, path):
        node = self.node(path)
        if isinstance(node, File) and self.syncs_files:
            node.kept = bytes(node.now)
        elif isinstance(node, Folder):
            node.kept = dict(node.now)
            self.promised.update(name for name in node.now if name.endswith(".games"))
        for folder in self.all_folders():
            folder.journalled = dict(folder.now)
        return node is not None

    def content(self, kind, folder=None, prefix=""):
        """Returns {path: bytes, or nothing for a folder}: what is on the disk if the power fails now."""
        found = {}
        folder = folder or self.root
        entries = {"posix": folder.kept, "ext4": getattr(folder, "journalled", {}), "eager": folder.now}[kind]
        for name, entry in entries.items():
            if isinstance(entry, Folder):
                found[prefix + name] = None
                found.update(self.content(kind, entry, prefix + name + "/"))
            elif kind != "eager":
                found[prefix + name] = entry.kept
            elif self.last_write and self.last_write[0] is entry:
                _, before, end = self.last_write
                found[prefix + name] = bytes(entry.now[:end]) + before[end:]
            else:
                found[prefix + name] = bytes(entry.now)
        return found


@unittest.skipUnless(strace_works(), "strace cannot run here; tools/setup.sh --test installs it")
class PowerFailureTest(RunCase):
    def record(self):
        """Traces a run of GAMES games in self.run_folder, whose parent is empty before. Returns the file of the trace."""
        trace = self.folder.with_suffix(".trace")
        self.addCleanup(trace.unlink, missing_ok=True)
        done = subprocess.run(["strace", "-f", "-qq", "--seccomp-bpf", "-y", "-xx", "-s", str(1 << 26), "-e", f"trace={CALLS}", "-o", trace,
                               PROGRAM, "run", SMOKE, f"budget.games={GAMES}", "--dir", self.run_folder], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return trace

    def states(self, trace, kinds, **options):
        """Yields (call number, kind, content, promised shards) of each failure that leaves another content than those before."""
        disk, seen = Disk(self.folder, **options), set()
        for number, call in enumerate(calls_in(trace)):
            if not disk.apply(*call):
                continue
            for kind in kinds:
                content = disk.content(kind)
                key = hash((kind, frozenset(content.items()), len(disk.promised)))
                if key not in seen:
                    seen.add(key)
                    yield number, kind, content, set(disk.promised)

    def go_on(self, kind, content, promised):
        """Lets the run go on from a content. Fails if anything that the disk held or that was promised is lost, or if a file is
        damaged. Only the last line of a log may be unfinished, where a call did half of its work."""
        shutil.rmtree(self.folder)
        self.folder.mkdir()
        for path, data in content.items():
            place = self.folder / path
            if data is None:
                place.mkdir()
            else:
                place.write_bytes(data)
        before = self.results() if self.run_folder.exists() else collections.Counter()
        before += collections.Counter(promised - set(before))
        result = self.run_smoke(f"budget.games={GAMES}")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotRegex(result.stderr, "set aside|is gone|are gone|disagree|made from")
        self.assertEqual(before - self.results(), collections.Counter())
        damaged = [path for path in self.run_folder.rglob("*") if ".bad" in path.name or path.name == "backups"]
        self.assertEqual([path for path in damaged if kind != "eager" or ".jsonl.bad" not in path.name], [])
        iterations = self.check_whole(GAMES)
        self.check_evaluated(iterations)
        self.check_ledger()

    def test_nothing_is_lost_when_the_power_fails(self):
        """Tries RAICHI_POWER_FAILURES of the failures (9 by default), evenly spread over the run and the kinds of file system."""
        states = list(self.states(self.record(), ["posix", "ext4", "eager"]))
        self.assertGreater(len(states), 100)
        count = min(int(os.environ.get("RAICHI_POWER_FAILURES", 9)), len(states))
        for i in range(count):
            number, kind, content, promised = states[(2 * i + 1) * len(states) // (2 * count)]
            with self.subTest(call=number, kind=kind):
                self.go_on(kind, content, promised)

    def test_a_program_that_did_not_sync_its_files_would_be_noticed(self):
        *_, (_, kind, content, promised) = self.states(self.record(), ["posix"], syncs_files=False)
        with self.assertRaises(AssertionError):
            self.go_on(kind, content, promised)


if __name__ == "__main__":
    unittest.main()
