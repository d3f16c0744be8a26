// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/slurm/submission_journal.h"

#include <algorithm>

#include "remote/schedulers/slurm/slurm_values.h"

namespace trainyard {

namespace {

using Last = SubmissionJournal::Last;

}  // namespace

SubmissionJournal readSubmissionJournal(QByteArrayView text) {
  SubmissionJournal journal;
  const qsizetype whole = text.lastIndexOf('\n') + 1;
  for (const QByteArrayView line : slurmLines(text.first(whole))) {
    const qsizetype space = line.indexOf(' ');
    const QByteArrayView word = space < 0 ? line : line.first(space),
                         rest = space < 0 ? QByteArrayView() : line.sliced(space + 1);
    if (word == "claimed")
      journal.last = std::max(journal.last, Last::claimed);
    else if (word == "sbatch")
      journal.last = std::max(journal.last, Last::asked);
    else if (word == "job" && slurmNumber(rest))
      journal.last = std::max(journal.last, Last::held), journal.job = QString::fromLatin1(rest);
    else if (word == "releasing")
      journal.last = std::max(journal.last, Last::releasing);
    else if ((word == "released" || word == "kept") && !journal.job.isEmpty())
      journal.last = Last::released;
    else if (word == "refused")
      journal.last = Last::refused;
    else if (word == "cancelled")
      journal.last = Last::cancelled;
    else if (word == "lost")
      journal.last = Last::lost;
  }
  return journal;
}

bool isWithoutJob(const SubmissionJournal& journal) {
  return journal.last == Last::refused || journal.last == Last::cancelled ||
         journal.last == Last::lost;
}

}  // namespace trainyard
