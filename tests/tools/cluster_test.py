"""tools/cluster/: the checker of runs, the manifest for Kubernetes, and a run and a study on a Slurm of four nodes that fail."""

import hashlib
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time
import unittest

from program import PROGRAM, ROOT, ProgramTest, needs_libtorch

CLUSTER = ROOT / "tools/cluster"
PATH = os.environ["PATH"] + os.pathsep + "/usr/sbin"
HAS_SLURM = all(shutil.which(name, path=PATH) for name in ("slurmctld", "slurmd", "sbatch"))
PATIENCE = 600  # seconds for what happens by itself; only a test that fails waits that long


def wait_for(what, condition, patience=PATIENCE):
    """Waits until the condition returns something true, and returns it."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        result = condition()
        if result:
            return result
        time.sleep(0.5)
    raise AssertionError(f"waited {patience} s for {what}")


def lines_of(path):
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


class CheckRun(ProgramTest):
    """check_run.py finds each broken promise. The shards are copies of one that the program writes."""

    def setUp(self):
        super().setUp()
        self.output("match", "random", "greedy", "-n", 2, "--records", "shard.games")
        self.shard = (self.folder / "shard.games").read_bytes()
        self.path = self.write_shard("games/000001/000001-01-000000.games", self.shard)
        self.write_shard("config.yaml", b"")

    def write_shard(self, name, data):
        path = self.folder / "run" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    def check(self, *arguments):
        """Returns the exit status and what was counted."""
        done = subprocess.run([sys.executable, "-B", ROOT / "tests/cluster/check_run.py", "check", self.folder / "run", *arguments],
                              capture_output=True, text=True, timeout=300)
        self.assertEqual(done.stderr, "")
        return done.returncode, json.loads(done.stdout.splitlines()[-1])

    def test_only_a_run_is_checked(self):
        (self.folder / "run/config.yaml").unlink()
        done = subprocess.run([sys.executable, "-B", ROOT / "tests/cluster/check_run.py", "check", self.folder / "run"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, "^check_run.py: .*run: expected the folder of a run, with a config.yaml\n$")

    def assert_breaks(self, promise, *arguments):
        status, counted = self.check(*arguments)
        self.assertEqual((status, counted["kept"], counted[promise]), (1, False, 1), counted)

    def assert_refuses(self, reason, *arguments):
        done = subprocess.run([sys.executable, "-B", ROOT / "tests/cluster/check_run.py", "check", self.folder / "run", *arguments],
                              capture_output=True, text=True, timeout=300)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(reason, done.stderr)

    def seen(self):
        """Notes the shards that are there now, as `watch` does."""
        file = self.folder / "seen.jsonl"
        watch = subprocess.Popen([sys.executable, "-B", ROOT / "tests/cluster/check_run.py", "watch", self.folder / "run/games", "--seen", file])
        self.addCleanup(watch.wait)
        self.addCleanup(watch.kill)
        wait_for("the first shard", lambda: lines_of(file))
        watch.terminate()
        self.assertEqual(watch.wait(), 0)
        return "--seen", file

    def test_a_run_in_order(self):
        status, counted = self.check(*self.seen())
        self.assertEqual((status, counted["kept"], counted["shards seen"], counted["shards"], counted["games"]), (0, True, 1, 1, 4))

    def test_a_damaged_shard_set_aside_and_one_in_backups_are_kept(self):
        seen = self.seen()
        self.write_shard("games/000001/000001-02-000000.games.bad", self.shard[:-9])
        self.path.rename(self.write_shard("backups/0001/games/000001-01-000000.games", b""))
        self.assertEqual(self.check(*seen)[0], 0)

    def test_broken_promises(self):
        seen = self.seen()
        self.path.unlink()
        self.assert_breaks("shards lost", *seen)
        other = bytearray(self.shard)
        other[-5] ^= 1
        self.path.write_bytes(other)
        self.assert_breaks("shards damaged")
        self.assert_breaks("shards replaced", *seen)
        self.path.write_bytes(self.shard)
        aside = self.write_shard("games/000001/000001-02-000000.games.bad", self.shard)
        self.assert_breaks("good shards set aside")
        aside.rename(aside.with_suffix(""))
        self.assert_breaks("shards twice")
        self.assertEqual(self.check()[1]["game ids twice"], 4)

    def test_a_pair_of_games_counts_once(self):
        line = {"a": "000001", "b": "random", "rules": "brandubh", "a_attackers": {"wins": 2}, "a_defenders": {"losses": 2}, "first_pair": 0}
        (self.folder / "run/metrics").mkdir()
        self.assert_refuses("0 matches; expected at least 1", "--least", "1")
        self.write("run/metrics/matches.jsonl", json.dumps(line) + "\n" + json.dumps(line | {"first_pair": 2}) + "\n")
        status, counted = self.check("--least", "1")
        self.assertEqual((status, counted["matches"], counted["matches twice"]), (0, 2, 0))
        aside = self.write("run/metrics/matches.jsonl.bad", "")
        self.assert_breaks("matches set aside")
        aside.unlink()
        self.write("run/metrics/matches.jsonl", json.dumps(line) + "\n" + json.dumps(line | {"first_pair": 1}) + "\n")
        self.assert_breaks("matches twice")

    def test_work_beside_a_run(self):
        for name in ("work/1/a.games", "work/3/a.games", "work/3/.a.lock", "work/3/claims/b", "work/3/a.games.7.tmp", "alone/1/a.games"):
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            self.write(name, "the same")
        self.write("seen.jsonl", "".join(json.dumps({"path": f"{n}/a.games", "sha": hashlib.sha256(b"the same").hexdigest()}) + "\n" for n in (1, 3)))
        arguments = ("--work", self.folder / "work", "--alone", self.folder / "alone", "--work-seen", self.folder / "seen.jsonl")
        self.assertEqual(self.check(*arguments[:4])[0], 0)
        self.assert_refuses("expected both --work DIR and --alone DIR", *arguments[:2])
        status, counted = self.check(*arguments)
        self.assertEqual((status, counted["kept"], counted["studies and matches"], counted["blocks"]), (0, True, 2, 2))
        (self.folder / "work/3/a.games").write_text("other")
        self.assertEqual((counted := self.check(*arguments)[1])["work that differs"], 1)
        self.assertEqual((counted["blocks lost"], counted["kept"]), (1, False))
        (self.folder / "work/3/a.games").unlink()
        self.assert_breaks("blocks lost", *arguments)

    def test_what_the_ledger_names(self):
        ledger = [{"model": 0}, {"model": 1, "window": {"added": ["000000-01-000007.games"]}}]
        self.write("run/ledger.jsonl", "".join(json.dumps(record) + "\n" for record in ledger))
        status, counted = self.check()
        self.assertEqual((status, counted["shards lost"], counted["models lost"]), (1, 1, 1))


class Kubernetes(unittest.TestCase):
    @unittest.skipUnless(importlib.util.find_spec("yaml"), "no PyYAML here")
    def test_manifest(self):
        import yaml
        claim, policy, *jobs = yaml.safe_load_all((CLUSTER / "kubernetes.yaml").read_text())
        self.assertEqual((claim["kind"], claim["spec"]["accessModes"]), ("PersistentVolumeClaim", ["ReadWriteMany"]))
        self.assertEqual((policy["kind"], policy["spec"]["policyTypes"]), ("NetworkPolicy", ["Ingress", "Egress"]))
        self.assertFalse({"ingress", "egress"} & set(policy["spec"]))  # nothing is let through
        commands = {}
        for job in jobs:
            self.assertEqual((job["apiVersion"], job["kind"]), ("batch/v1", "Job"))
            spec = job["spec"]
            self.assertEqual(spec["template"]["spec"]["restartPolicy"], "OnFailure")
            [container] = spec["template"]["spec"]["containers"]
            self.assert_is_confined(spec["template"]["spec"], container)
            self.assertEqual(spec["template"]["metadata"]["labels"]["app"], policy["spec"]["podSelector"]["matchLabels"]["app"])
            volumes = {volume["name"]: volume for volume in spec["template"]["spec"]["volumes"]}
            self.assertEqual({mount["name"] for mount in container["volumeMounts"]}, set(volumes))
            self.assertEqual(volumes["runs"]["persistentVolumeClaim"]["claimName"], claim["metadata"]["name"])
            commands[spec["template"]["metadata"]["labels"]["role"]] = container["command"]
        self.assertEqual({role: command[:2] for role, command in commands.items()},
                         {"trainer": ["raichi", "train"], "player": ["raichi", "selfplay"], "evaluator": ["raichi", "evaluate"]})
        players = jobs[1]["spec"]
        self.assertEqual(players["completionMode"], "Indexed")
        self.assertLessEqual(players["parallelism"], players["completions"])
        for command in commands.values():  # the program knows each option
            options = [word for word in command if word.startswith("--")]
            help_text = subprocess.run([PROGRAM, command[1], "--help"], capture_output=True, text=True, check=True).stdout
            for option in options:
                self.assertIn(option + " ", help_text)

    def assert_is_confined(self, pod, container):
        """What the Pod Security Standard "restricted" asks for, and limits."""
        self.assertRegex(container["image"], r"^[^:@]+(:(?!latest$)[\w.-]+|@sha256:[0-9a-f]{64})$")
        self.assertIs(pod["automountServiceAccountToken"], False)
        self.assertFalse({"hostNetwork", "hostPID", "hostIPC", "serviceAccountName"} & set(pod))
        self.assertIs(pod["securityContext"]["runAsNonRoot"], True)
        for key in "runAsUser", "runAsGroup", "fsGroup":
            self.assertGreater(pod["securityContext"][key], 10000)
        self.assertEqual(pod["securityContext"]["seccompProfile"], {"type": "RuntimeDefault"})
        self.assertEqual(container["securityContext"],
                         {"allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]}})
        for kind in "requests", "limits":
            self.assertEqual(set(container["resources"][kind]), {"cpu", "memory", "ephemeral-storage"})
        for volume in pod["volumes"]:
            [kind] = set(volume) - {"name"}
            self.assertIn(kind, ("persistentVolumeClaim", "configMap", "emptyDir"))
            if kind == "emptyDir":
                self.assertIn("sizeLimit", volume[kind])
            read_only = [mount.get("readOnly", False) for mount in container["volumeMounts"] if mount["name"] == volume["name"]]
            self.assertEqual(read_only, [kind == "configMap"])


@needs_libtorch
@unittest.skipUnless(HAS_SLURM, "no Slurm here; apt-get install --no-install-recommends slurm-wlm")
class Slurm(ProgramTest):
    """Work on four nodes. Everything that fails is made to fail, one after another."""

    def setUp(self):
        super().setUp()
        self.run_folder = self.folder / "runs/x"
        self.environment = os.environ | {"PATH": PATH, "RAICHI": os.path.abspath(PROGRAM), "SLURM_CONF": str(self.folder / "slurm/slurm.conf")}
        self.addCleanup(self.local, "stop", check=False)
        self.local("start", "--cpus", 3)
        self.watch = subprocess.Popen([sys.executable, "-B", ROOT / "tests/cluster/check_run.py", "watch", self.run_folder / "games", "--seen", self.folder / "seen"])
        self.addCleanup(self.watch.wait)
        self.addCleanup(self.watch.kill)

    def call(self, *command, check=True):
        done = subprocess.run([str(word) for word in command], cwd=ROOT, env=self.environment, capture_output=True, text=True, timeout=PATIENCE)
        if check:
            self.assertEqual(done.returncode, 0, f"{command}: {done.stdout}{done.stderr}")
        return done.stdout

    def local(self, *arguments, check=True):
        return self.call(CLUSTER / "local.sh", *arguments, "--folder", self.folder / "slurm", check=check)

    def submit(self, script, *arguments, options=()):
        """Submits a job script from the repository's root, and returns the job's id."""
        log = self.folder / f"{script}-%a.log"
        return self.call("sbatch", "--parsable", f"--output={log}", *options, f"tools/cluster/{script}.sbatch", *arguments).strip()

    def jobs(self, job):
        """The state and the fields of each task of a job."""
        return [dict(word.split("=", 1) for word in line.split() if "=" in word)
                for line in self.call("scontrol", "--oneliner", "show", "job", job, check=False).splitlines()]

    def job_where(self, job, **fields):
        return next((task for task in self.jobs(job) if all(task.get(key) == value for key, value in fields.items())), None)

    def is_running_again(self, job, **fields):
        """Waits until a task was restarted and runs."""
        return wait_for(f"another start of {fields}", lambda: next(
            (task for task in self.jobs(job) if all(task.get(key) == value for key, value in fields.items()) and
             int(task["Restarts"]) > 0 and task["JobState"] == "RUNNING"), None))

    def wait_for_end(self, job):
        """Waits until every task of a job has ended well."""
        def states():
            found = {task["JobState"] for task in self.jobs(job)}
            logs = {path.name: lines_of(path)[-8:] for path in self.folder.glob("*.log")} if "FAILED" in found else {}
            self.assertNotIn("FAILED", found, f"job {job}: {logs}")
            return found == {"COMPLETED"}
        wait_for(f"the end of job {job}", states)

    def models(self):
        return len(list(self.run_folder.glob("models/*/model.raichi")))

    def wait_for_models(self, more):
        wanted = self.models() + more
        wait_for(f"{wanted} models", lambda: self.models() >= wanted)

    def state(self):
        path = self.run_folder / "state.json"
        return json.loads(path.read_text()) if path.exists() else {}

    def test_a_run_survives_what_happens_to_nodes_and_processes(self):
        # From nothing: all jobs wait for the trainer to begin the run.
        changes = ["budget.games=100000000", "loop.games_per_iteration=24", "selfplay.full_visits=16", "selfplay.fast_visits=8",
                   "loop.samples_per_position=0.5", "workers.workers=1"]
        evaluator = self.submit("evaluate", self.run_folder)
        players = self.submit("selfplay", self.run_folder, options=["--array=1-3"])
        trainer = self.submit("train", ROOT / "configs/runs/smoke.yaml", "--dir", self.run_folder, *changes)
        self.wait_for_models(3)

        # A node with a player is lost. Its task starts again on another node.
        nodes = {task["NodeList"] for task in self.jobs(trainer)}
        lost = next(task for task in self.jobs(players) if task["JobState"] == "RUNNING" and task["NodeList"] not in nodes)
        self.local("kill", lost["NodeList"])
        again = self.is_running_again(players, ArrayTaskId=lost["ArrayTaskId"])
        self.assertNotEqual(again["NodeList"], lost["NodeList"])
        self.local("revive", lost["NodeList"])
        self.wait_for_models(1)

        # A player is put in the queue again, as for preemption: it gets SIGTERM and keeps its finished games.
        other = next(task for task in self.jobs(players) if task["JobState"] == "RUNNING" and task["Restarts"] == "0")
        self.call("scontrol", "requeue", other["JobId"])
        self.is_running_again(players, ArrayTaskId=other["ArrayTaskId"])
        self.assertIn("ended with status 0", "\n".join(lines_of(self.folder / f"selfplay-{other['ArrayTaskId']}.log")))

        # The controller dies and comes back. Jobs go on meanwhile.
        self.local("kill", "slurmctld")
        self.wait_for_models(1)
        self.local("revive", "slurmctld")
        wait_for("the controller", lambda: self.job_where(trainer, JobState="RUNNING"))

        # The trainer is killed. Its job starts again and continues the run.
        self.kill_trainer()
        self.is_running_again(trainer, JobId=trainer)
        self.wait_for_models(1)

        # A new trainer with a budget finishes the run; then players and evaluator end by themselves.
        self.call("scancel", trainer)
        wait_for("the end of the trainer", lambda: self.job_where(trainer, JobState="CANCELLED"))
        before = self.models()
        played = json.loads(lines_of(self.run_folder / "ledger.jsonl")[-1]).get("games", 0)
        last = self.submit("train", self.run_folder, f"budget.games={played + 200}")
        wait_for("the end of the run", lambda: self.state().get("finished"))
        for job in (last, evaluator, players):
            self.wait_for_end(job)
        self.assertGreaterEqual(self.models(), before)

        # A rated model, and every promise kept.
        newest = max(path.name for path in self.run_folder.glob("models/0*"))
        results = [json.loads(line) for line in lines_of(self.run_folder / "metrics/matches.jsonl")]
        self.assertTrue([result for result in results if newest in (result["a"], result["b"])], f"no match of {newest}")
        self.watch.terminate()
        self.watch.wait()
        report = subprocess.run([sys.executable, "-B", ROOT / "tests/cluster/check_run.py", "check", self.run_folder, "--seen", self.folder / "seen"],
                                capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(report.returncode, 0, report.stdout + report.stderr)
        self.assertGreater(json.loads(report.stdout.splitlines()[-1])["games"], 100)
        self.output("games", "--check", self.run_folder / "games")

    def test_an_array_of_jobs_shares_a_study_though_a_node_is_lost(self):
        plan = self.write("p.yaml", "rules: [brandubh, minitafl, linnaeus]\nplayers: {playouts: [40, 80]}\nopenings: {setup: 128}\n"
                                    "stop: {half_width: 0.001, equivalence: 0, games: 256}\n")
        study = self.folder / "study"
        job = self.submit("work", "balance", plan, "--dir", study, "--workers", 1)
        wait_for("the first games", lambda: list(study.glob("games/*/*.games")))
        lost = self.job_where(job, JobState="RUNNING")["NodeList"]
        self.local("kill", lost)
        self.local("revive", lost)
        self.wait_for_end(job)
        self.output("balance", plan, "--dir", "alone")
        files = [{str(path.relative_to(base)): path.read_bytes() for path in base.rglob("*") if path.is_file()}
                 for base in (study, self.folder / "alone")]
        self.assertEqual(*files)

    def kill_trainer(self):
        for environ in pathlib.Path("/proc").glob("[0-9]*/environ"):
            try:
                words = (environ.parent / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if words[:2] == [os.fsencode(os.path.abspath(PROGRAM)), b"train"] and os.fsencode(str(self.run_folder)) in words:
                os.kill(int(environ.parent.name), 9)

    def tearDown(self):
        if getattr(self._outcome, "success", True):
            return
        for path in sorted(self.folder.glob("*.log")):
            print(f"{path.name}:", *lines_of(path)[-8:], sep="\n  ", file=sys.stderr)


if __name__ == "__main__":
    unittest.main()
