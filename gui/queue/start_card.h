// SPDX-License-Identifier: GPL-3.0-or-later
// Of the chosen job: when it can start or where it runs, in a sentence and in lanes of nodes, and
// what can be done with it.
#pragma once

#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include "gui/forms/elided_label.h"
#include "gui/look/card.h"
#include "gui/queue/lane_view.h"
#include "gui/queue/other_places.h"

namespace trainyard {

class StartCard : public look::Card {
  Q_OBJECT
 public:
  StartCard();

  // `places`: where else it would fit.
  void show(const QueueRow& row, const LanePlan& plan, const LaneText::Names& names,
            const QList<OtherPlace>& places);
  QList<QAbstractButton*> buttons() const { return {m_run, m_places, m_more}; }

 signals:
  void runRequested();
  void clusterRequested(const QString& cluster);
  void outputRequested();
  void adoptionRequested();
  void cancellationRequested();

 private:
  void fillPlaces(const QList<OtherPlace>& places);
  void retranslate();

  ElidedLabel* m_title = new ElidedLabel;
  QLabel *m_job, *m_text;
  QPushButton* m_run = new QPushButton;
  QPushButton* m_places = new QPushButton;
  QToolButton* m_more = new QToolButton;
  QMenu *m_placesMenu, *m_moreMenu;
  QAction *m_output, *m_adopt, *m_cancel;
  LaneView* m_lanes = new LaneView;
};

}  // namespace trainyard
