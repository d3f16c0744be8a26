// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/records/spark_reader.h"

#include "gui/runs/records/table_reader.h"

namespace trainyard {
namespace {

constexpr int sparkPoints = 60;

}  // namespace

SparkReader::SparkReader(TableReader* reader) : m_reader(reader) {
  connect(reader, &TableReader::sparkRead, this,
          [this](const QString& run, const QString& metric, const QList<QPointF>& points) {
            m_asked.remove({run, metric});
            m_curves.insert({run, metric}, points);
            emit curveRead(run);
          });
}

const QList<QPointF>& SparkReader::curve(const QString& run, const QString& metric) {
  static const QList<QPointF> nothing;
  const Key key{run, metric};
  const auto found = m_curves.constFind(key);
  const bool isWanted = found == m_curves.constEnd() || m_stale.contains(key);
  if (isWanted && !m_asked.contains(key)) {
    m_asked.insert(key);
    m_stale.remove(key);
    m_reader->requestSpark(run, metric, sparkPoints);
  }
  return found == m_curves.constEnd() ? nothing : *found;
}

void SparkReader::noteChanged(const QStringList& runs) {
  for (auto curve = m_curves.keyBegin(); curve != m_curves.keyEnd(); ++curve)
    if (runs.contains(curve->first)) m_stale.insert(*curve);
}

}  // namespace trainyard
