"""Networks that other programs wrote become models that every command takes."""

import json
import shutil
import struct
import unittest

from models_test import with_checksum
from program import ROOT, ProgramTest, needs_libtorch

POSITIONS = ["", "d1-d2", "d1-d2 e4-f4", "d1-d2 e4-f4 a4-b4"]


class ImportTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.output("export", "models/linnaeus", "-o", "m.safetensors")

    def change(self, old, new, name="changed.safetensors"):
        """Writes the export with other words in its header, whose checksum is right."""
        data = (self.folder / "m.safetensors").read_bytes()
        size, = struct.unpack("<Q", data[:8])
        header = data[8:8 + size].replace(old, new)
        self.assertNotEqual(header, data[8:8 + size])
        data = struct.pack("<Q", len(header)) + header + data[8 + size:]
        (self.folder / name).write_bytes(with_checksum(data) if b'"checksum"' in header else data)
        return name

    def evaluations(self, model):
        return [self.objects("analyze", "--model", model, "--moves", moves, "--visits", 1, "--precision", "f32", "--device", "cpu",
                             "--json") for moves in POSITIONS]

    def test_it_says_what_the_exported_model_says(self):
        line, = self.objects("import", "m.safetensors", "-o", "mine", "--json")
        self.assertEqual((line["model"], line["canvas"], line["rules"]), ("mine", 9, ["linnaeus"]))
        self.assertIn("new.raichi: a ", self.output("import", "m.safetensors", "-o", "new.raichi"))
        wanted = self.evaluations("models/linnaeus")
        for name in "mine", "new.raichi":
            found = self.evaluations(name)
            for line in [line for lines in found + wanted for line in lines]:
                line.pop("player", None)
            self.assertEqual(found, wanted)

    def test_a_graph_gives_the_same_model(self):
        for precision in "f32", "f16":
            for name in "x.onnx", "x.safetensors":
                self.output("export", "models/linnaeus", "--precision", precision, "-o", name)
                self.output("import", name, "-o", f"{name}.{precision}.raichi")
            graph, weights = ((self.folder / f"{name}.{precision}.raichi").read_bytes() for name in ("x.onnx", "x.safetensors"))
            self.assertEqual(graph, weights)
        self.assertIn(b"policy.out.weight", graph)

    def test_commands_take_it(self):
        self.output("import", "m.safetensors", "-o", "mine")
        line, = self.objects("match", "mine@2", "random", "--pairs", 1, "--json")
        self.assertEqual(line["a"], "mine@2")
        self.output("rate", "mine@2", "random", "greedy", "--pairs", 1)
        self.output("play", "--opponent", "mine", input="d1-d2\nquit\n")
        self.output("export", "mine", "-o", "again.safetensors")
        self.assertEqual(json.loads((self.folder / "again.safetensors.json").read_text())["training"]["rules"], ["linnaeus"])

    @needs_libtorch
    def test_a_run_goes_on_from_it(self):
        self.output("import", "m.safetensors", "-o", "mine", "--train")
        self.output("run", ROOT / "configs/runs/smoke.yaml", "--dir", "run", "--from", "mine", "network={}", "budget.games=2", "evaluation.final_pairs=0")
        first = json.loads((self.folder / "run/metrics/progress.jsonl").read_text().splitlines()[0])
        self.assertLess(first["train"]["policy"], 3)  # 1.7 from the model itself; 7.9 if training had to find the norms' statistics

    def test_files_of_other_programs(self):
        """They have no checksum, and other facts of their own."""
        name = self.change(b'"checksum":', b'"somebody":')
        self.output("import", name, "-o", "mine", "--rules", "linnaeus,saami")
        line, = self.objects("import", name, "-o", "other", "--json", "--rules", "saami")
        self.assertEqual(line["rules"], ["saami"])

    def test_damaged_and_other_files_are_refused_in_one_line(self):
        data = (self.folder / "m.safetensors").read_bytes()
        (self.folder / "cut.safetensors").write_bytes(data[:-1])
        (self.folder / "bit.safetensors").write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
        (self.folder / "long.safetensors").write_bytes(struct.pack("<Q", 2**63) + data[8:])
        shutil.copy(ROOT / "models/linnaeus/model.raichi", self.folder)
        self.output("export", "models/linnaeus", "-o", "m.onnx")
        graph = (self.folder / "m.onnx").read_bytes()
        (self.folder / "cut.onnx").write_bytes(graph[:-1])
        (self.folder / "less.onnx").write_bytes(graph.replace(b"policy.out.weight", b"policy.out.height"))
        shutil.copy(ROOT / "models/linnaeus/model.raichi", self.folder / "no.onnx")
        for name, pattern in {
            "cut.safetensors": "damaged: its checksum does not match", "bit.safetensors": "damaged: its checksum does not match",
            "long.safetensors": "damaged: its header is cut short", "model.raichi": "holds a raichi model, expected a raichi export",
            "no.onnx": "damaged, or no ONNX model", "cut.onnx": "damaged, or no ONNX", "less.onnx": "lacks the weights", "m.safetensors.json": "expected a raichi export", "nothing": "No such file",
            self.change(b'"network.blocks":"', b'"network.blocks":"1'): "lacks the weights block",
            self.change(b'"network.canvas":"9"', b'"network.canvas":"11"', "canvas.safetensors"): "weights policy.out.weight have another shape",
        }.items():
            with self.subTest(name):
                self.assert_fails(1, f"{name}: .*{pattern}", "import", name, "-o", "mine")
                self.assertFalse((self.folder / "mine").exists())

    def test_training_is_prepared_by_shipped_rules_that_fit_alone(self):
        """A file of a stranger may name anything; --rules may name a file of one's own."""
        shipped = (ROOT / "configs/rules/linnaeus.yaml").read_text()
        (self.folder / "own.yaml").write_text(shipped.replace("name: linnaeus", "name: own").replace("count: 3", "count: 5"))
        (self.folder / "changed.yaml").write_text(shipped.replace("count: 3", "count: 4"))
        for named in "copenhagen", str(self.folder / "own.yaml"), "no-such-rules":
            name = self.change(b'"rules":"[\\"linnaeus\\"]"', b'"rules":"[\\"%s\\"]"' % named.encode(), "named.safetensors")
            self.assert_fails(2, "names no rule set that comes with raichi", "import", name, "-o", "mine", "--train")
        line, = self.objects("import", "m.safetensors", "-o", "mine", "--train", "--json", "--rules", "own.yaml,changed.yaml,saami")
        self.assertRegex(" ".join(line["rules"]), "^own linnaeus-[0-9a-f]+ saami$")

    def test_no_model_is_replaced(self):
        for name in "mine", "mine.raichi":
            self.output("import", "m.safetensors", "-o", name)
            self.assert_fails(2, f"--output {name}: is there already", "import", "m.safetensors", "-o", name)
        self.assert_fails(2, "expected a new folder", "import", "m.safetensors", "-o", "x.onnx")
        self.assert_fails(2, "its board is larger", "import", "m.safetensors", "-o", "x", "--rules", "copenhagen")
        self.assert_fails(1, "nowhere", "import", "m.safetensors", "-o", "nowhere/mine")


if __name__ == "__main__":
    unittest.main()
