// SPDX-License-Identifier: GPL-3.0-or-later
// The place of runs: all of them in a table with their curves, one of them, or several compared.
// Only a person goes from one to another; what happens elsewhere does not.
#pragma once

#include <QStackedWidget>

#include "gui/forms/experiment_copy.h"
#include "gui/forms/page.h"
#include "gui/runs/actions/run_action_bar.h"
#include "gui/runs/actions/run_actions.h"
#include "gui/runs/records/run_model.h"
#include "gui/runs/records/run_records.h"
#include "gui/runs/records/store_reader.h"
#include "gui/runs/records/table_reader.h"
#include "gui/targets/target_list.h"

class QTimer;

namespace trainyard {

class ChosenActions;
class ComparePage;
class RunView;
class RunWorkspace;

class RunsPage : public Page {
  Q_OBJECT
 public:
  QString title() const override { return tr("Runs"); }
  QList<QAbstractButton*> commandButtons() const override;

  // All must outlive it.
  RunsPage(ServiceClient* client, StoreReader* reader, TargetList* targets);
  ~RunsPage() override;

  // Shows a run, now or once it is known; until then none is shown. A second call for the same
  // run has no effect.
  void showRun(const QString& run);
  // Shows the runs of a study in the table.
  void showStudy(const QString& study);
  // Shows the table in a view that somebody saved.
  void showView(const QString& name);
  static QStringList viewNames();
  // Empty for the table, a run's UUID with a tab of it ("ID/logs") or without, "compare/ID,ID".
  void goTo(const QString& address) override;
  QString address() const override;
  // Remembers, once the run is known, from which run's experiment it was made.
  void noteOriginal(const QString& run, const QString& original);
  RunModel* currentRun() { return &m_run; }
  RunRecords* runs() { return &m_records; }
  RunWorkspace* workspace() { return m_workspace; }
  RunView* view() { return m_view; }
  ComparePage* comparison() { return m_compare; }

 signals:
  void openExperimentRequested(const trainyard::ExperimentCopy& copy);
  void clusterRequested(const QString& cluster);
  void filesRequested(const QString& target, const QString& folder);
  // Of a search, whose trials are shown elsewhere.
  void studyRequested(const QString& study);
  // The list has been filled for the first time.
  void filled();
  void viewsChanged();
  void presetWanted();  // there are no runs

 private:
  enum Part { TablePart, RunPart, ComparePart };
  void connectReader();
  void connectClient();
  void connectParts();
  void connectTable();
  void connectComparison();
  void act(RunActionBar::Act act, const QList<RunRecord>& runs);
  void setPart(Part part);
  void open(QString run);
  void compare(const QStringList& runs);
  void saveReport(const QStringList& runs);
  void requestNews();
  void askStudy(const RunRecord& run);
  void answerStudy(const RunDetail& detail);
  QList<int> coloursOf(const QStringList& runs) const;

  ServiceClient* m_client;
  StoreReader* m_reader;
  TableReader m_tables;
  RunActions* m_actions;
  ChosenActions* m_chosen;
  RunRecords m_records;
  RunModel m_run;
  RunView* m_view;
  RunWorkspace* m_workspace;
  ComparePage* m_compare;
  QStackedWidget* m_parts = new QStackedWidget;
  QTimer* m_newsTimer;
  QHash<QString, QString> m_originals;  // of runs that are not known yet
  QString m_wanted;                     // to be shown once it is known
  QString m_wantedPart;                 // its tab
  QString m_lastShown;                  // the last one requested
  QString m_studyOf;                    // the run whose study is asked for
  QString m_studySearch;                // what showStudy() searched for; empty: not since
  bool m_isFilled = false;
};

}  // namespace trainyard
