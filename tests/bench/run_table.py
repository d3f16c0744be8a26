# SPDX-License-Identifier: GPL-3.0-or-later
"""What the table of 10,000 runs takes: filtered, sorted, grouped, and all runs as the window reads them when it opens."""

import json
import subprocess

BARS = {"records": 1000, "filter": 50, "sort": 50, "group": 50}


def measure(programs, folder, pairs):
    answer = subprocess.run(
        [programs / "table_speed", str(max(pairs, 5))], capture_output=True, text=True, check=True, cwd=folder
    )
    figures = json.loads(answer.stdout)
    return [
        {"name": f"{figures['runs']} runs: {what}", "unit": "ms", "ours": figures[what], "bar": bar, "better": "less"}
        for what, bar in BARS.items()
    ]
