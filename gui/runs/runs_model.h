// All runs of the store, newest first, kept up to date row by row.
#pragma once

#include <QAbstractTableModel>
#include <QHash>
#include <QTimer>

#include "remote/store/records.h"

namespace trainyard {

class RunsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { StateColumn, NameColumn, ProgressColumn, LossColumn, EvalLossColumn, SpeedColumn, StartedColumn, DurationColumn, TargetColumn, ColumnCount };
  enum Role { SortRole = Qt::UserRole, RunRole, StateRole, ProgressRole };

  explicit RunsModel(QObject* parent = nullptr);

  // Takes over a whole list; rows that stay keep their place, so that selections stay too.
  void setRuns(const QList<RunRecord>& runs);
  // Takes over single runs; those not known yet come first.
  void update(const QList<RunRecord>& runs);
  void remove(const QString& run);

  const RunRecord* find(const QString& run) const;
  int rowOf(const QString& run) const;  // -1 when it is not there
  const QList<RunRecord>& runs() const { return m_runs; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QVariant display(const RunRecord& run, int column) const;
  QVariant sortKey(const RunRecord& run, int column) const;
  void tick();

  QList<RunRecord> m_runs;
  QTimer m_clock;  // durations of open runs grow
};

}  // namespace trainyard
