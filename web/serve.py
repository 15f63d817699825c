"""Serves a folder on this machine, with the headers that isolate the page from other sites, as browsers demand for threads.

usage: serve.py FOLDER PORT"""

import functools
import http.server
import sys


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript", ".wasm": "application/wasm",
                      ".webmanifest": "application/manifest+json"}

    def end_headers(self):
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()


def server(folder, port, handler=Handler):
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(handler, directory=folder))


if __name__ == "__main__":
    try:
        server(sys.argv[1], int(sys.argv[2])).serve_forever()
    except KeyboardInterrupt:
        pass
