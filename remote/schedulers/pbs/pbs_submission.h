// SPDX-License-Identifier: GPL-3.0-or-later
// What a submission to PBS asks of qsub.
#pragma once

#include "remote/schedulers/submit_once.h"

namespace trainyard {

const SubmissionDialect& pbsSubmission();

// The arguments of qsub for this run, without the hold, the name and the token, which the script
// adds.
QStringList qsubArguments(const JobRequest& request);

}  // namespace trainyard
