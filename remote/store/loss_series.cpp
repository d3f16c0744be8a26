// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/loss_series.h"

#include <QMap>

#include "engine/contract/run/metric_meaning.h"
#include "remote/store/database.h"

using namespace Qt::StringLiterals;

namespace trainyard {

QVariant lossPlace(const QString& metric) {
  const auto place = loss_place(metric.toStdString());
  return place ? QVariant(*place) : QVariant();
}

QString seriesSql(const QString& run, const QString& metric) {
  if (!isOwnLoss(metric))
    return u"(SELECT s.series FROM series s WHERE s.run = %1 AND s.name = ?)"_s.arg(run);
  return u"(SELECT s.series FROM series s WHERE s.run = %1 AND s.loss %2 %3 ORDER BY s.loss, "
         u"s.name "
         "LIMIT 1)"_s.arg(run, metric == evalLoss ? u">="_s : u"<"_s)
             .arg(first_evaluation_loss);
}

Result<QStringList> lossPlaceStatements(const QString& connection) {
  QMap<int, QStringList> names;
  TRY(auto rows, execute(connection, u"SELECT DISTINCT name FROM series"_s));
  while (rows.next()) {
    QString name = rows.value(0).toString();
    const QVariant place = lossPlace(name);
    if (!place.isNull()) names[place.toInt()] << u'\'' + name.replace(u'\'', u"''"_s) + u'\'';
  }
  if (rows.lastError().isValid()) return storeError(rows.lastError(), connection);
  QStringList statements;
  for (auto of = names.begin(); of != names.end(); ++of)
    statements << u"UPDATE series SET loss = %1 WHERE name IN (%2)"_s.arg(of.key()).arg(
        of->join(u','));
  return statements;
}

}  // namespace trainyard
