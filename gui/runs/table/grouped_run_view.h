// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of groups in the table of runs: how they are painted, folded and chosen, and which run
// of each is the best.
#pragma once

#include <QSet>
#include <QTreeView>
#include <optional>

namespace trainyard {

class GroupVerdicts;
class RunTableModel;
struct Leader;

class GroupedRunView : public QTreeView {
  Q_OBJECT
 public:
  GroupedRunView(RunTableModel* model, GroupVerdicts* verdicts)
      : m_model(model), m_verdicts(verdicts) {}

  // Whether the value of this cell is the best of its group.
  bool isBest(const QModelIndex& index) const;
  // What the row of a group shows of its best run, in the column of that value.
  std::optional<double> bestOf(const QModelIndex& group, int* column) const;

 protected:
  void toggleGroup(const QModelIndex& group);
  // Chooses its runs, too if Shift is held; with Ctrl the chosen ones no longer.
  void chooseGroup(const QModelIndex& group, Qt::KeyboardModifiers keys);
  bool isGroupChosen(const QModelIndex& group) const;
  static bool isOnGroupFold(QPoint position);
  bool isGroupFolded(const QString& key) const { return m_folded.contains(key); }
  void paintGroup(QPainter& painter, const QRect& row, const QModelIndex& index) const;

  RunTableModel* m_model;

 private:
  QItemSelection rowsOf(const QModelIndex& group) const;
  // By curves of the training, where the group has no best of an evaluation. `column`: that of the
  // metric by which it leads.
  std::optional<Leader> leaderOf(const QModelIndex& group, int* column) const;

  GroupVerdicts* m_verdicts;
  QSet<QString> m_folded;  // keys of groups
};

}  // namespace trainyard
