// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/submission_journal.h"

#include <algorithm>

#include <QRegularExpression>

namespace trainyard {

namespace {

using Last = SubmissionJournal::Last;

// "47", or with an array's brackets and a server's name: "47[].pbs1".
bool isJob(const QString& text) {
  static const QRegularExpression job(
      QStringLiteral("^[1-9][0-9]*(\\[\\])?([.][A-Za-z0-9._-]+)?$|^0[.][A-Za-z0-9._-]+$"));
  return text.size() < 300 && job.match(text).hasMatch();
}

}  // namespace

SubmissionJournal readSubmissionJournal(QByteArrayView text) {
  SubmissionJournal journal;
  const qsizetype whole = text.lastIndexOf('\n') + 1;
  const QByteArray lines = text.first(whole).toByteArray();
  for (const QByteArray& line : lines.split('\n')) {
    const qsizetype space = line.indexOf(' ');
    const QByteArray word = space < 0 ? line : line.first(space),
                     rest = space < 0 ? QByteArray() : line.sliced(space + 1);
    if (word == "claimed")
      journal.last = std::max(journal.last, Last::claimed);
    else if (word == "sbatch")
      journal.last = std::max(journal.last, Last::asked);
    else if (word == "job" && isJob(QString::fromLatin1(rest)))
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
