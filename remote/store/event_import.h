// SPDX-License-Identifier: GPL-3.0-or-later
// Imports a batch of events of one attempt into the tables, inside the caller's transaction.
// Internal to store/.
#pragma once

#include <optional>
#include <vector>

#include <QList>
#include <QSqlQuery>
#include <QString>
#include <QVariantList>

#include "engine/contract/run/events.h"
#include "engine/contract/result.h"
#include "remote/store/curve_writer.h"
#include "remote/store/records.h"
#include "remote/store/statements.h"

namespace trainyard {

class EventImport {
 public:
  EventImport(Statements& statements, QString run, int attempt, OnEnd onEnd);

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
  void add(const Event& event, const SampleEvent& body);
  void add(const Event& event, const StudyEvent& body);

  std::optional<QSqlQuery> sql(const QString& text, QVariantList values) {
    return m_statements.sql(text, std::move(values));
  }
  qint64 lastSequence();
  void writeStep();
  void thinSystems(double newest);
  void noteClock(double newest);

  Statements& m_statements;
  CurveWriter m_curves;
  QString m_run;
  int m_attempt;
  OnEnd m_onEnd;
  std::optional<std::int64_t> m_step;  // the highest one that is not written yet
};

}  // namespace trainyard
