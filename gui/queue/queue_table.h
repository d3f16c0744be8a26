// SPDX-License-Identifier: GPL-3.0-or-later
// The jobs in a card: marks of their states, whose they are, and how far they are.
#pragma once

#include <QTableView>

#include "gui/look/card.h"
#include "gui/queue/queue_jobs_model.h"

namespace trainyard {

class QueueTable : public look::Card {
  Q_OBJECT
 public:
  QueueTable();

  // With the number of each job where they are of one cluster.
  void show(const QList<QueueRow>& rows, bool hasSeveralTargets, double now);
  // Null: none is chosen.
  const QueueRow* chosen() const;
  void choose(const QString& key);
  QTableView* view() { return m_view; }

 signals:
  void chosenChanged();
  void openRequested();  // by a double click or Return

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fitColumns();

  QueueJobsModel m_model;
  QTableView* m_view;
};

}  // namespace trainyard
