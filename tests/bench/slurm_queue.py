# SPDX-License-Identifier: GPL-3.0-or-later
"""What one question to Slurm costs this computer with 10,000 jobs in the queue."""

import json
import subprocess


def measure(programs, folder, pairs):
    answer = subprocess.run(
        [programs / "queue_speed", str(max(pairs, 10))], capture_output=True, text=True, check=True, cwd=folder
    )
    figures = json.loads(answer.stdout)
    return [
        {
            "name": f"question with {figures['jobs']} jobs in the queue",
            "unit": "ms of processor",
            "ours": figures["milliseconds"],
            "bar": 100,
            "better": "less",
        }
    ]
