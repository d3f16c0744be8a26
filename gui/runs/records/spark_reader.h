// SPDX-License-Identifier: GPL-3.0-or-later
// Small curves for tables and cards: read when they are first asked for, and again when their run
// has changed and they are asked for again.
#pragma once

#include <QHash>
#include <QList>
#include <QObject>
#include <QPointF>
#include <QSet>

namespace trainyard {

class TableReader;

class SparkReader : public QObject {
  Q_OBJECT
 public:
  explicit SparkReader(TableReader* reader);

  // Steps and values in ascending steps; empty while they are not read, or if there are none.
  const QList<QPointF>& curve(const QString& run, const QString& metric);
  void noteChanged(const QStringList& runs);

 signals:
  void curveRead(const QString& run);

 private:
  using Key = std::pair<QString, QString>;
  TableReader* m_reader;
  QHash<Key, QList<QPointF>> m_curves;
  QSet<Key> m_asked, m_stale;
};

}  // namespace trainyard
