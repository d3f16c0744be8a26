// SPDX-License-Identifier: GPL-3.0-or-later
// All runs in the store, newest first, with the tasks of an array below their run; updated row by
// row. It has no clock: moments and durations are those at the time when they are requested.
#pragma once

#include <QAbstractItemModel>
#include <QHash>
#include <memory>
#include <vector>

#include "remote/service/protocol/protocol.h"
#include "remote/store/records.h"

namespace trainyard {

class RunsModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Column {
    StateColumn,
    NameColumn,
    ProgressColumn,
    LossColumn,
    EvalLossColumn,
    SpeedColumn,
    StartedColumn,
    DurationColumn,
    TargetColumn,
    ColumnCount
  };
  enum Role { SortRole = Qt::UserRole, RunRole, StateRole, ProgressRole, SearchRole };

  explicit RunsModel(QObject* parent = nullptr);
  ~RunsModel() override;

  // Replaces the whole list; rows that remain keep their place, so that selections are kept.
  void setRuns(const QList<RunRecord>& runs);
  // Updates single runs; new ones come first. A task whose run is unknown is at the top level until
  // it is known.
  void update(const QList<RunRecord>& runs);
  void remove(const QString& run);
  // The progress of a transfer that a run is waiting for; shown while it is being prepared.
  void showTransfer(const ProgressReport& report);

  const RunRecord* find(const QString& run) const;
  QModelIndex indexOf(const QString& run) const;  // of its first column; invalid if it is not there
  // All that are not tasks of an array, newest first.
  QList<RunRecord> all() const;
  int count() const { return static_cast<int>(m_byName.size()); }
  bool hasTasks() const { return m_numTasks > 0; }

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  using QObject::parent;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Node;
  struct Place {
    Node* above;
    int row;
  };
  const Node& nodeOf(const QModelIndex& index) const;
  QModelIndex indexOf(const Node& node) const;
  Place placeOf(const RunRecord& run) const;
  void fill(const QList<RunRecord>& runs);             // does not notify
  void put(const RunRecord& run, const Place& place);  // does not notify
  void insert(const RunRecord& run);
  void takeDown(Node& node);
  QString progressText(const RunRecord& run) const;
  QVariant display(const RunRecord& run, int column) const;
  QVariant sortKey(const RunRecord& run, int column) const;

  std::unique_ptr<Node> m_top;  // not a run; its tasks are the rows of the top level
  QHash<QString, Node*> m_byName;
  QHash<QString, ProgressReport> m_transfers;
  int m_numTasks = 0;
};

}  // namespace trainyard
