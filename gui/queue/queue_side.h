// SPDX-License-Identifier: GPL-3.0-or-later
// Beside the jobs: what is free, one's limits, storage, and how long one's runs waited. A card that
// has nothing to say is absent.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "gui/look/card.h"
#include "gui/queue/queue_facts.h"
#include "gui/queue/wait_plot.h"
#include "gui/targets/share_list.h"

namespace trainyard {

class QueueSide : public QWidget {
  Q_OBJECT
 public:
  QueueSide();

  // `locked`: clusters that would have to be logged in to.
  void showFree(const QList<ShareRow>& rows, const QStringList& locked);
  // `whose`: the cluster that they are of.
  void showLimits(const QList<ShareRow>& rows, const QString& whose);
  void showStorage(const QList<ShareRow>& rows);
  void showWaits(const QMap<QString, QList<double>>& waits);
  bool isEmpty() const;

 signals:
  void loginRequested(const QString& cluster);
  void cleaningRequested();

 private:
  struct Part {
    look::Card* card = nullptr;
    QLabel *title = nullptr, *aside = nullptr;
    QPushButton* link = nullptr;
  };
  Part addCard();
  void retranslate();

  QVBoxLayout* m_column;
  Part m_free, m_limits, m_storage, m_waits;
  ShareList* m_freeRows = new ShareList(ShareList::Bars::thick);
  ShareList* m_limitRows = new ShareList;
  ShareList* m_storageRows = new ShareList;
  WaitPlot* m_waitPlot = new WaitPlot;
  QVBoxLayout* m_logins;
  QStringList m_locked;
};

}  // namespace trainyard
