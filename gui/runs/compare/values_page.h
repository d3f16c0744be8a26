// SPDX-License-Identifier: GPL-3.0-or-later
// A table of values with a column a run, and a search of them: settings, or the environment.
#pragma once

#include <QLineEdit>
#include <QTableView>
#include <QWidget>

#include "gui/runs/compare/settings_table.h"

namespace trainyard {

class ValuesPage : public QWidget {
  Q_OBJECT
 public:
  ValuesPage();

  void show(const Comparison& comparison);
  // What stands in the first column, and the page's name for who cannot see it.
  void setNames(const QString& search, const QString& heading, const QString& accessible);
  // A sentence above the table; empty: none.
  void setNote(const QString& note);
  const SettingsTable* table() const { return m_table; }
  QTableView* view() const { return m_view; }

 private:
  SettingsTable* m_table;
  QLineEdit* m_find = new QLineEdit;
  QLabel* m_note;
  QTableView* m_view;
};

}  // namespace trainyard
