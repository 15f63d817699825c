"""Training on several ranks under mpirun."""

import array
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time
import unittest
import unittest.mock

from program import PROGRAM
from run_case import SMOKE, RunCase, lines_of, raichi

HAS_MPI = os.environ.get("RAICHI_MPI", "1") == "1"
# Open MPI as root, on the loopback device, with more ranks than cores. An MPI of another kind ignores these.
MPI_ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_plm="isolated",
                       OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_mpi_yield_when_idle="1",
                       OMPI_MCA_hwloc_base_binding_policy="none",
                       OMPI_MCA_btl="self,tcp", OMPI_MCA_btl_tcp_if_include="lo", OMPI_MCA_oob_tcp_if_include="lo")
KEYS = ("loop.samples_per_position=4", "train.schedule=cosine", "budget.games=16")


def wait_until(condition):
    deadline = time.monotonic() + 300
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.001)


def count_threads(process):
    return len(list(pathlib.Path(f"/proc/{process}/task").iterdir()))


def environment_of(process):
    try:
        return pathlib.Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
    except OSError:
        return []


def weights_of(model):
    """Returns the arrays of a model's file, as one."""
    data = model.read_bytes()
    length = int.from_bytes(data[:8], "little")
    floats = array.array("f")
    floats.frombytes(data[8 + length:])
    return floats


class WithoutMpi(RunCase):
    @unittest.skipIf(HAS_MPI, "built with MPI")
    def test_a_build_without_mpi_says_so(self):
        failed = subprocess.run([PROGRAM, "train", SMOKE, "--dir", self.run_folder], capture_output=True, text=True,
                                env=dict(os.environ, OMPI_COMM_WORLD_SIZE="2"))
        self.assertEqual(failed.returncode, 1)
        self.assertRegex(failed.stderr, r"^raichi: OMPI_COMM_WORLD_SIZE says that 2 processes were started together, but this "
                                        r"raichi was built without MPI .*; install MPI .*\n$")
        self.assertFalse(self.run_folder.exists())

    def test_the_tasks_of_a_batch_job_are_no_ranks(self):
        with unittest.mock.patch.dict(os.environ, SLURM_NTASKS="4", SLURM_JOB_ID="1", SLURM_PROCID="0"):
            train = self.start_train()
        train.send_signal(signal.SIGTERM)
        _, errors = train.communicate(timeout=300)
        self.assertEqual(train.returncode, 0, errors)


