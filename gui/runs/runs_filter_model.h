// SPDX-License-Identifier: GPL-3.0-or-later
// The table of runs as a person wants to see it: sorted by any column, only those of a state, only
// those that match words.
#pragma once

#include <QSortFilterProxyModel>

namespace trainyard {

class RunsFilterModel : public QSortFilterProxyModel {
  Q_OBJECT
 public:
  enum class States { all, open, completed, stopped };

  explicit RunsFilterModel(QObject* parent = nullptr);

  void setStates(States states);
  // Every word must occur in the name, the tags, the target, the state's name or the run's
  // identity.
  void setWords(const QString& words);

 protected:
  // Runs without a value in the sorted column come last, upwards and downwards.
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

 private:
  States m_states = States::all;
  QStringList m_words;
};

}  // namespace trainyard
