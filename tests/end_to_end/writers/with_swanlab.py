# SPDX-License-Identifier: GPL-3.0-or-later
import swanlab
from training import RANK, steps

swanlab.init(project="digits", name=f"rank{RANK}", mode="offline")
for step, values in steps():
    swanlab.log(values, step=step)
swanlab.finish()
