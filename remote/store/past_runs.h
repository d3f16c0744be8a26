// SPDX-License-Identifier: GPL-3.0-or-later
// Past runs of the store that say something of the next one.
#pragma once

#include <QList>
#include <QString>

#include "engine/contract/result.h"
#include "remote/store/run_prediction.h"

namespace trainyard {

// The newest ones that were completed and have its memory or its pace, at most 20, with what they
// took. Errors: those of RunStore.
Result<QList<PastRun>> pastRunsLike(const RunOfAKind& next, const QString& storePath);

}  // namespace trainyard
