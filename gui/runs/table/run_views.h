// SPDX-License-Identifier: GPL-3.0-or-later
// Ways to look at the table of runs that have a name: some that come with the program, and those
// that a person has saved.
#pragma once

#include <QCoreApplication>
#include <QJsonObject>
#include <QList>

#include "remote/store/run_table.h"

namespace trainyard {

struct NamedRunQuery {
  QString name;
  RunTableQuery query;
  // The page of curves beside it (PlotGrid::state), and whose are shown; empty: they stay as they
  // are.
  QJsonObject curves = {};
  QStringList shown = {};
};

class RunViews {
  Q_DECLARE_TR_FUNCTIONS(RunViews)
 public:
  static QList<NamedRunQuery> included();
  static QList<NamedRunQuery> saved();
  // Replaces one of the same name.
  static void save(const NamedRunQuery& view);
  static void remove(const QString& name);
  // The table as it was when the window was closed, without its search and its project.
  static RunTableQuery last();
  static void setLast(const RunTableQuery& query);
};

}  // namespace trainyard
