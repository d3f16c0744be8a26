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

// Nothing for a key that is not known. `now`: Unix seconds.
std::optional<ColumnSql> columnSql(const QString& key, double now);

}  // namespace trainyard
