// SPDX-License-Identifier: GPL-3.0-or-later
// Six ways to begin, by what somebody has: shown as long as there are no runs.
#pragma once

#include <QWidget>

#include "gui/home/card_button.h"

class QGridLayout;
class QLabel;

namespace trainyard {

// A mark, what one has, and what becomes of it.
class WayCard : public CardButton {
  Q_OBJECT
 public:
  explicit WayCard(const QString& icon) : m_icon(icon) { setFocusPolicy(Qt::StrongFocus); }

  void setWords(const QString& title, const QString& text);
  QSize sizeHint() const override;

 protected:
  void paintContent(QPainter& painter) override;

 private:
  QString m_icon, m_title, m_text;
};

class WhatYouHave : public QWidget {
  Q_OBJECT
 public:
  enum class Way { jobScript, program, deepSpeed, data, question, nothing };

  WhatYouHave();
  WayCard* card(Way way) const { return m_cards[static_cast<int>(way)]; }

 signals:
  void chosen(trainyard::WhatYouHave::Way way);

 private:
  void layOut();
  void retranslate();

  QLabel* m_title;
  QLabel* m_hint;
  QGridLayout* m_grid;
  QList<WayCard*> m_cards;
};

}  // namespace trainyard
