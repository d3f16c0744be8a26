// SPDX-License-Identifier: GPL-3.0-or-later
// The checkpoints of a run that are there, newest first, and how a table paints them.
#pragma once

#include <QAbstractTableModel>
#include <QSet>
#include <QStyledItemDelegate>

#include "gui/runs/checkpoints/checkpoint_rows.h"

namespace trainyard {

class CheckpointTable : public QAbstractTableModel {
  Q_OBJECT
 public:
  using QAbstractTableModel::QAbstractTableModel;

  // Between the moment it was saved and its size stand the metrics.
  enum class Kind { step, saved, metric, size, kept };

  void show(const CheckpointRows& rows, const QStringList& metrics, double now);
  const CheckpointRows& rows() const { return m_rows; }
  const CheckpointRow* at(const QModelIndex& index) const;  // null: none
  int rowOf(qint64 step) const;                             // -1: none
  // Those that were ticked, in the order of the table.
  QList<CheckpointRow> ticked() const;
  void toggle(int row);
  void untickAll();
  Kind kindOf(int column) const;
  void retranslate();

  QString reasonText(const CheckpointRow& row, CheckpointReason reason) const;
  static QString stateText(CheckpointState state);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 signals:
  void tickedChanged();

 private:
  QString text(const CheckpointRow& row, int column) const;
  QString tip(const CheckpointRow& row, int column) const;

  CheckpointRows m_rows;
  QStringList m_metrics;
  QSet<QString> m_ticked;  // by path
  double m_now = 0;
};

// Marks the best one, and paints why each was kept as tags.
class CheckpointDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  CheckpointDelegate(const CheckpointTable* table, QObject* parent)
      : QStyledItemDelegate(parent), m_table(table) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  void paintTags(QPainter& painter, const QRectF& area, const CheckpointRow& row,
                 const QPalette& palette) const;

  const CheckpointTable* m_table;
};

}  // namespace trainyard
