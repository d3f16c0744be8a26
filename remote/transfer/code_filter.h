// SPDX-License-Identifier: GPL-3.0-or-later
// Which files of a folder rsync would leave out: it is asked, so that code.exclude means what
// rsync(1) says of --exclude.
#pragma once

#include <stop_token>

#include <QByteArrayList>
#include <QCoroTask>
#include <QString>
#include <QStringList>

#include "engine/contract/result.h"

namespace trainyard {

// Those of `files` that travel, in the order in which they came. `files` are relative to `source`,
// which is absolute. Errors: "code.exclude" in rsync's own words, "program.missing", "cancelled".
QCoro::Task<Result<QByteArrayList>> keptByRsync(QString source, QByteArrayList files,
                                                QStringList patterns, std::stop_token stop);

// The patterns that leave out none of `files`; rsync is asked for each. Errors: those of
// keptByRsync.
QCoro::Task<Result<QStringList>> idlePatterns(QString source, QByteArrayList files,
                                              QStringList patterns, std::stop_token stop);

}  // namespace trainyard
