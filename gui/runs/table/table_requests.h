// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for the table of runs. Only the answer to the newest question counts; while runs report, the
// table is asked for again after a while, of a large one less often.
#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include "gui/runs/records/table_reader.h"
#include "gui/runs/table/run_table_model.h"

namespace trainyard {

class TableRequests : public QObject {
  Q_OBJECT
 public:
  // It must outlive this.
  explicit TableRequests(TableReader* tables);

  // `order`: whether rows that stay may move.
  void ask(const RunTableQuery& query, RunTableModel::Order order);
  void askSoon();

 signals:
  void due();  // what askSoon() asked for
  // `keys`: the columns that were asked for.
  void answered(const trainyard::RunTable& table, const QStringList& keys,
                trainyard::RunTableModel::Order order);
  void refused(const QString& sentence);  // why the filter cannot be understood

 private:
  TableReader* m_tables;
  QStringList m_keys;
  RunTableModel::Order m_order = RunTableModel::Order::asRead;
  int m_numAsked = 0;
  QElapsedTimer m_asked;  // since the last question
  QTimer m_news;
};

}  // namespace trainyard
