// SPDX-License-Identifier: GPL-3.0-or-later
// The table of runs as the user wants to see it: sorted by any column, filtered by state and by
// words.
#pragma once

#include <QSortFilterProxyModel>

namespace trainyard {

class RunsFilterModel : public QSortFilterProxyModel {
  Q_OBJECT
 public:
  enum class States { all, open, completed, stopped };

  explicit RunsFilterModel(QObject* parent = nullptr);

  void setStates(States states);
  // Every word must occur in the name, the tags, the target, the state's name or the run's UUID.
  void setWords(const QString& words);

 protected:
  // Runs without a value in the sorted column come last, in both directions.
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

 private:
  States m_states = States::all;
  QStringList m_words;
};

}  // namespace trainyard
