# SPDX-License-Identifier: GPL-3.0-or-later
"""Every field of the experiment is used outside engine/contract/, or stands below with what will use it.

Usage: fields_used_test.py SOURCE_FOLDER
"""

import pathlib
import re
import sys

# Checked and shown, but nothing executes them yet. A field that comes into use must leave this list.
NOT_USED_YET = {
    "experiment.format": "there is one format so far",
}
# Read through a function of the contract that gives them their meaning.
THROUGH_FUNCTIONS = {
    "resources.processes_per_node": "processes_per_node(",
    "batch.per_device": "batch_shape(",
    "batch.gradient_accumulation_steps": "batch_shape(",
    "batch.global": "batch_shape(",
}

DECLARATION = re.compile(r'section\.field\("(\w+)", &(\w+)::(\w+)\)')


def declared_fields(contract):
    for source in sorted(contract.glob("*.cpp")):
        for match in DECLARATION.finditer(source.read_text()):
            yield source.stem, match.group(3)


def sources_outside_the_contract(root):
    for folder in ("engine", "remote", "gui"):
        for file in sorted((root / folder).rglob("*")):
            if file.suffix in (".cpp", ".h") and not {"contract", "import"} & set(file.parts):
                yield file.read_text()


def is_used(section, member, text):
    owner = r"experiment(_|\(\))?" if section == "experiment" else section
    if re.search(rf"\b{owner}\s*(\.|->)\s*{member}\b", text):
        return True
    call = THROUGH_FUNCTIONS.get(f"{section}.{member}")
    return call is not None and call in text


def main():
    root = pathlib.Path(sys.argv[1])
    text = "\n".join(sources_outside_the_contract(root))
    fields = list(declared_fields(root / "engine/contract/experiment"))
    problems = (
        []
        if len(fields) > 50
        else [f"only {len(fields)} declarations were found: the pattern no longer fits the sources"]
    )
    for section, member in fields:
        name, used = f"{section}.{member}", is_used(section, member, text)
        if not used and name not in NOT_USED_YET:
            problems.append(f"{name} is declared, but nothing outside engine/contract/ reads it: use it or take it out")
        if used and name in NOT_USED_YET:
            problems.append(f"{name} is used now: take it out of NOT_USED_YET in tests/lint/fields_used_test.py")
    problems += [f"{name} in NOT_USED_YET is no field" for name in NOT_USED_YET if tuple(name.split(".")) not in fields]
    print("\n".join(problems) or f"{len(fields)} fields, {len(NOT_USED_YET)} of them not used yet")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
