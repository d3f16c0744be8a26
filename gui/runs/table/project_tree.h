// SPDX-License-Identifier: GPL-3.0-or-later
// The folders of projects: one is chosen to see its runs; runs, and other folders, are dropped on
// it.
#pragma once

#include <QTreeWidget>
#include <optional>

#include "gui/runs/table/project_folders.h"

namespace trainyard {

class ProjectTree : public QTreeWidget {
  Q_OBJECT
 public:
  ProjectTree();

  void show(const QList<ProjectRuns>& projects, bool withArchived);
  // Nothing: all runs; an empty path: those that are in no project.
  void setChosen(const std::optional<QString>& project);
  // Of the current row; nothing where it is no folder.
  std::optional<ProjectFolder> currentFolder() const;

 signals:
  // By a person.
  void chosen(const std::optional<QString>& project);
  void runsDropped(const QStringList& runs, const QString& project);
  void folderDropped(const QString& project, const QString& folder);

 protected:
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QList<QTreeWidgetItem*>& items) const override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void retranslate();
  void fill();
  void keepFolded();
  // The folder that something would be dropped into; nothing where it may not be.
  std::optional<QString> dropFolder(const QDropEvent* event) const;

  QList<ProjectRuns> m_projects;
  QList<ProjectFolder> m_folders;
  QStringList m_folded;
  std::optional<QString> m_chosen;
  bool m_withArchived = false, m_isFilling = false;
};

}  // namespace trainyard
