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
#include "gui/queue/offer_bar.h"
#include "gui/queue/other_places.h"

namespace trainyard {

class StartCard : public look::Card {
  Q_OBJECT
 public:
  // The client must outlive it.
  explicit StartCard(ServiceClient* client);

  // `places`: where else it would fit.
  void show(const QueueRow& row, const LanePlan& plan, const LaneText::Names& names,
            const QList<OtherPlace>& places, const ClusterState& state);
  QList<QAbstractButton*> buttons() const;
  StartOffer* offer() { return &m_offer; }

 signals:
  void runRequested();
  // A changed run was submitted, in place of the waiting one.
  void submitted(const QString& run);
  void failed(const QString& sentence);
  void clusterRequested(const QString& cluster);
  void outputRequested();
  void adoptionRequested();
  void cancellationRequested();

 private:
  void fillPlaces(const QList<OtherPlace>& places);
  void retranslate();
  void connectOffer();
  void showGhost();

  ElidedLabel* m_title = new ElidedLabel;
  QLabel *m_job, *m_text;
  QPushButton* m_run = new QPushButton;
  QPushButton* m_places = new QPushButton;
  QToolButton* m_more = new QToolButton;
  QMenu *m_placesMenu, *m_moreMenu;
  QAction *m_output, *m_adopt, *m_cancel;
  LaneView* m_lanes = new LaneView;
  StartOffer m_offer;
  OfferBar* m_bar;
  double m_start = 0;
};

}  // namespace trainyard
