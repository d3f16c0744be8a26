// SPDX-License-Identifier: GPL-3.0-or-later
// What the controller itself says of one job. Many sites answer squeue from a snapshot, so that a
// job is missing there proves nothing; the controller knows its jobs by their numbers.
#pragma once

#include <stop_token>

#include <QCoroTask>

#include "remote/host/host.h"
#include "remote/schedulers/slurm/slurm_job_text.h"

namespace trainyard {

struct ControllerAnswer {
  // Whether the controller answered. It answers, too, that it knows no job of this number.
  bool isGiven = false;
  QList<SlurmJobRow> rows;  // one for each task that it shows by itself
};
// Parses the output of `scontrol -o show job ID`.
ControllerAnswer readControllerAnswer(const ProgramOutput& output);
QCoro::Task<ControllerAnswer> askController(Host& host, QString job, std::stop_token stop);

}  // namespace trainyard
