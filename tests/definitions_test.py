"""Every function and type is defined in one file: C++'s One Definition Rule, which compilers and linkers do not check."""

import collections
import os
import pathlib
import re
import unittest

ROOT = pathlib.Path(os.environ.get("RAICHI_SOURCE_DIR", pathlib.Path(__file__).parent.parent))
LAYERS = ["base", "rules", "mcts", "stats", "selfplay", "solve", "nn", "console", "run", "app", "tools"]  # all that is in the program
NOT_CODE = re.compile(r"//.*|^\s*#.*(?:\\\n.*)*", re.MULTILINE)
TEXT = re.compile(r'R"\((?s:.*?)\)"|"(?:\\.|[^"\\\n])*"|(?<!\d)\'(?:\\.|[^\'\\\n])+\'')
TYPE = re.compile(r"(?:class|struct|union|enum(?: class)?) (?:final )?(\w+)(?: final)?(?: :.*)?$")
FUNCTION = re.compile(r"(?:.*[\s&*])?((?:\w+::)*(?:\w+|operator\W+|operator bool))\s*\((.*)\)(?: const| noexcept| override)*(?: :.*)?$")


def blocks(code):
    """Yields the text before each brace at the level of namespaces that other files can see."""
    hidden, depth, begin = [], 0, 0  # hidden: for each open namespace, whether it has no name
    for at, char in enumerate(code):
        if char == "{":
            head = " ".join(code[begin:at].split())
            if depth == 0 and re.match(r"(inline )?namespace\b|extern", head):
                hidden.append(head == "namespace")
                begin = at + 1
                continue
            if depth == 0 and not any(hidden):
                yield head
            depth += 1
        elif char == "}" and depth > 0:
            depth -= 1
            begin = at + 1
        elif char == "}":
            hidden.pop()
            begin = at + 1
        elif char == ";" and depth == 0:
            begin = at + 1


def types_of(parameters):
    """Returns the types of a function's parameters without the parameters' names."""
    parts = re.split(r",(?![^<(]*[>)])", parameters)
    return ", ".join(re.sub(r"(?<=[\s&*>])\w+$", "", part.split("=")[0].strip()).strip() for part in parts)


def definitions(text):
    """Returns the names of the types and functions that a file defines for all others."""
    found = []
    for head in blocks(NOT_CODE.sub("", TEXT.sub('""', text))):
        head = re.sub(r"^template <.*?> (?=\w)|\[\[\w+\]\] |(?<=\)) : \w.*", "", head)
        if re.match(r"static\b|template\b", head) or re.search(r"=(?![^(]*\))", head.replace("operator=", "")):
            continue
        if match := TYPE.match(head):
            found.append(match[1])
        elif match := FUNCTION.match(head):
            found.append(f"{match[1]}({types_of(match[2])})")
    return found


def files_by_definition(files):
    where = collections.defaultdict(set)
    for path, text in files.items():
        for name in definitions(text):
            where[name].add(path)
    return where


class DefinitionsTest(unittest.TestCase):
    def test_everything_is_defined_once(self):
        files = {str(path.relative_to(ROOT)): path.read_text()
                 for layer in LAYERS for path in sorted((ROOT / layer).rglob("*")) if path.suffix in (".h", ".cc")}
        where = files_by_definition(files)
        self.assertGreater(len(where), 1000)
        self.assertEqual({}, {name: paths for name, paths in where.items() if len(paths) > 1})

    def expect(self, expected, *texts):
        where = files_by_definition({str(i): "namespace raichi {\n" + text + "\n}" for i, text in enumerate(texts)})
        self.assertEqual(expected, [name for name, paths in where.items() if len(paths) > 1])

    def test_an_inline_function_and_another_of_the_same_name(self):
        self.expect(["Softmax(std::span<float>)"],
                    "/// One.\nvoid Softmax(std::span<float> logits) {\n  for (;;) {}\n}",
                    "inline void Softmax(std::span<float> x) { x[0] = 1; }")
        self.expect(["Part"], "struct Part {\n  int a = 1;\n};", "class Part : public Whole {};")
        self.expect(["Part::Part(int)"], "Part::Part(int a) : a_(a), b_(2) {}", "Part::Part(int b) : a_(b) {}")

    def test_what_other_files_cannot_see_or_what_differs(self):
        self.expect([], "namespace {\nstruct Part {};\nvoid F() {}\n}", "namespace {\nvoid F() {}\n}\nstruct Part {};")
        self.expect([], "void F(int a) {}", "void F(double a) {}")
        self.expect([], "void F(int a);\nclass Part;", "void F(int a) {}\nclass Part {};")
        self.expect([], "static void F() {}", "void F() {}")
        self.expect([], "// void F() {}\nconst char* a = \"{ void F() {\";", "void F() {}")


if __name__ == "__main__":
    unittest.main()
