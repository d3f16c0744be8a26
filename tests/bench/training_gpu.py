# SPDX-License-Identifier: GPL-3.0-or-later
"""Models of the presets on one GPU in bf16, beside Hugging Face Trainer; needs a GPU, so only when asked for by name."""

import training


def measure(bin_folder, folder, pairs):
    rows = []
    for number, case in enumerate(training.GPU):
        rows += training.measure_case(case, bin_folder, folder / str(number), pairs)
    return rows
