// SPDX-License-Identifier: GPL-3.0-or-later
// How far a transfer is.
#pragma once

#include <functional>

#include <QLocale>
#include <QString>

namespace trainyard {

struct TransferProgress {
  QString what;  // "code", "data", "engine", "torch", "results" ...
  qint64 bytesDone = 0;
  qint64 bytesTotal = 0;      // 0: unknown
  double bytesPerSecond = 0;  // over the last seconds; 0: not known yet
  double secondsLeft = 0;     // 0: not known
};
// Called in the thread of the transfer, at most a few times a second. May be empty.
using OnProgress = std::function<void(const TransferProgress&)>;

// "1.2 GB", as messages show sizes.
inline QString bytesText(qint64 bytes) {
  return QLocale::c().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
}

}  // namespace trainyard
