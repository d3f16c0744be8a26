// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a comparison as rows: what differs, best and last values with their differences to
// the baseline.
#pragma once

#include <QAbstractTableModel>
#include <QStyledItemDelegate>

#include "gui/runs/records/comparison.h"

namespace trainyard {

class ComparisonTable : public QAbstractTableModel {
  Q_OBJECT
 public:
  using QAbstractTableModel::QAbstractTableModel;

  enum class Kind { run, state, setting, best, bestStep, last, speed, duration };
  struct Column {
    Kind kind;
    QString name;  // a path or a metric
  };

  void show(const Comparison& comparison);
  const Comparison& comparison() const { return m_comparison; }
  const std::vector<Column>& columns() const { return m_columns; }
  ComparedValue valueAt(const QModelIndex& index) const;
  // As text with tabs between the cells, for the clipboard and spreadsheets.
  QString text() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  Comparison m_comparison;
  std::vector<Column> m_columns;
};

class ComparisonDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  explicit ComparisonDelegate(const ComparisonTable* table, QObject* parent)
      : QStyledItemDelegate(parent), m_table(table) {}
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  int differenceRoom(const QModelIndex& index) const;

  const ComparisonTable* m_table;
};

}  // namespace trainyard
