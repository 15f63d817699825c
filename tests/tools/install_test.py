"""cmake --install, the packages, and a project of its own that uses the installed libraries."""

import os
import pathlib
import re
import shutil
import subprocess
import unittest
import urllib.request

from program import HAS_LIBTORCH, PROGRAM, ROOT, ProgramTest

BUILD = pathlib.Path(PROGRAM).resolve().parents[1]
CACHE = (BUILD / "CMakeCache.txt").read_text() if (BUILD / "CMakeCache.txt").exists() else ""
IS_SANITIZED = re.search(r"^RAICHI_SANITIZE:.*=\S", CACHE, re.MULTILINE) is not None
HAS_DEBIAN_TORCH = re.search(r"^FIND_PACKAGE_MESSAGE_DETAILS_Torch:INTERNAL=.*\[/usr/lib/", CACHE, re.MULTILINE) is not None
PLACES = ["bin/raichi", "share/raichi/configs/rules/linnaeus.yaml", "share/raichi/models/linnaeus/model.raichi",
          "share/raichi/tools/run_onnx.py", "share/raichi/tools/encode.py", "share/raichi/tools/cluster/job.sh", "share/raichi/tools/cluster/train.sbatch",
          "share/man/man1/raichi.1", "share/man/man1/raichi-match.1", "share/bash-completion/completions/raichi",
          "share/fish/vendor_completions.d/raichi.fish", "share/zsh/vendor-completions/_raichi"]


