"""Searches with a trained network, exported by `raichi export MODEL -o FILE.onnx`. Needs onnxruntime."""

import json
import os
from collections.abc import Sequence

import numpy as np
import onnxruntime

from raichi._raichi import ENCODER_VERSION, Error, Game


class Model:
    """An evaluator for `Search.run`: a network in ONNX's format (docs/model-format.md).

        >>> model = Model("linnaeus.onnx")                                   # doctest: +SKIP
        >>> Search(Game(Rules("linnaeus"))).run(model, visits=400).best      # doctest: +SKIP
    """

    def __init__(self, file: str | os.PathLike[str], threads: int = 1):
        """Raises Error for a file that cannot be read, or that `raichi export` of this version did not write."""
        name = os.fspath(file)
        self._session = _open(name, threads)
        facts = self._session.get_modelmeta().custom_metadata_map
        try:
            encoder = facts["encoder"]
            self.canvas = int(facts["network.canvas"])
            self.rules = [str(rules) for rules in json.loads(facts["rules"])]  # names of the rule sets that it was trained on
        except (KeyError, TypeError, ValueError) as error:
            raise Error(f"{name}: expected a file that `raichi export` wrote, found an ONNX file without Raichi's metadata") from error
        if encoder != str(ENCODER_VERSION):
            raise Error(f"{name}: made for encoder version {encoder}, this package has version {ENCODER_VERSION}; export the model anew")

    def __call__(self, games: Sequence[Game]) -> tuple[np.ndarray, list[np.ndarray]]:
        """Returns win, draw and loss for the side to move, float32 [n, 3], and the probabilities of each game's moves."""
        for game in games:
            if game.rules.size > self.canvas:
                raise Error(f"the model plays on boards of up to {self.canvas} squares a side, not {game.rules.size}")
        inputs = [game.encode(self.canvas) for game in games]
        planes = np.stack([planes for planes, _ in inputs]).astype(np.float32)
        numbers = np.stack([numbers for _, numbers in inputs])
        policy, wdl = self._session.run(["policy", "wdl"], {"planes": planes, "numbers": numbers})
        return wdl, [_softmax(logits[game.legal_indices(self.canvas)]) for logits, game in zip(policy, games)]


def _open(name: str, threads: int) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    try:
        with open(name, "rb"):
            pass
        return onnxruntime.InferenceSession(name, options, providers=["CPUExecutionProvider"])
    except OSError as error:
        raise Error(f"{name}: cannot open: {error.strerror}") from error
    except Exception as error:  # ONNX Runtime's exceptions have no other base
        raise Error(f"{name}: ONNX Runtime cannot load it: {' '.join(str(error).split())}") from error


def _softmax(logits: np.ndarray) -> np.ndarray:
    weights = np.exp(logits - logits.max())
    return weights / weights.sum()
