// SPDX-License-Identifier: GPL-3.0-or-later
// Determines which files in a folder rsync would exclude, by running rsync, so that code.exclude
// has the meaning of --exclude in rsync(1).
#pragma once

#include <stop_token>

#include <QByteArrayList>
#include <QCoroTask>
#include <QString>
#include <QStringList>

#include "engine/contract/result.h"

namespace trainyard {

// Returns those of `files` that are kept, in the same order. `files` are relative to `source`,
// which is absolute. Errors: "code.exclude" in rsync's own words, "program.missing", "cancelled".
QCoro::Task<Result<QByteArrayList>> keptByRsync(QString source, QByteArrayList files,
                                                QStringList patterns, std::stop_token stop);

// Returns the patterns that exclude none of `files`; runs rsync for each. Errors: those of
// keptByRsync.
QCoro::Task<Result<QStringList>> idlePatterns(QString source, QByteArrayList files,
                                              QStringList patterns, std::stop_token stop);

}  // namespace trainyard
