"""Searches with a trained network, exported by `raichi export MODEL -o FILE.onnx`. Needs onnxruntime."""

import json
import os
from collections.abc import Sequence
from typing import Any

import numpy as np
import onnxruntime

from raichi._raichi import ENCODER_VERSION, Error, Game


class Model:
    """An evaluator for `Search.run`: a network in ONNX's format (docs/model-format.md). Several threads may call it at once.

    `canvas` is the side of the largest board that it can play on, and `rules` are the names of the rule sets that it was trained
    on. Copies and pickles hold the network itself and need no file.

        >>> model = Model("linnaeus.onnx")                                   # doctest: +SKIP
        >>> Search(Game(Rules("linnaeus"))).run(model, visits=400).best      # doctest: +SKIP
    """

    def __init__(self, file: str | os.PathLike[str], threads: int = 1):
        """Opens a file, to be computed by this many threads; 0: as many as there are processor cores.

        Raises Error for a file that cannot be read, or that `raichi export` of this version did not write.
        """
        if not isinstance(threads, int) or threads not in range(1025):
            raise Error(f"threads: expected 0 to 1024, found {threads!r}")
        self._name, self._threads = os.fsdecode(file), threads
        try:
            with open(self._name, "rb") as stream:
                self._content = stream.read()
        except OSError as error:
            raise Error(f"{self._name}: cannot open: {error.strerror}") from error
        self._open()
        facts = self._session.get_modelmeta().custom_metadata_map
        try:
            encoder = facts["encoder"]
            self.canvas = int(facts["network.canvas"])
            self.rules = [str(rules) for rules in json.loads(facts["rules"])]
        except (KeyError, TypeError, ValueError) as error:
            raise Error(f"{self._name}: expected a file that `raichi export` wrote, found an ONNX file without Raichi's metadata") from error
        if encoder != str(ENCODER_VERSION):
            raise Error(f"{self._name}: made for encoder version {encoder}, this package has version {ENCODER_VERSION}; export the model anew")

    def __call__(self, games: Sequence[Game]) -> tuple[np.ndarray, list[np.ndarray]]:
        """Returns win, draw and loss for the side to move, float32 [n, 3], and for each game the probabilities of its legal moves,
        float32 [moves]. Raises Error if a board is too large or a game is over.
        """
        for game in games:
            if game.rules.size > self.canvas:
                raise Error(f"the model plays on boards of up to {self.canvas} squares a side, not {game.rules.size}")
        inputs = [game.encode(self.canvas) for game in games]
        wdl, policy = np.zeros((0, 3), np.float32), []
        size = self._batch or max(len(inputs), 1)
        for begin in range(0, len(inputs), size):
            part = inputs[begin:begin + size]
            padded = part + part[:1] * (size - len(part) if self._batch else 0)
            planes = np.stack([planes for planes, _ in padded]).astype(np.float32)
            numbers = np.stack([numbers for _, numbers in padded])
            logits, values = self._session.run(["policy", "wdl"], {"planes": planes, "numbers": numbers})
            wdl = np.concatenate([wdl, values[:len(part)]])
            policy += list(logits[:len(part)])
        return wdl, [_softmax(logits[game.legal_indices(self.canvas)]) for logits, game in zip(policy, games)]

    def __repr__(self) -> str:
        return f"Model({self._name!r}, threads={self._threads})"

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_session"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._open()

    def _open(self) -> None:
        options = onnxruntime.SessionOptions()
        try:
            options.intra_op_num_threads = self._threads
            self._session = onnxruntime.InferenceSession(self._content, options, providers=["CPUExecutionProvider"])
            batch = self._session.get_inputs()[0].shape[0]  # a number only in exports of a fixed size
        except Exception as error:  # ONNX Runtime's exceptions have no other base
            raise Error(f"{self._name}: ONNX Runtime cannot load it: {' '.join(str(error).split())}") from error
        self._batch = batch if isinstance(batch, int) else 0


def _softmax(logits: np.ndarray) -> np.ndarray:
    weights = np.exp(logits - logits.max())
    return weights / weights.sum()
