# SPDX-License-Identifier: GPL-3.0-or-later
"""What the table of 10,000 runs takes: in the store filtered, sorted, grouped, and all runs as records; in the window until it is seen,
a frame of scrolling, and a core while nobody does anything."""

import json
import os
import subprocess

BARS = {
    "records": 1000,
    "newest": 50,
    "filter": 50,
    "words": 50,
    "sort": 50,
    "sort_metric": 50,
    "sort_setting": 50,
    "group": 50,
    "group_setting": 50,
}


def percentile_99(values):
    return sorted(values)[max(0, -(-99 * len(values) // 100) - 1)]


def figures_of(command, folder):
    answer = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
    )
    return json.loads(answer.stdout)


def row(what, unit, bar, ours):
    return {"name": f"10,000 runs: {what}", "unit": unit, "ours": ours, "bar": bar, "better": "less"}


def measure(programs, folder, pairs):
    store = folder / "runs.sqlite"
    figures = figures_of([programs / "table_speed", str(max(pairs, 5)), store], folder)
    window = figures_of([programs / "table_window_speed", store], folder)
    return [row(what.replace("_", " by a "), "ms", bar, figures[what]) for what, bar in BARS.items()] + [
        row("table opened", "ms", 1000, window["open_ms"]),
        row("scrolled by 3 rows, frame, p99", "ms", 16, [percentile_99(window["scroll_ms"])]),
        row("scrolled by 25 rows, frame, p99", "ms", 16, [percentile_99(window["scroll_pages_ms"])]),
        row("a core, idle, 50 running", "%", 1, [window["idle_percent"]]),
        row("a core, news of each a second", "%", 100, [window["news_percent"]]),
    ]
