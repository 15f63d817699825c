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
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self._session = onnxruntime.InferenceSession(os.fspath(file), options, providers=["CPUExecutionProvider"])
        facts = self._session.get_modelmeta().custom_metadata_map
        if facts["encoder"] != str(ENCODER_VERSION):
            raise Error(f"{os.fspath(file)}: made for encoder version {facts['encoder']}, this package has version {ENCODER_VERSION}; export the model anew")
        self.canvas = int(facts["network.canvas"])
        self.rules = list(json.loads(facts["rules"]))  # names of the rule sets that it was trained on

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


def _softmax(logits: np.ndarray) -> np.ndarray:
    weights = np.exp(logits - logits.max())
    return weights / weights.sum()
