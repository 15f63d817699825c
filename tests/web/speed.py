#!/usr/bin/env python3
"""Measures the visits a second of the page's searches in a headless browser: with playouts, and with each model on one thread, two, and so on.

    RAICHI_PAGE=build/web python3 tests/web/speed.py [--seconds S] [--threads N]"""

import argparse
import threading

from browser import open_browser
from page_case import MODELS, PAGE, Handler, serve

# In the page: the visits a second of a search of the setup, after one that warms up.
SPEED = """
    const [model, threads, seconds] = args;
    const raichi = await (await import('./raichi.mjs')).default();
    const {think} = await import('./thinking.js');
    const network = model && await (await import('./network.js')).Network.open(raichi, model, threads);
    await network?.joined;
    const table = new raichi.Table(JSON.stringify((await (await fetch('rules.json')).json())[model?.rules[0] ?? 'linnaeus']));
    let visits = 0;
    for (const time of [0.3, seconds]) {
        const thinker = new raichi.Thinker(Boolean(network), 0, time, 1);
        await think(thinker, table, network, () => true, () => {});
        visits = thinker.advice().visits;
        thinker.delete();
    }
    return visits / seconds;
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5, help="of each search (default: 5)")
    parser.add_argument("--threads", type=int, default=2, help="most threads of the network (default: 2)")
    arguments = parser.parse_args()
    server = serve.server(PAGE, 0, Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    browser = open_browser()
    try:
        for model in [None, *MODELS]:
            for threads in range(1, (arguments.threads if model else 1) + 1):
                browser.open(f"http://127.0.0.1:{server.server_port}/?people=both&model=")
                speed = browser.run(SPEED, model, threads, arguments.seconds)
                print(f"{model['name'] if model else 'playouts':<24} threads {threads}  {speed:>8.0f} visits/s", flush=True)
    finally:
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