@unittest.skipUnless(HAS_MPI, "built without MPI")
@unittest.skipUnless(shutil.which("mpirun"), "no mpirun here")
class Ranks(RunCase):
    def begin(self, *overrides):
        """Makes a run with model 0, and 16 games for it in each of two folders: its own, and `later`."""
        train = subprocess.Popen([PROGRAM, "train", SMOKE, *KEYS, *overrides, "--dir", str(self.run_folder)],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.wait_for_model(0, train)
        train.send_signal(signal.SIGTERM)
        _, errors = train.communicate(timeout=300)
        self.assertEqual(train.returncode, 0, errors)
        for stream in (1, 2):
            played = raichi("selfplay", self.run_folder, "--stream", stream, "--games", 16)
            self.assertEqual(played.returncode, 0, played.stderr)
        self.later = self.folder / "later"
        for shard in list((self.run_folder / "games").rglob("000000-02-*.games")):
            target = self.later / shard.relative_to(self.run_folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            shard.rename(target)

    def copy(self, name):
        return pathlib.Path(shutil.copytree(self.run_folder, self.folder / name))

    def add_later_games(self, run):
        shutil.copytree(self.later, run, dirs_exist_ok=True)

    def start(self, ranks, run, *overrides, **environment):
        job = subprocess.Popen(["mpirun", "-n", str(ranks), PROGRAM, "train", str(run), *overrides],
                               env=dict(MPI_ENVIRONMENT, **environment), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(job.wait)
        self.addCleanup(job.stderr.close)
        self.addCleanup(job.kill)
        return job

    def process_of(self, job, rank):
        """Waits for a rank of a job and returns the number of its process."""
        found = []

        def look():
            children = pathlib.Path(f"/proc/{job.pid}/task/{job.pid}/children").read_text().split()
            for line in (line for task in pathlib.Path(f"/proc/{job.pid}/task").iterdir()
                         for line in (task / "children").read_text().split()):
                children.append(line)
            found.extend(int(child) for child in children
                         if f"OMPI_COMM_WORLD_RANK={rank}".encode() in environment_of(child))
            return found
        wait_until(look)
        return found[0]

    def wait_for_second_phase(self, process, run):
        """Lets a job train a second model, and waits until it does: a thread more prepares samples."""
        wait_until(lambda: self.model(run, 1).exists())
        threads = count_threads(process)
        self.add_later_games(run)
        wait_until(lambda: count_threads(process) > threads)

    def finish(self, job, status=0):
        _, errors = job.communicate(timeout=300)
        self.assertEqual(job.returncode, status, errors)
        return errors

    def train_on(self, ranks, run, *overrides):
        if ranks > 1:
            return self.finish(self.start(ranks, run, *overrides))
        done = raichi("train", run, *overrides)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr

    def two_phases(self, ranks, name):
        """Trains two models, in two starts. Returns the folder of the run."""
        run = self.copy(name)
        self.train_on(ranks, run)
        self.add_later_games(run)
        self.train_on(ranks, run, "budget.games=32")
        return run

    def model(self, run, number):
        return run / f"models/{number:06d}/model.raichi"

    def test_two_ranks_write_the_bytes_of_one_process_with_two_chunks(self):
        self.begin("train.chunks=2")
        one, two = self.two_phases(1, "one"), self.two_phases(2, "two")
        for number in (1, 2):
            self.assertEqual(self.model(two, number).read_bytes(), self.model(one, number).read_bytes())
            self.assertEqual((two / f"optimizer/{number:06d}").read_bytes(), (one / f"optimizer/{number:06d}").read_bytes())
        self.assertFalse(self.model(one, 3).exists())

        def files(run):
            # A process is named by its heartbeat.
            paths = [path.relative_to(run).as_posix() for path in run.rglob("*")]
            return sorted("status/train" if path.startswith("status/train-") else path for path in paths)
        self.assertEqual(files(two), files(one))  # rank 1 writes nothing

    def test_four_ranks_are_close_to_one_process_with_four_chunks(self):
        self.begin("train.chunks=4", "train.optimizer=sgd", "loop.samples_per_position=0.25")
        one, four = self.copy("one"), self.copy("four")
        self.train_on(1, one)
        said = self.train_on(4, four)
        self.assertRegex(said, r"000001  step \d+ .*, \d+ samples/s in 4 ranks, \d+% of the time in their sums\n")
        first, second = weights_of(self.model(one, 1)), weights_of(self.model(four, 1))
        self.assertEqual(len(first), len(second))
        self.assertLess(max(abs(a - b) for a, b in zip(first, second)), 1e-6 * max(map(abs, first)))

    def test_a_killed_rank_ends_the_job_and_the_next_start_gives_the_same_bytes(self):
        self.begin("train.chunks=2", "train.schedule=constant")  # the budget, on which others depend, will change
        whole = self.two_phases(2, "whole")
        run = self.copy("killed")
        job = self.start(2, run, "budget.games=1000")
        victim = self.process_of(job, 1)
        self.wait_for_second_phase(victim, run)
        os.kill(victim, signal.SIGKILL)
        _, errors = job.communicate(timeout=300)
        self.assertNotEqual(job.returncode, 0, errors)
        said = self.train_on(2, run, "budget.games=32")
        self.assertNotIn("set back", said)
        self.assertEqual(self.model(run, 2).read_bytes(), self.model(whole, 2).read_bytes())

    def test_a_signal_to_one_rank_ends_all_cleanly_while_training_and_while_waiting(self):
        self.begin("train.chunks=2")
        for name, rank in (("first", 0), ("second", 1)):
            with self.subTest(rank=rank):
                run = self.copy(name)
                job = self.start(2, run, "budget.games=1000")
                process = self.process_of(job, rank)
                if rank == 0:
                    wait_until(lambda: self.model(run, 1).exists())
                else:
                    self.wait_for_second_phase(process, run)
                os.kill(process, signal.SIGTERM)
                self.finish(job)
                self.assertEqual(list(run.rglob("*.tmp")), [])
                state, = lines_of(run / "state.json")
                self.assertGreater(state["seconds"], 0)
                self.assertFalse(self.model(run, 2).exists())

    def test_a_signal_to_mpirun_ends_all_and_the_next_start_continues(self):
        self.begin("train.chunks=2")
        run = self.copy("ended")
        job = self.start(2, run, "budget.games=1000", OMPI_MCA_odls_base_sigkill_timeout="4")
        wait_until(lambda: self.model(run, 1).exists())
        job.send_signal(signal.SIGTERM)  # mpirun passes it on, and kills the ranks after these seconds
        job.communicate(timeout=300)
        self.assertEqual(json.loads((run / "state.json").read_text())["model"], 1)
        self.add_later_games(run)
        self.train_on(2, run, "budget.games=32")
        self.assertTrue(self.model(run, 2).exists())

    def errors_of(self, status, *arguments):
        failed = subprocess.run(["mpirun", *map(str, arguments)], env=MPI_ENVIRONMENT, capture_output=True, text=True, timeout=300)
        self.assertEqual(failed.returncode, status, failed.stderr)
        return [line for line in failed.stderr.splitlines() if line.startswith("raichi: ") and "finishing" not in line]

    def test_ranks_with_other_configurations_are_refused(self):
        lines = self.errors_of(1, "-n", 1, PROGRAM, "train", SMOKE, "--dir", self.run_folder, ":",
                               "-n", 1, PROGRAM, "train", SMOKE, "train.learning_rate=0.5", "--dir", self.run_folder)
        self.assertEqual(lines, ["raichi: rank 1 of 2: has another configuration than rank 0: train.learning_rate=0.5, rank 0 "
                                 "has train.learning_rate=0.002; start all ranks with the same program, arguments and run folder"])
        self.assertFalse(self.run_folder.exists())

    def test_chunks_that_cannot_be_divided_are_refused(self):
        lines = self.errors_of(2, "-n", 4, PROGRAM, "train", SMOKE, "--dir", self.run_folder)
        self.assertEqual(lines[0], "raichi: train.chunks: expected a multiple of the number of ranks, 4, found 2; train.chunks=4 "
                                   "fits, or start a number of ranks that divides it")
        self.assertFalse(self.run_folder.exists())

    def test_an_error_in_one_rank_ends_all(self):
        lines = self.errors_of(2, "-n", 1, PROGRAM, "train", SMOKE, "--dir", self.run_folder, ":",
                               "-n", 1, PROGRAM, "train", self.folder / "smoke.yaml", "--dir", self.run_folder)
        self.assertEqual(len(lines), 1, lines)
        self.assertRegex(lines[0], r"^raichi: rank 1 of 2: .*/smoke\.yaml: ")
        self.assertFalse(self.run_folder.exists())

    def test_values_that_are_auto_are_those_of_rank_zero(self):
        job = self.start(2, SMOKE, "train.batch=auto", "--dir", str(self.run_folder))
        self.wait_for_model(0, job)
        played = raichi("selfplay", self.run_folder, "--stream", 1, "--games", 8)
        self.assertEqual(played.returncode, 0, played.stderr)
        self.finish(job)
        self.assertTrue(self.model(self.run_folder, 1).exists())

    def test_ranks_that_mpi_does_not_connect_are_refused(self):
        failed = subprocess.run([PROGRAM, "train", SMOKE, "--dir", self.run_folder], capture_output=True, text=True,
                                env=dict(MPI_ENVIRONMENT, SLURM_STEP_NUM_TASKS="2"), timeout=300)
        self.assertEqual(failed.returncode, 1, failed.stderr)
        self.assertRegex(failed.stderr, "raichi: SLURM_STEP_NUM_TASKS says that 2 processes were started together, but MPI "
                                        "connects 1; ")
        self.assertFalse(self.run_folder.exists())

    def test_bench_measures_the_ranks_together(self):
        done = subprocess.run(["mpirun", "-n", "2", PROGRAM, "bench", "train", "--network", "1x8", "--seconds", "0.01", "--json"],
                              env=MPI_ENVIRONMENT, capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        figures = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([figure["name"] for figure in figures], ["machine", "train.samples", "train.ratio", "train.sums"])
        self.assertIn("256 a step, 2 ranks", figures[1]["detail"])
        self.assertTrue(0 < figures[3]["value"] < 1)


if __name__ == "__main__":
    unittest.main()
