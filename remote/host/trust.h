// SPDX-License-Identifier: GPL-3.0-or-later
// Whether another account could replace what runs on a target as the user: programs, code and
// data belong to the user or root, and nobody else may write them or a folder above them. It is
// looked at on the login node before anything is sent, and by the job when it begins.
#pragma once

#include <QString>
#include <QStringList>

#include "engine/contract/result.h"

namespace trainyard {

// The shell function `untrusted PATH...` (resources/target/untrusted.sh).
QString untrustedFunction();
// What a job script of the run executes before anything else of its own: it ends the job with a
// sentence where one of the shell words is not to be trusted.
QStringList trustCheckLines(const QStringList& words);
// The error for a line that the function printed; "target.untrusted" with the reason as `why`.
Error untrustedError(const QString& line);

}  // namespace trainyard
