"""Packages that tests fetch with npm the first time, and check."""

import hashlib
import io
import pathlib
import subprocess
import tarfile

PACKAGES = pathlib.Path(__file__).parents[2] / "build/web-packages"
PINNED = {  # the version, and the SHA-256 of the package
    "axe-core": ("4.14.1", "e6b0ce02b84d892e2e33e403485e7f3d6c29e2be6df65daf44d89ba564139745"),
    "typescript": ("5.9.3", "10e108c9cf7d5f2879053dff18515fb405abf2ccef63eaaf017d9c571687a1d3"),
}


def package(name):
    """The package as an open archive."""
    version, digest = PINNED[name]
    file = PACKAGES / f"{name}-{version}.tgz"
    if not file.exists():
        PACKAGES.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "pack", "--silent", "--pack-destination", PACKAGES, f"{name}@{version}"], check=True,
                       stdout=subprocess.DEVNULL)
    data = file.read_bytes()
    if hashlib.sha256(data).hexdigest() != digest:
        raise ValueError(f"{file}: not the {name} {version} that is expected; remove it and try again")
    return tarfile.open(fileobj=io.BytesIO(data))


def unpacked(name, folder):
    """Unpacks the package into a folder. Returns the folder with its files."""
    with package(name) as files:
        files.extractall(folder)
    return folder / "package"
