// SPDX-License-Identifier: GPL-3.0-or-later
// Projects as nested folders, with what is in each and below it.
#pragma once

#include <QList>
#include <QString>

#include "remote/store/projects.h"

namespace trainyard {

struct ProjectFolder {
  QString path, name;  // "language/ablations", "ablations"
  int depth = 0;
  int runs = 0, archived = 0;  // in it and below it; the former without the latter

  bool isArchived() const { return runs == 0; }
};

// Each before those below it, by name as people sort them; also those that only have others in
// them. Those whose runs are all archived are left out, unless they are asked for.
QList<ProjectFolder> projectFolders(const QList<ProjectRuns>& projects, bool withArchived);

// Whether a project may be put into this folder: not into itself or below itself, and not where it
// is already.
bool canMoveProject(const QString& project, const QString& folder);

}  // namespace trainyard
