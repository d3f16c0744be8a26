// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/table/project_folders.h"

#include <QMap>
#include <QStringList>

namespace trainyard {
namespace {

// In the order of a list in which a folder's content follows it: "a", "a/b", "a b".
struct PathOrder {
  QStringList names;
  friend bool operator<(const PathOrder& left, const PathOrder& right) {
    for (qsizetype i = 0; i < std::min(left.names.size(), right.names.size()); ++i) {
      const int order = left.names[i].compare(right.names[i], Qt::CaseInsensitive);
      if (order != 0) return order < 0;
      if (left.names[i] != right.names[i]) return left.names[i] < right.names[i];
    }
    return left.names.size() < right.names.size();
  }
};

}  // namespace

QList<ProjectFolder> projectFolders(const QList<ProjectRuns>& projects, bool withArchived) {
  QMap<PathOrder, ProjectFolder> folders;
  for (const ProjectRuns& project : projects) {
    if (project.project.isEmpty()) continue;
    const QStringList names = project.project.split(u'/');
    for (qsizetype depth = 1; depth <= names.size(); ++depth) {
      const QStringList first = names.first(depth);
      ProjectFolder& folder = folders[{first}];
      folder.path = first.join(u'/');
      folder.name = first.last();
      folder.depth = static_cast<int>(depth - 1);
      folder.runs += project.runs;
      folder.archived += project.archived;
    }
  }
  QList<ProjectFolder> shown = folders.values();
  if (!withArchived)
    shown.removeIf([](const ProjectFolder& folder) { return folder.isArchived(); });
  return shown;
}

bool canMoveProject(const QString& project, const QString& folder) {
  return !project.isEmpty() && !(isInProject(folder, project)) &&
         project.section(u'/', 0, -2) != folder;
}

}  // namespace trainyard
