// SPDX-License-Identifier: GPL-3.0-or-later
// The progress of a transfer.
#pragma once

#include <functional>

#include <QLocale>
#include <QString>

namespace trainyard {

enum class TransferWork {
  sending,   // from here
  reading,   // of files here, before they are sent
  fetching,  // from a package index
};

struct TransferProgress {
  QString what;  // "code", "data", "engine", "torch", "results" ...
  qint64 bytesDone = 0;
  qint64 bytesTotal = 0;      // 0: unknown
  double bytesPerSecond = 0;  // over the last seconds; 0: unknown
  double secondsLeft = 0;     // 0: unknown
  TransferWork work = TransferWork::sending;
};
// Called in the thread of the transfer, at most a few times per second. May be empty.
using OnProgress = std::function<void(const TransferProgress&)>;

// "1.2 GB", the format of sizes in messages.
inline QString bytesText(qint64 bytes) {
  return QLocale::c().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
}

}  // namespace trainyard
