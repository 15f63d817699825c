"""The npm package of the module: packed, installed in an empty folder, and used in Node and by a compiler of TypeScript.

RAICHI_NPM is its folder (tools/web.sh --npm)."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import registry
from browser import IS_FIREFOX

ROOT = pathlib.Path(os.environ.get("RAICHI_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
PACKAGE = pathlib.Path(os.environ.get("RAICHI_NPM", ROOT / "build/npm")).absolute()
EXAMPLE = ROOT / "examples/javascript/play.mjs"

# Prints the texts of errors, one a line.
ERRORS = """
import createRaichi, {loadNetwork, loadRules, search} from 'raichi';
const raichi = await createRaichi();
const {brandubh, copenhagen: large} = await loadRules();
const rules = JSON.stringify(brandubh), network = new raichi.Network(await loadNetwork());
for (const wrong of [
    () => new raichi.Table('{}'), () => new raichi.Table(rules, '+first=nobody'), () => new raichi.Table(rules, '', '7/7/7/7/7/7/7 a'),
    () => search(raichi, new raichi.Table(JSON.stringify(large)), {network}), () => new raichi.Table(rules).play('a1-a2'), () => new raichi.Network(new Uint8Array(9)), () => raichi.describeRules('{}', '')]) {
  try { wrong(); console.log('none'); } catch (error) { console.log(error instanceof Error, error.message); }
}
"""

# Plays a game of Raichi against itself, with everything that the types have.
SELF_PLAY = """
import createRaichi, {loadNetwork, loadRules, search, type Network, type Raichi, type Table} from 'raichi';
const raichi: Raichi = await createRaichi();
const rules = await loadRules();
const network: Network = new raichi.Network(await loadNetwork('linnaeus'));
const table: Table = new raichi.Table(JSON.stringify(rules['linnaeus']));
while (!table.state().result) {
  const {move, value, moves} = search(raichi, table, {network, visits: 2, seed: 1});
  if (Math.abs(value) > 1 || !moves.some(({text}) => text === move)) throw new Error(move);
  table.play(move);
}
const {result, reason, record} = table.state();
console.log(JSON.stringify({rules: table.board().name, result, reason, moves: record.join(' ')}));
"""


def run(*arguments, folder, **options):
    return subprocess.run(arguments, cwd=folder, capture_output=True, text=True, timeout=300, **options)


@unittest.skipIf(IS_FIREFOX, "it needs no browser: once is enough")
@unittest.skipUnless(shutil.which("node") and shutil.which("npm"), "no node or no npm")
class NpmTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        packed = run("npm", "pack", "--silent", PACKAGE, folder=cls.folder, check=True).stdout.strip()
        run("npm", "install", "--silent", "--offline", "--no-audit", "--no-fund", f"./{packed}", folder=cls.folder, check=True)
        (cls.folder / "play.mjs").write_text(EXAMPLE.read_text())

    def play(self, lines, *arguments):
        return run("node", "play.mjs", *arguments, folder=self.folder, input=lines)

    def test_the_example_plays(self):
        self.assertLess(len(EXAMPLE.read_text().splitlines()), 50)
        played = self.play("e2-c2\na1-a9\n")
        self.assertEqual((0, ""), (played.returncode, played.stderr))
        self.assertIn("  9 . . . t t t . . .\n", played.stdout)
        self.assertIn("  2 . . t . . . . . .\n", played.stdout)
        self.assertEqual(2, played.stdout.count("Your move"))
        self.assertIn("move 'a1-a9' is not legal", played.stdout)
        self.assertRegex(played.stdout, r"   a b c d e f g h i   \w\d-\w\d")

    def test_the_example_plays_other_rules_to_the_end(self):
        moves = "\n".join(f"{a}{x}-{b}{y}" for a in "abcdefg" for x in range(1, 8) for b, y in
                          [(a, x + 1), (a, x - 1), (chr(ord(a) + 1), x), (chr(ord(a) - 1), x)]) + "\n"
        played = self.play(30 * moves, "brandubh")
        self.assertEqual((0, ""), (played.returncode, played.stderr))
        self.assertRegex(played.stdout.splitlines()[-1], "win: |^draw: ")
        self.assertIn("there are no rules named nosuch", self.play("", "nosuch").stderr)

    def test_errors_have_texts(self):
        (self.folder / "errors.mjs").write_text(ERRORS)
        said = run("node", "errors.mjs", folder=self.folder).stdout.splitlines()
        for line, text in zip(said, ["the key 'name' is missing", "unknown word 'nobody'", "no king", "the network is for boards up to 9 squares", "there is no piece on a1", "damaged", "the key 'name' is missing"], strict=True):
            self.assertIn(text, line)
            self.assertTrue(line.startswith("true "), line)

    def test_the_types_are_those_of_the_module(self):
        compiler = registry.unpacked("typescript", self.folder / "compiler")
        (self.folder / "self_play.mts").write_text(SELF_PLAY)
        (self.folder / "wrong.mts").write_text(SELF_PLAY.replace("visits: 2", "visits: '2'"))
        flags = ("--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom")
        compiled = run("node", compiler / "lib/tsc.js", *flags, "self_play.mts", folder=self.folder)
        self.assertEqual((0, ""), (compiled.returncode, compiled.stdout))
        self.assertIn("not assignable", run("node", compiler / "lib/tsc.js", *flags, "--noEmit", "wrong.mts", folder=self.folder).stdout)
        game = json.loads(run("node", "self_play.mjs", folder=self.folder, check=True).stdout)
        self.assertIn(game["result"], ("attackers", "defenders", "draw"))
        if os.environ.get("RAICHI_PROGRAM"):
            checked = run(pathlib.Path(os.environ["RAICHI_PROGRAM"]).absolute(), "replay", "--check", "--input", "-", folder=self.folder, input=json.dumps(game) + "\n")
            self.assertIn("1 game agrees", checked.stdout)

    def test_the_types_name_every_function(self):
        declared = (PACKAGE / "raichi.d.mts").read_text()
        (self.folder / "names.mjs").write_text("""
            import createRaichi from 'raichi';
            const raichi = await createRaichi();
            const own = one => Object.getOwnPropertyNames(one).filter(name => !/^(constructor|[_$].*)$/.test(name));
            console.log(Object.keys(raichi).filter(name => typeof raichi[name] === 'function' && raichi[name].prototype?.delete)
                .map(name => [name, ...own(raichi[name].prototype)].join(' ')).join('\\n'));""")
        classes = [line.split() for line in run("node", "names.mjs", folder=self.folder, check=True).stdout.splitlines()]
        self.assertLessEqual({"Table", "Network", "Thinker", "Proof"}, {name for name, *_ in classes})
        for name, *members in classes:
            body = re.search(rf"interface {name} extends Handle {{(.*?)^}}", declared, re.MULTILINE | re.DOTALL)[1]
            for member in members:
                self.assertRegex(body, rf"\b{member}\b", name)

    def test_the_version_is_the_programs(self):
        version = re.search(r"project\(raichi VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]
        self.assertEqual(version, json.loads((PACKAGE / "package.json").read_text())["version"])


if __name__ == "__main__":
    unittest.main()
