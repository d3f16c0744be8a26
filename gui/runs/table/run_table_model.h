// SPDX-License-Identifier: GPL-3.0-or-later
// The table of runs as the store ordered it: groups, and their runs below them. What a run has is
// read from its record; values of settings and metrics came with the table. It has no clock:
// moments and durations are those at the time when they are requested.
#pragma once

#include <QAbstractItemModel>
#include <QHash>
#include <QSet>
#include <vector>

#include "gui/runs/records/run_records.h"
#include "remote/store/run_table.h"

namespace trainyard {

class RunTableModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  // The first column has the colour and the eye of a run; the others are those of the keys.
  static constexpr int markColumn = 0, nameColumn = 1;
  enum Role { RunRole = Qt::UserRole, KeyRole, ValueRole };

  explicit RunTableModel(const RunRecords* records);

  // The keys of columns from `nameColumn` on; "name" is the first.
  void setKeys(const QStringList& keys);
  const QStringList& keys() const { return m_keys; }
  // Those of them whose values the store has to bring.
  QStringList storedKeys() const;

  enum class Order { asRead, kept };  // kept: rows that stay do not move; only new ones are placed
  // `storedKeys`: the keys of the values in the rows.
  void setTable(const RunTable& table, const QStringList& storedKeys, Order order);
  bool isFilled() const { return m_isFilled; }

  bool isGroup(const QModelIndex& index) const {
    return index.isValid() && index.internalId() == 0;
  }
  const RunTableGroup& groupOf(const QModelIndex& index) const;
  QString runAt(const QModelIndex& index) const;  // empty for a group
  const RunRecord* recordAt(const QModelIndex& index) const;
  QVariant valueAt(const QModelIndex& index) const;
  // In the name's column; invalid if the run is not in the table.
  QModelIndex indexOf(const QString& run) const;
  // Of the group that a run is in; empty without groups.
  QString groupTitle(const QString& run) const;
  // Whether it is an array, whose tasks follow it unless they are folded, as they are at first.
  bool isArray(const QString& run) const { return m_tasks.contains(run); }
  QStringList tasksOf(const QString& array) const { return m_tasks.value(array); }
  // These runs, with the tasks of arrays in place of them.
  QStringList withCurves(const QStringList& runs) const;
  bool isFolded(const QString& array) const { return !m_unfolded.contains(array); }
  void setFolded(const QString& array, bool isFolded);
  // The array that a task is of; empty for other runs.
  QString arrayOf(const QString& task) const;
  // In the order of the table, without tasks of arrays.
  QStringList runs() const;
  QStringList runsAndTasks() const;
  // Settings that differ among the rows.
  const QStringList& varying() const { return m_varying; }
  int numRuns() const;

  // Whose curves are shown: those that were chosen, or else the newest of the first group. An array
  // is shown if any of its tasks is.
  bool isShown(const QString& run) const;
  QStringList shown() const;
  // Until the store says otherwise.
  void setShown(const QStringList& runs);
  // An index into the palette of curves.
  int colourOf(const QString& run) const;
  // The best value of the first column of that kind among the rows of the group, if `index` has it.
  bool isBest(const QModelIndex& index) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  using QObject::parent;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  // Runs are dragged to where something is done with them: their UUIDs, a line each.
  static QString runsType() { return QStringLiteral("application/x-trainyard-runs"); }
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QStringList mimeTypes() const override { return {runsType()}; }
  QMimeData* mimeData(const QModelIndexList& indexes) const override;

 private:
  struct Group {
    RunTableGroup about;
    std::vector<RunTableRow> rows;  // without tasks that are folded
    QStringList everyRun;           // with them
  };
  const RunTableRow* rowAt(const QModelIndex& index) const;
  std::vector<Group> grouped(const RunTable& table);
  bool updateInPlace(const std::vector<Group>& groups);
  void noteShown();
  void noteColours();
  void noteRecords(const QStringList& runs, bool isNew);
  void noteAllRows(int firstColumn, int lastColumn);

  const RunRecords* m_records;
  QStringList m_keys{QStringLiteral("name"), QStringLiteral("state")};
  QHash<QString, int> m_valueOfKey;  // index in the rows' values
  std::vector<Group> m_groups;
  QHash<QString, std::pair<int, int>> m_places;  // group and row
  QHash<QString, QStringList> m_tasks;           // by the array
  QSet<QString> m_unfolded;
  RunTable m_table;  // as it was read
  QStringList m_storedKeys;
  QStringList m_varying;
  QSet<QString> m_shown;
  QHash<QString, int> m_colours, m_keptColours;  // the latter of what was shown once
  bool m_isFilled = false;
};

}  // namespace trainyard
