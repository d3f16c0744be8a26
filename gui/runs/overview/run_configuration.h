// SPDX-License-Identifier: GPL-3.0-or-later
// Every setting of a run, alone or beside those of another.
#pragma once

#include <QLineEdit>
#include <QWidget>

#include "gui/runs/records/run_records.h"

class QLabel;
class QTableView;

namespace trainyard {

class OtherRunBox;
class RunModel;
class SettingsTable;
class StoreReader;

class RunConfiguration : public QWidget {
  Q_OBJECT
 public:
  // All must outlive it.
  RunConfiguration(RunModel* run, RunRecords* runs, StoreReader* reader);

  // Chooses the run that it is compared with; empty: none.
  void compareWith(const QString& run);
  const SettingsTable* table() const { return m_table; }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void retranslate();
  void showRun();
  void showSettings();

  RunModel* m_run;
  RunRecords* m_runs;
  StoreReader* m_reader;
  SettingsTable* m_table;
  QLabel* m_otherName;
  OtherRunBox* m_others;
  QLineEdit* m_find = new QLineEdit;
  QLabel* m_count;
  QTableView* m_view;
  QString m_shown, m_other;
  QMap<QString, QVariant> m_shownSettings, m_otherSettings;
};

}  // namespace trainyard
