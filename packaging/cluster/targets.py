# SPDX-License-Identifier: GPL-3.0-or-later
"""The practice cluster among the targets of yard and the desktop: $XDG_CONFIG_HOME/trainyard/targets.json."""

import json
import os
import pathlib

from layout import ClusterError, write_file


def default_file():
    config = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    return pathlib.Path(config) / "trainyard" / "targets.json"


def read(file):
    try:
        content = json.loads(file.read_text())
        if not isinstance(content["targets"], list):
            raise ValueError("targets is no list")
        return content
    except FileNotFoundError:
        return {"format": 1, "targets": []}
    except (ValueError, KeyError, TypeError) as problem:
        raise ClusterError(f"{file} is damaged ({problem}); correct it, or use --no-target") from problem


def write(file, content):
    file.parent.mkdir(parents=True, exist_ok=True)
    write_file(file, json.dumps(content, indent=4) + "\n")


def add(layout, file=None, ssh_config=None):
    """Adds it, or brings its address up to date; all other targets stay as they are."""
    file = file or default_file()
    content = read(file)
    entry = {
        "name": layout.target,
        "host": layout.alias,
        "ssh_config": str(ssh_config or layout.ssh_config),
        "base": str(layout.base),
    }
    others = [target for target in content["targets"] if target.get("name") != layout.target]
    if entry not in content["targets"]:
        write(file, {**content, "targets": [*others, entry]})


def remove(layout):
    """Removes it, if it is this cluster's."""
    file = default_file()
    content = read(file)
    left = [target for target in content["targets"] if target.get("ssh_config") != str(layout.ssh_config)]
    if len(left) != len(content["targets"]):
        write(file, {**content, "targets": left})
