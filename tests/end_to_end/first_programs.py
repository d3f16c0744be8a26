# SPDX-License-Identifier: GPL-3.0-or-later
"""Five programs of people who have just come, as they are: each says how its training goes in another way."""

import sys

TQDM = """
import time
from tqdm import tqdm

bar = tqdm(range(60), mininterval=0)
for step in bar:
    bar.set_postfix(loss=4 / (step + 1))
    time.sleep(0.02)
"""

LOGGING = """
import logging

logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
logger = logging.getLogger("train")
logger.info("loading 3 files")
for step in range(60):
    logger.info("step %d loss %.4f lr %.1e", step, 4 / (step + 1), 1e-3)
"""

PRINTS = """
print("number of parameters: 10.65M")
for step in range(60):
    if step % 20 == 0:
        print(f"step {step}: train loss {4 / (step + 1):.4f}, val loss {5 / (step + 1):.4f}")
    print(f"iter {step}: loss {4 / (step + 1):.4f}, time {12 + step % 3}.31ms, mfu 2.71%")
"""

TENSORBOARD = """
from torch.utils.tensorboard import SummaryWriter

writer = SummaryWriter()
for step in range(60):
    writer.add_scalar("Loss/train", 4 / (step + 1), step)
writer.close()
"""

WANDB = """
import wandb

wandb.init(project="first", settings=wandb.Settings(init_timeout=10, login_timeout=5))
for step in range(60):
    wandb.log({"loss": 4 / (step + 1)})
wandb.finish()
"""

NOTHING = """
for step in range(60):
    loss = 4 / (step + 1)
print("trained")
"""

PROGRAMS = {
    "tqdm": TQDM,
    "logging": LOGGING,
    "prints": PRINTS,
    "tensorboard": TENSORBOARD,
    "wandb": WANDB,
    "nothing": NOTHING,
}
CURVES = ("tqdm", "logging", "prints", "tensorboard")  # have them at once
# What the others are told to do.
SENTENCES = {"wandb": "environment.trackers_offline", "nothing": "this line to a training loop in Python"}


def program_file(box, name):
    """In a folder of its own."""
    file = box.work / name / f"train_{name}.py"
    file.parent.mkdir(exist_ok=True)
    file.write_text(PROGRAMS[name])
    return file


def with_libraries(environment):
    """The libraries are found as in an environment that is active."""
    environment["PATH"] = f"{sys.prefix}/bin:{environment['PATH']}"
    # No proxy leads anywhere, and W&B's own host is not asked.
    environment |= {"CUDA_VISIBLE_DEVICES": "", "WANDB_BASE_URL": "http://127.0.0.1:9", "VIRTUAL_ENV": sys.prefix}
