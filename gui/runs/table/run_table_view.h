// SPDX-License-Identifier: GPL-3.0-or-later
// The table of runs: rows are chosen as in a file browser, and the row of a group chooses its runs;
// the eye shows or hides a run's curves. What is chosen, and which groups are folded, stays when
// the table is read again; a run that disappears is no longer chosen, and none takes its place.
#pragma once

#include <QHash>
#include <QRegion>
#include <optional>

#include "gui/runs/table/grouped_run_view.h"

namespace trainyard {

class SparkReader;

class RunTableView : public GroupedRunView {
  Q_OBJECT
 public:
  RunTableView(RunTableModel* model, SparkReader* sparks, GroupVerdicts* verdicts);

  // In the order of the table; without tasks whose run is chosen, too.
  QStringList chosen() const;
  // The run of the current row; empty if none is current.
  QString current() const;
  void choose(const QString& run);
  // The key and direction shown in the head of the table.
  void setSort(const QString& key, bool isDescending);
  // Columns get the width of their longest common text.
  void fitColumns();
  void fitName();
  // Paints what has changed since by the clock alone: durations, times to go.
  void showTime();
  void repaintRun(const QString& run);
  // Whether a part of this cell is being painted: painting only one of a row's is common.
  bool isPainted(const QRect& cell) const {
    return m_painted.isEmpty() || m_painted.intersects(cell);
  }

 signals:
  void openRequested(const QString& run);
  void chosenChanged();
  // `isShown`: whether their curves are to be shown.
  void showRequested(const QStringList& runs, bool isShown);
  void sortRequested(const QString& key, bool isDescending);
  void hovered(const QString& run);  // empty: none
  void menuRequested(QPoint position);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void drawRow(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
  void drawBranches(QPainter*, const QRect&, const QModelIndex&) const override {}
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void keep();
  void restore();
  void toggleShown(const QStringList& runs);
  // Whether it was one, or a task of one, that was not so.
  bool toggleArray(const QModelIndex& index, bool isFolded);
  bool isOnFold(const QModelIndex& index, QPoint position) const;
  bool isOnEye(const QModelIndex& index, QPoint position) const;

  QStringList m_keptChosen;
  QString m_keptCurrent, m_sortKey;
  std::optional<QString> m_keptGroup;                   // its key, if it was the current row
  QHash<std::pair<QString, int>, QString> m_timeTexts;  // by run and column
  QRegion m_painted;                                    // while it is painted
  bool m_isDescending = true,
       m_isTaken = false;  // the latter: a press that the base class has not seen
};

}  // namespace trainyard
