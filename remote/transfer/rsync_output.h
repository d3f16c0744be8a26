// SPDX-License-Identifier: GPL-3.0-or-later
// Reading what rsync prints: progress lines, itemized lists, and its own words for a failure.
#pragma once

#include <deque>

#include <QByteArray>
#include <QElapsedTimer>
#include <QString>

#include "remote/transfer/progress.h"
#include "remote/transfer/rsync.h"

namespace trainyard {

// Takes the output of `--info=progress2 --no-human-readable` in any pieces and reports it, with a
// rate over the last 10 s.
class RsyncProgress {
 public:
  RsyncProgress(QString what, qint64 bytesTotal, OnProgress onProgress);

  void restart();  // another rsync goes on with what the one before began
  void take(const QByteArray& output);
  void finish();  // reports that all is done

  qint64 bytes() const { return m_bytes; }  // of the current rsync
  qint64 files() const { return m_files; }

 private:
  void takeLine(const QByteArray& line);
  void report();

  QString m_what;
  qint64 m_bytesTotal, m_bytesBefore = 0, m_bytes = 0, m_estimatedTotal = 0, m_files = 0;
  OnProgress m_onProgress;
  QByteArray m_rest;
  struct Moment {
    qint64 milliseconds, bytes;
  };
  std::deque<Moment> m_moments;
  QElapsedTimer m_clock;
};

// Takes the lines of `--out-format=%i %l %n` in any pieces, which may be hundreds of megabytes:
// files and bytes that would travel, links, names that would be deleted.
class RsyncItems {
 public:
  explicit RsyncItems(RsyncReport& report) : m_report(report) {}
  void take(const QByteArray& output);

 private:
  void takeLine(const QByteArray& line);

  RsyncReport& m_report;
  QByteArray m_rest;
};

// The line of its stderr that tells most, in one line without its place in the source.
QString rsyncWords(const QByteArray& err);

}  // namespace trainyard
