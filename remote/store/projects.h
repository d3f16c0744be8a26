// SPDX-License-Identifier: GPL-3.0-or-later
// Projects: folders over runs. A project is a path of names, "language/ablations", and exists as
// long as a run is in it or below it.
#pragma once

#include <QString>

#include "engine/contract/result.h"
#include "remote/store/run_columns.h"

namespace trainyard {

// The path as it is kept: names without spaces at their ends, and no empty ones; empty text is
// none. Error "project.invalid".
Result<QString> projectPath(const QString& text);

// Whether a project is this folder or below it. All are below the empty one.
bool isInProject(const QString& project, const QString& folder);
// The path of a project once the folder `from`, which it is in, has become `to`.
QString movedProject(const QString& project, const QString& from, const QString& to);

// Of runs in a project or below it; of an empty path those that are in none. On the table `r`.
ColumnSql projectCondition(const QString& folder);

// A project with runs of its own.
struct ProjectRuns {
  QString project;  // empty: the runs that are in none
  int runs = 0;     // without those that are archived, and without tasks of arrays
  int archived = 0;
};

}  // namespace trainyard
