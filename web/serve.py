#!/usr/bin/env python3
"""Serves Raichi's page on this machine.

usage: raichi-page [--port N] [FOLDER]
FOLDER is a page that tools/web.sh built; by default, the one that is installed."""

import argparse
import functools
import http.server
import os
import pathlib
import sys

INSTALLED = pathlib.Path(__file__).resolve().parents[1] / "share/raichi/page"


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript", ".wasm": "application/wasm",
                      ".webmanifest": "application/manifest+json"}
    timeout = 30  # seconds without a byte from a client, until its thread ends

    def send_head(self):
        return super().send_head() if self.is_in_folder() else self.send_error(404)

    def is_in_folder(self):
        """Whether the path asked for lies in the folder when links are followed."""
        try:
            return pathlib.Path(os.path.realpath(self.translate_path(self.path))).is_relative_to(os.path.realpath(self.directory))
        except ValueError:  # no path, such as one with a zero byte
            return False

    def list_directory(self, path):
        return self.send_error(404)

    def end_headers(self):
        self.send_header("Cache-Control", "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()


def server(folder, port, handler=Handler):
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(handler, directory=folder))


def open_standard_streams():
    """Opens the standard streams that the caller has closed, whose numbers sockets would take."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r+"))


def main():
    open_standard_streams()
    parser = argparse.ArgumentParser(prog="raichi-page", description="Serves Raichi's page for browsers on this machine until Ctrl-C.")
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=INSTALLED, metavar="FOLDER",
                        help="a page that tools/web.sh built (default: the one that is installed)")
    parser.add_argument("--port", type=int, default=8000, metavar="N", help="0 takes any free one (default: 8000)")
    arguments = parser.parse_args()
    if not (arguments.folder / "index.html").exists():
        sys.exit(f"raichi-page: {arguments.folder}: no page is there; expected the folder of one that tools/web.sh built")
    try:
        served = server(arguments.folder, arguments.port)
    except (OSError, OverflowError) as error:
        sys.exit(f"raichi-page: port {arguments.port}: {error}; expected a free one, as in --port {arguments.port + 1}")
    print(f"serving {arguments.folder} on http://localhost:{served.server_port} until Ctrl-C", flush=True)
    try:
        served.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
