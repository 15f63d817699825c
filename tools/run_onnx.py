#!/usr/bin/env python3
"""Runs an ONNX export for `raichi verify`: python3 tools/run_onnx.py FILE

Needs the modules numpy and onnxruntime. Speaks in binary, native byte order, i32 and f32:
  start    the program answers with a text: empty if FILE is ready, else an error after which it ends
  request  i32 N, P, S, G; planes f32 [N, P, S, S]; numbers f32 [N, G]
  answer   a text; if it is empty, the outputs policy, wdl and moves_left, each an i32 count and the values
A text is an i32 length in bytes and UTF-8. The program ends when its input ends.
"""
import os
import struct
import sys

OUTPUTS = "policy", "wdl", "moves_left"
LONGEST_TEXT = 60000  # bytes


def without_strangers(paths):
    """The module path without the working folder and the folder of this script."""
    here = os.path.dirname(os.path.abspath(__file__))
    return [path for path in paths if path and os.path.abspath(path) != here]


def take_output():
    """The standard output for answers alone; whatever modules print goes to the standard error."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return out


def answer(out, text, arrays=()):
    data = text.encode()[:LONGEST_TEXT]
    out.write(struct.pack("i", len(data)) + data)
    for array in arrays:
        out.write(struct.pack("i", array.size) + array.astype("f4").tobytes())
    out.flush()


def serve(file, source, out):
    import numpy
    import onnxruntime

    onnxruntime.set_default_logger_severity(3)  # errors only
    session = onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])
    answer(out, "")

    def read(*shape):
        return numpy.frombuffer(source.read(4 * int(numpy.prod(shape))), "f4").reshape(shape)

    while head := source.read(16):
        count, planes, side, numbers = struct.unpack("4i", head)
        inputs = {"planes": read(count, planes, side, side), "numbers": read(count, numbers)}
        answer(out, "", session.run(OUTPUTS, inputs))


def main():
    sys.path = without_strangers(sys.path)
    out = take_output()
    try:
        serve(sys.argv[1], sys.stdin.buffer, out)
    except Exception as error:  # of any module, to be reported by the program that asked
        answer(out, (f"{type(error).__name__}: {error}".splitlines() or ["?"])[0])


main()