@unittest.skipUnless(CACHE, "the program is not in a build folder")
@unittest.skipIf(IS_SANITIZED, "sanitized libraries are not installed")
class Install(ProgramTest):
    def run_command(self, *command, **settings):
        done = subprocess.run([*map(str, command)], cwd=self.folder, capture_output=True, text=True, **settings)
        self.assertEqual(done.returncode, 0, f"{command}: {done.stdout}{done.stderr}")
        return done.stdout

    def check_program(self, prefix):
        """Checks a program that was installed into `prefix`."""
        for place in PLACES:
            self.assertTrue((prefix / place).exists(), place)
        raichi = prefix / "bin/raichi"
        environment = {"PATH": "/usr/bin:/bin"}
        rules = self.run_command(raichi, "version", env=environment)
        self.assertIn(f"rules:    {prefix}/share/raichi/configs/rules\n", rules)
        self.assertEqual(self.run_command(raichi, "rules", "--names", env=environment), self.output("rules", "--names"))
        self.assertEqual(self.run_command(raichi, "moves", "--rules", "configs/small/k1v5.yaml", env=environment),
                         self.output("moves", "--rules", ROOT / "configs/small/k1v5.yaml"))
        if HAS_LIBTORCH:
            self.run_command(raichi, "run", "configs/runs/smoke.yaml", "--dir", prefix / "run", env=environment)
            played = self.run_command(raichi, "match", "models/linnaeus@4", "random", "--pairs", "2", env=environment)
            self.assertIn("models/linnaeus@4", played)
            built, installed = BUILD / "lib/raichi", prefix / "lib/raichi"
            self.assertEqual({file.name for file in installed.iterdir()}, {file.name for file in built.glob("*.so")})

    def test_the_installed_program_finds_its_files(self):
        prefix = self.folder / "place"
        self.run_command("cmake", "--install", BUILD, "--prefix", prefix)
        self.check_program(prefix)
        self.check_links(prefix / "share/doc/raichi")

    def check_links(self, folder):
        """Checks that every file to which a document links is there."""
        texts = {path: path.read_text() for path in folder.rglob("*.md")}
        links = [(path, target) for path, text in texts.items() for target in re.findall(r"\]\(([^)#\s]+)", text)]
        self.assertGreater(len(links), 100)
        dead = [f"{path.relative_to(folder)}: {target}" for path, target in links
                if "://" not in target and not (path.parent / target).exists()]
        self.assertEqual(dead, [])

    def test_the_library_suits_the_processor(self):
        """The program loads the libraries for bf16, if there are any, exactly on processors that multiply bf16."""
        prefix = self.folder / "place"
        self.run_command("cmake", "--install", BUILD, "--prefix", prefix, "--component", "program")
        libraries = prefix / "lib/raichi"
        multiplies_bf16 = "avx512_bf16" in pathlib.Path("/proc/cpuinfo").read_text()
        names = ["libraichi_cpu"] + ["libraichi_torch"] * HAS_LIBTORCH
        for name in names:
            if not (libraries / f"{name}_bf16.so").exists():
                shutil.copy(libraries / f"{name}.so", libraries / f"{name}_bf16.so")

        def assert_loads(names, device):
            loads = {"PATH": "/usr/bin:/bin", "LD_DEBUG": "files", "LD_DEBUG_OUTPUT": str(self.folder / f"loads-{device}")}
            self.run_command(prefix / "bin/raichi", "match", "models/linnaeus@1", "random", "--pairs", "1", "--device", device, env=loads)
            lines = "".join(path.read_text() for path in self.folder.glob(f"loads-{device}.*"))
            loaded = {path for path in libraries.iterdir() if f"calling init: {path}" in lines}
            self.assertEqual(loaded, {libraries / f"{name}{'_bf16' if multiplies_bf16 else ''}.so" for name in names})

        assert_loads(names[:1], "cpu")
        if HAS_LIBTORCH:
            assert_loads(names, "libtorch")

    def test_a_project_uses_the_installed_libraries(self):
        prefix = self.folder / "place"
        self.run_command("cmake", "--install", BUILD, "--prefix", prefix, "--component", "libraries")
        self.assertFalse((prefix / "bin").exists())
        self.check_example(prefix)

    def check_example(self, prefix):
        """Checks a project that uses the libraries that were installed into `prefix`."""
        self.run_command("cmake", "-S", ROOT / "examples/search", "-B", "example", f"-DCMAKE_PREFIX_PATH={prefix}")
        self.run_command("cmake", "--build", "example")
        environment = {**os.environ, "RAICHI_RULES": str(ROOT / "configs/rules")}
        move = self.run_command("example/best_move", "brandubh", env=environment).strip()
        self.assertIn(move, [line.split()[0] for line in self.lines("moves", "--rules", "brandubh")])
        done = subprocess.run([self.folder / "example/best_move", "nope"], env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("rules 'nope'", done.stderr)

    def built_page(self):
        """Returns an environment that names a page, as tools/web.sh leaves it, in place of the one in build/web."""
        (self.folder / "page").mkdir()
        self.write("page/files.json", "[]")
        self.write("page/index.html", "<p>a board</p>")
        return {**os.environ, "RAICHI_PAGE": str(self.folder / "page")}

    def check_page(self, prefix):
        """Checks the page that was installed into `prefix`, and its server."""
        program = prefix / "bin/raichi-page"
        with subprocess.Popen([program, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
            try:
                address = re.search(r"http://localhost:\d+", server.stdout.readline())[0]
                with urllib.request.urlopen(address + "/index.html", timeout=60) as answer:
                    self.assertEqual(answer.read(), b"<p>a board</p>")
                    self.assertEqual(answer.headers["Cache-Control"], "no-cache")
                taken = subprocess.run([program, "--port", address.split(":")[-1]], capture_output=True, text=True)
            finally:
                server.kill()
        self.assertEqual(taken.returncode, 1)
        self.assertRegex(taken.stderr, r"^raichi-page: port \d+: .*; expected a free one.*\n$")
        none = subprocess.run([program, self.folder], capture_output=True, text=True)
        self.assertEqual(none.returncode, 1)
        self.assertIn("no page is there; expected the folder of one that tools/web.sh built", none.stderr)

    def test_the_page_is_installed_with_its_server(self):
        prefix = self.folder / "place"
        install = ["cmake", "--install", BUILD, "--prefix", prefix, "--component", "page"]
        said = self.run_command(*install, env={**os.environ, "RAICHI_PAGE": str(self.folder / "none")})
        self.assertIn("tools/web.sh --build-only", said)
        self.assertFalse(prefix.exists())
        old = prefix / "share/raichi/page/old.js"
        old.parent.mkdir(parents=True)
        old.write_text("of an older page")
        self.run_command(*install, env=self.built_page())
        self.assertEqual({path.name for path in (prefix / "share/raichi/page").iterdir()}, {"files.json", "index.html"})
        self.check_page(prefix)

    @unittest.skipUnless(shutil.which("dpkg-shlibdeps"), "dpkg-dev is not installed")
    @unittest.skipUnless(HAS_DEBIAN_TORCH, "packages use the distribution's LibTorch")
    def test_the_packages_hold_the_program_and_its_files(self):
        self.run_command("cpack", "--config", BUILD / "CPackConfig.cmake", "-B", self.folder / "packages", env=self.built_page())
        files = {path.name.split("_")[0]: path for path in (self.folder / "packages").glob("*.deb")}
        self.assertEqual(set(files), {"raichi", "libraichi-dev", "raichi-page"})
        needs = self.run_command("dpkg-deb", "--field", files["raichi"], "Depends")
        for package in ("libtorch", "libyaml-cpp", "libspdlog", "libzstd", "libc6"):
            self.assertIn(package, needs)
        self.run_command("dpkg-deb", "--extract", files["raichi"], "unpacked")
        self.check_program(self.folder / "unpacked/usr")
        self.run_command("dpkg-deb", "--extract", files["libraichi-dev"], "libraries")
        self.check_example(self.folder / "libraries/usr")
        self.run_command("dpkg-deb", "--extract", files["raichi-page"], "with-page")
        self.check_page(self.folder / "with-page/usr")


if __name__ == "__main__":
    unittest.main()
