"""Looks for barriers in a page with axe-core."""

import functools

import registry

RUN = """
const {violations} = await axe.run(document, {resultTypes: ['violations']});
return violations.flatMap(({id, help, nodes}) => nodes.map(({target, failureSummary}) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary}`));
"""


@functools.cache
def source():
    """The script of axe-core."""
    with registry.package("axe-core") as files:
        return files.extractfile("package/axe.min.js").read().decode()


def violations(browser):
    """What axe-core objects to in the page that the browser shows, one line for each element."""
    return browser.run(source() + RUN)
