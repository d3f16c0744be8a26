// SPDX-License-Identifier: GPL-3.0-or-later
// Where the output of an attempt has a moment: its place in merged.log, whose lines begin with the
// local time of where they were written. It is found there, by the search of the service.
#pragma once

#include <QObject>
#include <QStringList>
#include <optional>
#include <stop_token>

#include "remote/service/client/client.h"

namespace trainyard {

// Seconds by which the clock of the lines is ahead of UTC, by the first of them: the zone of this
// computer if the attempt wrote it within half an hour of its start, else the one in which it did.
// Nothing if the line begins with no time.
std::optional<qint64> logZone(const QString& firstLine, double started, qint64 ownZone);
// Beginnings of lines as regular expressions, each wider than the one before: the minute, ten of
// them, the hour. `time` is local to the lines.
QStringList logMinutes(double time);
// The hit whose line is nearest to the time; nothing: none begins with one.
std::optional<LogHit> nearestHit(const QList<LogHit>& hits, double time);

class LogMoment : public QObject {
  Q_OBJECT
 public:
  // The client must outlive it.
  explicit LogMoment(ServiceClient* client, QObject* parent = nullptr);
  ~LogMoment() override;

  static const QString file;  // in which it is looked for

  // `started`: the attempt. The answer to an earlier question is dropped.
  void find(const QString& run, int attempt, double started, double time);

 signals:
  void found(const QString& run, int attempt, qint64 offset);
  void missing(const QString& run, const QString& sentence);

 private:
  QCoro::Task<void> runFind(QString run, int attempt, double started, double time,
                            std::stop_token stop);

  ServiceClient* m_client;
  std::stop_source m_stop;
};

}  // namespace trainyard
