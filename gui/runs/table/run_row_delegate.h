// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the cells of a run in the table: colour and eye, name, state, small curve, progress.
#pragma once

#include <QStyledItemDelegate>

namespace trainyard {

class RunTableModel;
class SparkReader;

class RunRowDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  RunRowDelegate(const RunTableModel* model, SparkReader* sparks, QObject* parent);

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  // Where the eye of a row is, whose cell is `cell`.
  static QRect eyeIn(const QRect& cell);
  // Where an array is folded, whose name is in `cell`.
  static QRect foldPlace(const QRect& cell);

 private:
  void paintMark(QPainter& painter, const QRect& cell, const QModelIndex& index) const;
  void paintName(QPainter& painter, const QRect& area, const QModelIndex& index,
                 const QStyleOptionViewItem& option) const;
  void paintCurve(QPainter& painter, const QRect& area, const QModelIndex& index,
                  bool isBest) const;
  void paintProgress(QPainter& painter, const QRect& area, const QModelIndex& index) const;

  const RunTableModel* m_model;
  SparkReader* m_sparks;
};

}  // namespace trainyard
