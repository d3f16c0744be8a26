// SPDX-License-Identifier: GPL-3.0-or-later
// Progress of work in a thread, reported in the thread of its transfer, at most four times a
// second.
#pragma once

#include <QElapsedTimer>
#include <QObject>

#include "remote/transfer/progress.h"

namespace trainyard {

class ThreadProgress : public QObject {
 public:
  ThreadProgress(QString what, OnProgress onProgress)
      : m_what(std::move(what)), m_onProgress(std::move(onProgress)) {
    m_clock.start();
  }

  // By the working thread alone.
  void tell(qint64 done, qint64 total) {
    if (!m_onProgress || (m_told >= 0 && m_clock.elapsed() - m_told < 250)) return;
    m_told = m_clock.elapsed();
    const double rate =
        m_told > 0 ? static_cast<double>(done) * 1000 / static_cast<double>(m_told) : 0;
    const TransferProgress progress{m_what, done, total, rate,
                                    rate > 0 ? static_cast<double>(total - done) / rate : 0};
    QMetaObject::invokeMethod(
        this, [this, progress] { m_onProgress(progress); }, Qt::QueuedConnection);
  }

 private:
  QString m_what;
  OnProgress m_onProgress;
  QElapsedTimer m_clock;
  qint64 m_told = -1;
};

}  // namespace trainyard
