// SPDX-License-Identifier: GPL-3.0-or-later
// What a completed run used of what it requested, and what would have been enough.
#pragma once

#include <QPushButton>

#include "gui/look/card.h"
#include "remote/store/right_sizing.h"

class QLabel;

namespace trainyard {

class SizingCard : public look::Card {
  Q_OBJECT
 public:
  SizingCard();

  // Hidden if nothing is known.
  void show(const RightSizing& sizing);
  // One sentence; empty if nothing is known.
  static QString sentence(const RightSizing& sizing);

 signals:
  // The run's experiment as a new one, with these values of settings by path.
  void experimentWanted(const QList<std::pair<QString, QString>>& values);

 private:
  void retranslate();

  RightSizing m_sizing;
  QLabel* m_text;
  QPushButton* m_apply = new QPushButton;
};

}  // namespace trainyard
