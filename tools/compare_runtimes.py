#!/usr/bin/env python3
"""Compares Raichi's network on the processor with OpenVINO and ONNX Runtime, one thread each, in evaluations per second of
processor time.

All of them take turns, so that changes in the machine's speed affect all. OpenVINO and ONNX Runtime run what `raichi export`
writes: the whole network, with the policy of all moves. Raichi's figure is that of `raichi bench network`, which leaves out
the last layers of the policy; in games it computes them for legal moves only.

Needs Python modules: pip install openvino onnxruntime (and nncf for openvino/int8).
"""
import argparse
import contextlib
import importlib
import json
import logging
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
DEFAULTS = ["raichi/bf16", "raichi/f32", "openvino/bf16", "openvino/f32", "onnxruntime/f32"]
RUNTIMES = [*DEFAULTS, "openvino/int8"]
MODULES = {"openvino": "openvino", "onnxruntime": "onnxruntime", "openvino/int8": "nncf"}
RULES = "minitafl"  # fits any canvas
WARM_UP = 3  # evaluations of a batch before each measurement
CALIBRATION = 8  # batches from which int8 takes its scales


class Problem(Exception):
    """What the user can mend, in one line."""


def module(name, *, package=None):
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise Problem(f"needs the Python module {name} ({error}): pip install {package or name}")


