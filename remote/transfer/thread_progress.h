// SPDX-License-Identifier: GPL-3.0-or-later
// Reports the progress of work in a thread to the thread of its transfer, at most four times per
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

  // To be called only by the working thread.
  void report(qint64 done, qint64 total) {
    if (!m_onProgress || (m_reported >= 0 && m_clock.elapsed() - m_reported < 250)) return;
    m_reported = m_clock.elapsed();
    const double rate =
        m_reported > 0 ? static_cast<double>(done) * 1000 / static_cast<double>(m_reported) : 0;
    const TransferProgress progress{m_what,
                                    done,
                                    total,
                                    rate,
                                    rate > 0 ? static_cast<double>(total - done) / rate : 0,
                                    TransferWork::reading};
    QMetaObject::invokeMethod(
        this, [this, progress] { m_onProgress(progress); }, Qt::QueuedConnection);
  }

 private:
  QString m_what;
  OnProgress m_onProgress;
  QElapsedTimer m_clock;
  qint64 m_reported = -1;
};

}  // namespace trainyard
