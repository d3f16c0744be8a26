// SPDX-License-Identifier: GPL-3.0-or-later
// Parses rsync's output: progress lines, itemized lists, and its error messages.
#pragma once

#include <deque>

#include <QByteArray>
#include <QElapsedTimer>
#include <QString>

#include "remote/transfer/progress.h"
#include "remote/transfer/rsync.h"

namespace trainyard {

// Takes the output of `--info=progress2 --no-human-readable` in arbitrary pieces and reports it,
// with a rate over the last 10 s.
class RsyncProgress {
 public:
  RsyncProgress(QString what, qint64 bytesTotal, OnProgress onProgress);

  void restart();  // another rsync continues what the one before started
  void take(const QByteArray& output);
  void finish();  // reports completion

  qint64 bytes() const { return m_bytes; }  // of the current rsync
  qint64 files() const { return m_files; }

 private:
  void takeLine(const QByteArray& line);
  void report();

  QString m_what;
  qint64 m_bytesTotal, m_bytesBefore = 0, m_bytes = 0, m_estimatedTotal = 0, m_files = 0;
  OnProgress m_onProgress;
  QByteArray m_remainder;
  struct Moment {
    qint64 milliseconds, bytes;
  };
  std::deque<Moment> m_moments;
  QElapsedTimer m_clock;
};

// Takes the lines of `--out-format=%i %l %n` in arbitrary pieces, which may be hundreds of
// megabytes: files and bytes to transfer, links, names that would be deleted.
class RsyncItems {
 public:
  explicit RsyncItems(RsyncReport& report) : m_report(report) {}
  void take(const QByteArray& output);

 private:
  void takeLine(const QByteArray& line);

  RsyncReport& m_report;
  QByteArray m_remainder;
};

// The most informative line of its stderr, without its position in the source code.
QString rsyncWords(const QByteArray& err);

}  // namespace trainyard
