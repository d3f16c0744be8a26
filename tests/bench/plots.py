# SPDX-License-Identifier: GPL-3.0-or-later
"""Frames of plots with ten curves of a million points, pages of many plots, and QtCharts beside the own painting."""

import json
import os
import subprocess

FRAMES = {
    "zoom_ms": "zoomed",
    "pan_ms": "moved",
    "pointer_ms": "values under the pointer",
    "live_ms": "points appended",
    "expression_ms": "an expression, zoomed",
}
PAGES = {
    "panels_100_ms": ("100 plots of a run on the screen", 300),
    "own_panels_ms": ("60 own panels, expressions of 20 runs of 5,000 points, on the screen", 300),
    "runs_20_metrics_30_ms": ("30 plots of 20 runs on the screen", 500),
}


def percentile_99(values):
    return sorted(values)[max(0, -(-99 * len(values) // 100) - 1)]


def measure(programs, folder, pairs):
    answer = subprocess.run(
        [programs / "plot_speed"],
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(folder)},
    )
    figures = json.loads(answer.stdout)
    rows = [
        {"name": f"10 curves of 1,000,000 {what}, frame, p99", "unit": "ms", "better": "less", "bar": 16}
        | {"ours": [percentile_99(figures[key])]}
        for key, what in FRAMES.items()
    ]
    rows += [
        {"name": name, "unit": "ms", "better": "less", "bar": bar, "ours": figures[key]}
        for key, (name, bar) in PAGES.items()
    ]
    rows += [
        {"name": f"10 lines, beside QtCharts {how}", "unit": "ms", "better": "less", "bar": 1}
        | {"ours": figures["own_painting_ms"], "theirs": figures[key]}
        for key, how in (("qtcharts_ms", "smooth"), ("qtcharts_thin_ms", "thin, not smooth"))
    ]
    return rows
