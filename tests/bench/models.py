# SPDX-License-Identifier: GPL-3.0-or-later
"""Larger models beside Hugging Face Trainer; some 40 minutes with five pairs, so only when asked for by name."""

import training


def measure(bin_folder, folder, pairs):
    rows = []
    for number, case in enumerate(training.LARGER):
        rows += training.measure_case(case, bin_folder, folder / str(number), pairs)
    return rows
