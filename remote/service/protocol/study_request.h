// SPDX-License-Identifier: GPL-3.0-or-later
// The request that a study of jobs was started with, in a file next to its journal: with it and the
// journal, a service that was killed goes on.
#pragma once

#include <QString>

#include "engine/contract/result.h"
#include "remote/service/protocol/protocol.h"

namespace trainyard {

// <folder>/<UUID>.request.json
QString studyRequestPath(const QString& folder, const QString& study);

// Writes it durably, without the variables of its environment, which may be secrets.
Result<void> keepStudyRequest(const QString& folder, SubmitRequest request);

// Error: "study.no_document".
Result<SubmitRequest> readStudyRequest(const QString& folder, const QString& study);

}  // namespace trainyard
