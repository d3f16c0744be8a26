// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/registry/job_place.h"

namespace trainyard {

JobPlace placeOf(RunStore& store, const RunRecord& run) {
  JobPlace place;
  place.folder = run.folder;
  if (auto jobs = store.jobs(run.run); jobs && !jobs->isEmpty()) {
    const JobRecord& job = jobs->last();
    place.submission = job.submission;
    place.token = job.token;
    place.job = job.job;
    place.submitted = job.submitted;
  }
  const bool isOwn =
      place.token.startsWith(QStringLiteral("%1-%2.").arg(run.name, run.run.left(8)));
  if (run.parent.isEmpty() || isOwn) return place;
  place.task = run.arrayIndex;
  if (auto parent = store.run(run.parent)) place.folder = parent->folder;
  return place;
}

}  // namespace trainyard
