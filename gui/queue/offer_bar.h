// SPDX-License-Identifier: GPL-3.0-or-later
// Below the lanes: what the waiting run would ask for instead, when it would start then, and what
// it costs. What is chosen here and what is dragged in the lanes are the same.
#pragma once

#include <QWidget>

#include "gui/queue/start_offer.h"

class QAbstractButton;
class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace trainyard {

class OfferBar : public QWidget {
  Q_OBJECT
 public:
  // The offer must outlive it.
  explicit OfferBar(StartOffer* offer);

  // `start`: when it can start as it is; 0: not known.
  void setStart(double start);
  QList<QAbstractButton*> buttons() const;

 private:
  void retranslate();
  void showOffer();
  void change();
  QString asIs() const;
  QString likeThis() const;

  StartOffer* m_offer;
  double m_start = 0;
  QLabel *m_limitName, *m_gpusName, *m_partitionName, *m_asIs, *m_likeThis;
  QSpinBox *m_limit, *m_gpus;  // quarters of an hour; on each node
  QComboBox* m_partition;
  QPushButton *m_putBack, *m_submit;
};

}  // namespace trainyard