def run(*command):
    """Runs a command and returns its standard output."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    except OSError as error:
        raise Problem(f"{words[0]}: {error.strerror}; build the program (tools/build.sh) or name it by --raichi")
    if done.returncode != 0:
        raise Problem(f"{' '.join(words[:3])} failed: {(done.stderr.strip().splitlines() or ['?'])[-1]}")
    return done.stdout


def random_model(raichi, folder, size, canvas):
    """The first model of a run of one game: a network of `BLOCKSxCHANNELS` with random weights"""
    blocks, _, channels = size.partition("x")
    network = f"canvas: {canvas}, blocks: {blocks}, channels: {channels}"
    run(raichi, "run", ROOT / "configs/runs/smoke.yaml", "--dir", folder / "run", f"rules=[{RULES}]", f"network={{{network}}}",
        "budget.games=1", "loop.games_per_iteration=1", "evaluation.every=0", "evaluation.final_pairs=0")
    return folder / "run/models/000000"


def random_inputs(file):
    """Inputs of the shapes that the card of an exported network names"""
    numpy = module("numpy")
    random = numpy.random.default_rng()
    inputs = json.loads(pathlib.Path(f"{file}.json").read_text())["inputs"]
    return {name: random.integers(0, 2, value["shape"]).astype("f4") for name, value in inputs.items()}


def openvino_run(file, precision):
    openvino = module("openvino")
    model = openvino.Core().read_model(file)
    if precision == "int8":
        nncf = module("nncf")
        nncf.set_log_level(logging.ERROR)
        samples = nncf.Dataset([random_inputs(file) for _ in range(CALIBRATION)])
        with contextlib.redirect_stdout(sys.stderr):  # its line of progress
            model = nncf.quantize(model, samples, subset_size=CALIBRATION)
    hint = "f32" if precision == "f32" else "bf16"
    compiled = openvino.Core().compile_model(model, "CPU", {
        "INFERENCE_NUM_THREADS": 1, "NUM_STREAMS": 1, "INFERENCE_PRECISION_HINT": hint})
    used = compiled.get_property("INFERENCE_PRECISION_HINT").to_string()
    if hint not in (used, used.replace("float", "f").replace("bff", "bf")):
        raise Problem(f"openvino/{precision}: computes in {used} on this processor; leave it out of --runtimes")
    request = compiled.create_infer_request()
    for name, array in random_inputs(file).items():
        request.set_tensor(name, openvino.Tensor(array))
    return request.infer


def onnxruntime_run(file, _):
    onnxruntime = module("onnxruntime")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
    values = random_inputs(file)
    return lambda: session.run(None, values)


def rate_of(evaluate, batch, seconds):
    """(Evaluations per second of processor time, the same by the clock)"""
    for _ in range(WARM_UP):
        evaluate()
    done, start, processor_start = 0, time.monotonic(), time.process_time()
    while time.monotonic() < start + seconds:
        evaluate()
        done += batch
    return done / (time.process_time() - processor_start), done / (time.monotonic() - start)


def raichi_rate(raichi, model, batch, precision, seconds):
    lines = run(raichi, "bench", "network", "--model", model, "--device", "cpu", "--precision", precision, "--workers", 1,
                "--batch", batch, "--seconds", seconds / 4, "--json")  # four times so long
    figures = {figure["name"]: figure for figure in map(json.loads, lines.splitlines())}
    figure = figures["network.evaluations"]
    return figure["by_processor_time"], figure["value"]


def compare(options, folder, model, title):
    """Yields a row of results for each batch and runtime."""
    for batch in options.batch:
        file = folder / f"{batch}.onnx"
        run(options.raichi, "export", model, "--batch", batch, "--rules", RULES, "-o", file)
        measures = {}
        for runtime in options.runtimes:
            name, precision = runtime.split("/")
            if name == "raichi":
                measures[runtime] = lambda precision=precision: raichi_rate(options.raichi, model, batch, precision, options.seconds)
            else:
                make = {"openvino": openvino_run, "onnxruntime": onnxruntime_run}[name]
                evaluate = make(str(file), precision)
                measures[runtime] = lambda evaluate=evaluate: rate_of(evaluate, batch, options.seconds)
        rates = {runtime: [] for runtime in measures}
        for _ in range(options.rounds):
            for runtime, measure in measures.items():
                rates[runtime].append(measure())
        for runtime, pairs in rates.items():
            yield {"model": title, "batch": batch, "runtime": runtime, "by_processor_time": [pair[0] for pair in pairs],
                   "by_clock": [pair[1] for pair in pairs]}


def show(row, first):
    """Prints a row: the best round, its ratio to the first runtime of the same batch, and all rounds. What else the machine
    does only makes a round slower."""
    rates = row["by_processor_time"]
    best, of_first = max(rates), max(first["by_processor_time"])
    print(f"{row['model']:<24} {row['batch']:>5}  {row['runtime']:<16} {best:>9.0f} {best / of_first:>6.2f}  "
          + " ".join(f"{rate:.0f}" for rate in rates), flush=True)


def check_modules(runtimes):
    for runtime in runtimes:
        for key in (runtime, runtime.split("/")[0]):
            if key in MODULES:
                module(MODULES[key])


def compare_all(options):
    check_modules(options.runtimes)
    rows = []
    print(f"{'network':<24} {'batch':>5}  {'runtime':<16} {'1/s':>9} {'ratio':>6}  of each round (the best counts); all by processor time, one thread")
    for model, size, canvas in ([(options.model, None, None)] if options.model else
                                [(None, size, canvas) for canvas in options.canvas for size in options.network]):
        with tempfile.TemporaryDirectory() as name:
            folder, first = pathlib.Path(name), {}
            title = model or f"{size} on {canvas}x{canvas}"
            for row in compare(options, folder, model or random_model(options.raichi, folder, size, canvas), title):
                show(row, first.setdefault(row["batch"], row))
                rows.append(row)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n")


def parse():
    about, _, more = __doc__.partition("\n\n")
    parser = argparse.ArgumentParser(description=about, epilog=more, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", help="network of this model, rather than random ones")
    parser.add_argument("--network", nargs="+", default=["4x32"], metavar="BLOCKSxCHANNELS", help="sizes of random networks (4x32)")
    parser.add_argument("--canvas", nargs="+", type=int, default=[9], metavar="N", help="sides of their boards (9)")
    parser.add_argument("--batch", nargs="+", type=int, default=[64, 1], metavar="N", help="positions evaluated together (64 1)")
    parser.add_argument("--runtimes", nargs="+", default=DEFAULTS, choices=RUNTIMES, metavar="NAME",
                        help=f"of {', '.join(RUNTIMES)}; ratios are to the first (all but the last)")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="how often each is measured (3)")
    parser.add_argument("--seconds", type=float, default=1, metavar="S", help="time of each measurement (1)")
    parser.add_argument("--raichi", default=ROOT / "build/release/tools/raichi", metavar="PROGRAM", help="the program (that of build/release)")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write all rounds to this file")
    return parser.parse_args()


def main():
    try:
        compare_all(parse())
    except (Problem, OSError) as error:
        sys.exit(f"compare_runtimes.py: {error}")


if __name__ == "__main__":
    main()
