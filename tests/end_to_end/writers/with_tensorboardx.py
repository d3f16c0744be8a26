# SPDX-License-Identifier: GPL-3.0-or-later
from tensorboardX import SummaryWriter

from training import RANK, steps

with SummaryWriter(f"runs/rank{RANK}", flush_secs=1) as writer:
    for step, values in steps():
        for name, value in values.items():
            writer.add_scalar(name, value, step)
