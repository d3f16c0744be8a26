// SPDX-License-Identifier: GPL-3.0-or-later
// What is done with several runs at once: asks what has to be known, and does it.
#pragma once

#include <QList>
#include <QObject>
#include <QPointer>

#include "gui/runs/actions/run_actions.h"
#include "gui/runs/actions/run_action_bar.h"
#include "gui/runs/records/table_reader.h"

class QWidget;

namespace trainyard {

class ChosenActions : public QObject {
  Q_OBJECT
 public:
  // `page`: under which questions are asked. All must outlive it.
  ChosenActions(RunActions* actions, TableReader* tables, QWidget* page);

  // Which a person may choose from.
  void setProjects(const QStringList& projects) { m_projects = projects; }
  void act(RunActionBar::Act act, const QList<RunRecord>& runs);
  // Asks for a file, HTML or Markdown, and writes the report of these runs to it.
  void saveReport(const QStringList& runs, const QList<int>& colours);

 signals:
  void duplicateRequested(const QString& path, const QString& run);
  void failed(const QString& sentence);
  void done(const QString& sentence);

 private:
  struct AskedReport {
    QString file;  // empty: none
    QStringList runs;
    QList<int> colours;
    bool isAnonymous = false;
  };
  void askTags(const QList<RunRecord>& runs);
  void askProject(const QList<RunRecord>& runs);
  void askNote(const RunRecord& run);
  void askName(const RunRecord& run);
  void askCancel(const QList<RunRecord>& runs);
  void askRemove(const QList<RunRecord>& runs);
  void archive(const QList<RunRecord>& runs);
  void writeReport(const QList<ComparedRun>& runs, const ReportCurves& curves);

  RunActions* m_actions;
  TableReader* m_tables;
  QWidget* m_page;
  AskedReport m_report;
  QStringList m_projects;
};

}  // namespace trainyard
