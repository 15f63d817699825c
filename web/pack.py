"""Writes what the page reads of rule sets, models, proofs and studies, rules.json, models.json, proofs.json, fairness.json and files.json, the
colours of the board, colours.css, and the page's version into service-worker.js.

usage: pack.py SOURCE_FOLDER PAGE_FOLDER     rules are configs/rules/*.yaml, proofs configs/proofs/*.proof, the studies' figures configs/figures.yaml; models are PAGE_FOLDER/models/NAME.safetensors, each with its card NAME.safetensors.json
"""

import hashlib
import json
import pathlib
import re
import struct
import sys

import yaml
import zstandard

MOST_PROOF = 100_000  # bytes of a certificate that is not too large for a page


def shipped_rules(folder):
    """By name, as trees of maps, lists and strings: what web/rule_json.cc takes for a parsed rule file."""
    files = sorted(folder.glob("*.yaml"))
    return {path.stem: yaml.load(path.read_text(), Loader=yaml.BaseLoader) for path in files}


def by_board_and_age(rule_sets):
    """By the size of the board, then by the earliest year that the sources name, then by name."""
    def place(rules):
        years = re.findall(r"\b(?:1\d{3}|20\d\d)\b", " ".join(rules["sources"]))
        return int(rules["board"]["size"]), min(map(int, years), default=10_000), rules["name"]
    return dict(sorted(rule_sets.items(), key=lambda item: place(item[1])))


def cards(page):
    """By file, the cards of the page's models (docs/model-format.md)."""
    files = sorted((page / "models").glob("*.safetensors"))
    return {file: json.loads(pathlib.Path(f"{file}.json").read_text()) for file in files}


def played(rules):
    """What a game by these rules depends on: no texts, no order of keys, and no empty lists, which a file may leave out."""
    def plain(value):
        if isinstance(value, dict):
            return {key: plain(part) for key, part in value.items() if part != []}
        return [plain(part) for part in value] if isinstance(value, list) else str(value).lower()
    return plain({key: value for key, value in rules.items() if key not in ("title", "sources", "assumed")})


def known_rules(card, shipped):
    """The names of the rules that a model was trained on, without those by whose name the page has other rules."""
    return [rules["name"] for rules in card["rules"] if played(rules) == played(shipped.get(rules["name"], rules))]


def model(file, card, shipped):
    """What the page has use for of a card."""
    return {"name": file.stem, "file": f"models/{file.name}", "rules": known_rules(card, shipped),
            "own": [rules["name"] for rules in card["rules"] if rules["name"] not in shipped],
            "canvas": card["network"]["canvas"], "encoder": card["network"]["encoder"],
            "sha256": hashlib.sha256(file.read_bytes()).hexdigest()}


def numbers(body):
    """The numbers of a certificate's body: seven bits a byte, the lowest first."""
    found, number, shift = [], 0, 0
    for byte in body:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            found.append(number)
            number, shift = 0, 0
    return found


def proof(file):
    """The content of a certificate (docs/certificates.md) and the rules it is of. The page checks the proof itself."""
    data = file.read_bytes()
    header = 8 + struct.unpack_from("<I", data, 4)[0]
    magic, version, claim, owner, plies, start = struct.unpack_from("<8sIHHII", data, 8)
    if magic != b"RAICHIPC" or version != 1:
        sys.exit(f"{file}: not a certificate of version 1")
    text = data[56:header - 8].decode()
    moves = numbers(zstandard.ZstdDecompressor().decompress(data[header:]))
    return yaml.load(text[start:], Loader=yaml.BaseLoader), {
        "start": text[:start], "claim": {1: "wins", 2: "holds"}[claim], "owner": ["attackers", "defenders"][owner], "plies": plies, "moves": moves}


def proofs(folder, shipped):
    """By the name of their rules, the certificates of rules that the page has."""
    found = {file.stem: proof(file) for file in sorted(folder.glob("*.proof")) if file.stem in shipped}
    return {name: content for name, (rules, content) in found.items() if played(rules) == played(shipped[name])}


def figures(file):
    """By the name of the rules, what the attackers score between the strongest networks of the published studies."""
    found = yaml.safe_load(file.read_text())
    return {name: {key: figure[key] for key in ("score", "low", "high")} for name, figure in found.items()}


def fairness(figures, proofs, shipped):
    """By the name of the rules, what is known of who wins: a study's figure, and what is proven of the setup."""
    proven = {name: {"proven": {"side": proof["owner"], "plies": proof["plies"]}} for name, proof in proofs.items()}
    return {name: figures.get(name, {}) | proven.get(name, {}) for name in shipped if name in figures or name in proven}


def board_colours(header):
    """Style of the colours of boards, as variables such as --wood (app/draw/colours.h)."""
    colours = re.findall(r'\{"([a-z-]+)", 0x([0-9a-f]{6}), 0x([0-9a-f]{6})\}', header)
    light, dark = ("".join(f"  --{name}: #{shades[i]};\n" for name, *shades in colours) for i in range(2))
    return f":root {{\n{light}}}\n@media (prefers-color-scheme: dark) {{\n:root {{\n{dark}}}\n}}\n"


def digest(page, files):
    """Differs between pages of which any file differs."""
    contents = (hashlib.sha256((page / name).read_bytes()).hexdigest() for name in files)
    return hashlib.sha256(repr([*zip(files, contents)]).encode()).hexdigest()


def main(source, page):
    def write(name, value):
        (page / name).write_text(json.dumps(value, ensure_ascii=False))

    models, shipped = cards(page), shipped_rules(source / "configs/rules")
    proven = proofs(source / "configs/proofs", shipped)
    own_rules = {rules["name"]: rules for card in models.values() for rules in card["rules"]}
    write("rules.json", by_board_and_age(own_rules | shipped))
    write("models.json", [model(*entry, shipped) for entry in models.items()])
    write("proofs.json", {name: content for name, content in proven.items() if (source / f"configs/proofs/{name}.proof").stat().st_size <= MOST_PROOF})
    write("fairness.json", fairness(figures(source / "configs/figures.yaml"), proven, shipped))
    (page / "colours.css").write_text(board_colours((source / "app/draw/colours.h").read_text()))
    cards_of = {f"models/{file.name}.json" for file in models}
    files = sorted({path.relative_to(page).as_posix() for path in page.rglob("*") if path.is_file()} - cards_of)
    write("files.json", sorted({"./", "files.json", *files}))
    worker = page / "service-worker.js"
    worker.write_text(worker.read_text().replace("VERSION = ''", f"VERSION = '{digest(page, files)[:16]}'"))


if __name__ == "__main__":
    main(*map(pathlib.Path, sys.argv[1:]))
