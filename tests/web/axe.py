"""Looks for barriers in a page with axe-core, which npm fetches the first time."""

import functools
import hashlib
import io
import pathlib
import subprocess
import tarfile

VERSION = "4.14.1"
SHA256 = "e6b0ce02b84d892e2e33e403485e7f3d6c29e2be6df65daf44d89ba564139745"  # of its package
PACKAGES = pathlib.Path(__file__).parents[2] / "build/web-packages"
RUN = """
const {violations} = await axe.run(document, {resultTypes: ['violations']});
return violations.flatMap(({id, help, nodes}) => nodes.map(({target, failureSummary}) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary}`));
"""


@functools.cache
def source():
    """The script of axe-core."""
    package = PACKAGES / f"axe-core-{VERSION}.tgz"
    if not package.exists():
        PACKAGES.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "pack", "--silent", "--pack-destination", PACKAGES, f"axe-core@{VERSION}"], check=True,
                       stdout=subprocess.DEVNULL)
    data = package.read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise ValueError(f"{package}: not the axe-core {VERSION} that is expected; remove it and try again")
    with tarfile.open(fileobj=io.BytesIO(data)) as files:
        return files.extractfile("package/axe.min.js").read().decode()


def violations(browser):
    """What axe-core objects to in the page that the browser shows, one line for each element."""
    return browser.run(source() + RUN)
