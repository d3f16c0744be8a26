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

struct FilteredFiles {
  QByteArrayList kept;       // in the order in which they came
  QStringList idlePatterns;  // that leave nothing out
};

// `files`: relative to `source`, which is absolute. Errors: "code.exclude" in rsync's own words,
// "program.missing", "cancelled".
QCoro::Task<Result<FilteredFiles>> filterByRsync(QString source, QByteArrayList files,
                                                 QStringList patterns, std::stop_token stop);

}  // namespace trainyard
