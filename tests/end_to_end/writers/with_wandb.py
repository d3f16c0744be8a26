# SPDX-License-Identifier: GPL-3.0-or-later
import wandb

from training import RANK, steps

settings = wandb.Settings(mode="offline", x_disable_stats=True, console="off")
with wandb.init(project="digits", name=f"rank{RANK}", settings=settings) as run:
    for step, values in steps():
        # W&B's own steps never go back.
        run.log({**values, "global_step": step})
