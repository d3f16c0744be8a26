# SPDX-License-Identifier: GPL-3.0-or-later
"""with_lightning.py csv | board: Lightning's loggers, which write on the first process only."""

import sys

from pytorch_lightning.loggers import CSVLogger, TensorBoardLogger

from training import steps

logger = CSVLogger("lightning_logs", name="") if sys.argv[1] == "csv" else TensorBoardLogger("tb_logs", flush_secs=1)
for step, values in steps():
    logger.log_metrics(values, step)
    if step % 20 == 19:
        logger.save()
logger.finalize("success")
