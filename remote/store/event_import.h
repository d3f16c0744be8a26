// SPDX-License-Identifier: GPL-3.0-or-later
// Imports a batch of events of one attempt into the tables, inside the caller's transaction.
// Internal to store/.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <QList>
#include <QSqlQuery>
#include <QString>
#include <QVariantList>

#include "engine/contract/run/events.h"
#include "engine/contract/result.h"
#include "remote/store/records.h"

namespace trainyard {

class EventImport {
 public:
  EventImport(QString connection, QString run, int attempt, OnEnd onEnd);

  // Skips events whose sequence number is not above the last one stored; returns the others.
  // `longLines`: sizes of lines that were skipped because of their length; each becomes a message.
  Result<std::vector<Event>> take(const std::vector<Event>& events, qint64 offset, qint64 badLines,
                                  const QList<qint64>& longLines);

 private:
  void add(const Event& event, const HeaderEvent& body);
  void add(const Event& event, const StartEvent& body);
  void add(const Event& event, const ProgressEvent& body);
  void add(const Event& event, const MetricsEvent& body);
  void add(const Event& event, const CheckpointEvent& body);
  void add(const Event& event, const SystemEvent& body);
  void add(const Event& event, const MessageEvent& body);
  void add(const Event& event, const EndEvent& body);

  // Remembers the first error; later calls then do nothing.
  std::optional<QSqlQuery> sql(const QString& text, QVariantList values);
  void addPoint(const Event& event, const MetricsEvent& body, const std::string& name,
                double value);
  void supersede(qint64 resumeStep);
  void thinSystems(double newest);
  void noteClock(double newest);
  void summarizeAgain();
  qint64 seriesOf(const std::string& name);

  QString m_connection, m_run;
  int m_attempt;
  OnEnd m_onEnd;
  std::map<std::string, qint64> m_series;
  std::map<QString, QSqlQuery> m_prepared;
  std::optional<Error> m_error;
};

}  // namespace trainyard
