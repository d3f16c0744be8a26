# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of studies over 10,000 trials: until it is seen, and the frames of a brush that is drawn along an axis."""

from run_table import figures_of

BARS = {
    "painted_ms": ("study opened", 1000),
    "whole_ms": ("with the importance of parameters", 1000),
    "frame_99_ms": ("brushed, frame, p99", 16),
}


def measure(programs, folder, pairs):
    figures = [figures_of([programs / "study_speed"], folder) for _ in range(max(pairs, 3))]
    return [
        {
            "name": f"10,000 trials: {what}",
            "unit": "ms",
            "ours": [each[name] for each in figures],
            "bar": bar,
            "better": "less",
        }
        for name, (what, bar) in BARS.items()
    ]
