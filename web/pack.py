"""Writes what the page reads of rule sets and models: rules.json, models.json and files.json.

usage: pack.py RULES_FOLDER PAGE_FOLDER     models are PAGE_FOLDER/models/NAME.onnx, each with its card NAME.onnx.json
"""

import json
import pathlib
import sys

import yaml


def rule_sets(folder):
    """By name, as trees of maps, lists and strings: what web/rule_json.cc takes for a parsed rule file."""
    files = sorted(folder.glob("*.yaml"))
    return {path.stem: yaml.load(path.read_text(), Loader=yaml.BaseLoader) for path in files}


def models(page):
    """Each model's card with its name and file, without what the page has no use for."""
    found = []
    for file in sorted((page / "models").glob("*.onnx")):
        card = json.loads(pathlib.Path(f"{file}.json").read_text())
        kept = {key: card[key] for key in ("rules", "canvas", "encoder_version")}
        found.append({"name": file.stem, "file": f"models/{file.name}", **kept})
    return found


def main(rules, page):
    def write(name, value):
        (page / name).write_text(json.dumps(value, ensure_ascii=False))

    write("rules.json", rule_sets(rules))
    write("models.json", models(page))
    kept_offline = ["./", "files.json", *(str(p.relative_to(page)) for p in sorted(page.rglob("*")) if p.is_file())]
    write("files.json", sorted(set(kept_offline)))


if __name__ == "__main__":
    main(*map(pathlib.Path, sys.argv[1:]))
