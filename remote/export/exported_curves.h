// SPDX-License-Identifier: GPL-3.0-or-later
// What an export has written.
#pragma once

#include <QString>

namespace trainyard {

struct ExportedCurves {
  QString file;
  qint64 metrics = 0, values = 0;
};

}  // namespace trainyard
