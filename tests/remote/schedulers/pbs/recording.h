// SPDX-License-Identifier: GPL-3.0-or-later
// What OpenPBS 23.06.06 printed on two nodes, with TZ=UTC (tests/fixtures/pbs).
#pragma once

#include <QFile>
#include <QTest>

namespace trainyard {

inline QByteArray pbsRecording(const char* name) {
  QFile file(QStringLiteral(TRAINYARD_SOURCE_FOLDER "/tests/fixtures/pbs/") + QLatin1String(name));
  if (!file.open(QIODevice::ReadOnly)) qFatal("no recording %s", name);
  return file.readAll();
}

}  // namespace trainyard
