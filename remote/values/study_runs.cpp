// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/values/study_runs.h"

#include <QUuid>

namespace trainyard {

QString trialRun(const QString& study, std::int64_t trial, std::int64_t seedIndex) {
  return QUuid::createUuidV5(QUuid::fromString(study),
                             QStringLiteral("%1/%2").arg(trial).arg(seedIndex))
      .toString(QUuid::WithoutBraces);
}

}  // namespace trainyard
