// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of the table of runs as SQL expressions on the table `r`. Internal to store/.
#pragma once

#include <optional>

#include <QString>
#include <QVariantList>

namespace trainyard {

struct ColumnSql {
  QString expression;
  QVariantList values;
};

// A column whose values stand beside the table of runs.
struct BesideColumn {
  bool isSetting = false;
  QString field;  // of a metric's summary; of a setting empty
  QString name;   // of the metric, or the setting's path
};

// Nothing for a column of the table of runs itself, and for a key that is not known.
std::optional<BesideColumn> besideColumn(const QString& key);

// Nothing for a key that is not known. `now`: Unix seconds.
std::optional<ColumnSql> columnSql(const QString& key, double now);

}  // namespace trainyard
