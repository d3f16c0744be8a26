// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the journal that a submission keeps on the login node (resources/submit/submit_once.sh).
#pragma once

#include <QByteArrayView>
#include <QString>

namespace trainyard {

// The content of a submission's journal.
struct SubmissionJournal {
  enum class Last {
    nothing,
    claimed,
    asked,
    held,
    releasing,
    released,  // or left held, as its owner asked
    refused,
    cancelled,
    lost
  } last = Last::nothing;
  QString job;
};
// Complete lines only; unknown words are skipped.
SubmissionJournal readSubmissionJournal(QByteArrayView text);
// Whether the submission created no job and never will.
bool isWithoutJob(const SubmissionJournal& journal);

}  // namespace trainyard
