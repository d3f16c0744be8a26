// SPDX-License-Identifier: GPL-3.0-or-later
// The pane of projects beside the table of runs, and what is done with them: a project is a path
// that its runs have, so moving one changes all of its runs.
#pragma once

#include <QToolButton>
#include <QWidget>
#include <optional>

#include "gui/runs/table/project_folders.h"

namespace trainyard {

class ProjectTree;
class RunActions;
class RunRecords;

class RunProjects : public QWidget {
  Q_OBJECT
 public:
  // Both must outlive it.
  RunProjects(const RunRecords* records, RunActions* actions);
  ~RunProjects() override;

  // Shows and hides the pane; it stands elsewhere.
  QToolButton* toggle() const { return m_toggle; }
  void show(const QList<ProjectRuns>& projects, bool withArchived,
            const std::optional<QString>& chosen);
  ProjectTree* tree() const { return m_tree; }
  // All that have runs.
  QStringList names() const;

 signals:
  // By a person; nothing: all runs.
  void chosen(const std::optional<QString>& project);
  void failed(const QString& sentence);
  void done(const QString& sentence);

 private:
  void retranslate();
  void setShown(bool isShown);
  void move(const QStringList& runs, const QString& project);
  // The folder becomes `to`; an empty one: its runs go to the folder above it.
  void moveFolder(const QString& from, const QString& to);
  void askName(const ProjectFolder& folder);
  void archive(const ProjectFolder& folder);
  void openMenu(QPoint position);

  const RunRecords* m_records;
  RunActions* m_actions;
  ProjectTree* m_tree;
  QToolButton* m_toggle = new QToolButton;
  QList<ProjectRuns> m_projects;
};

}  // namespace trainyard
