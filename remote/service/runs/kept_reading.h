// SPDX-License-Identifier: GPL-3.0-or-later
// Writes how the output of a program is read into the experiment that a run was made from.
#pragma once

#include <QString>

#include "engine/contract/result.h"
#include "remote/service/protocol/reading_values.h"

namespace trainyard {

// Changes the metrics fields of the experiment's file and nothing else. Error "reread.not_kept".
Result<void> keepReading(const QString& experimentFile, const RereadArguments& reading);

}  // namespace trainyard
